import { ByteBuffer } from "flatbuffers";

/** A table of a FlatBuffer, whose members are read by their number. */
export class FlatTable {
  readonly #buffer: ByteBuffer;
  readonly #position: number;

  constructor(buffer: ByteBuffer, position: number) {
    this.#buffer = buffer;
    this.#position = position;
  }

  /**
   * Returns the table at the beginning of a buffer.
   *
   * @param bytes - The buffer
   * @returns Its first table
   */
  static of(bytes: Uint8Array): FlatTable {
    const buffer = new ByteBuffer(bytes);
    return new FlatTable(buffer, buffer.readInt32(0));
  }

  /** Returns whether a member is present. */
  has(index: number): boolean {
    return this.#at(index) !== undefined;
  }

  /** Returns a member of 8 bits; 0 if it is absent. */
  byte(index: number): number {
    const at = this.#at(index);
    return at === undefined ? 0 : this.#buffer.readUint8(at);
  }

  /** Returns a member of 16 bits; 0 if it is absent. */
  short(index: number): number {
    const at = this.#at(index);
    return at === undefined ? 0 : this.#buffer.readInt16(at);
  }

  /** Returns a member of 32 bits; 0 if it is absent. */
  integer(index: number, absent = 0): number {
    const at = this.#at(index);
    return at === undefined ? absent : this.#buffer.readInt32(at);
  }

  /** Returns a text; `undefined` if it is absent. */
  text(index: number): string | undefined {
    const at = this.#at(index);
    return at === undefined ? undefined : String(this.#buffer.__string(at));
  }

  /** Returns a table; `undefined` if it is absent. */
  table(index: number): FlatTable | undefined {
    const at = this.#at(index);
    return at === undefined ? undefined : new FlatTable(this.#buffer, this.#buffer.__indirect(at));
  }

  /** Returns a list of tables; an empty one if it is absent. */
  tables(index: number): readonly FlatTable[] {
    return Array.from(
      this.#items(index, 4),
      (at) => new FlatTable(this.#buffer, this.#buffer.__indirect(at)),
    );
  }

  /** Returns a list of pairs of 64-bit integers; an empty one if it is absent. */
  pairs(index: number): readonly (readonly [number, number])[] {
    return Array.from(this.#items(index, 16), (at) => [this.#long(at), this.#long(at + 8)]);
  }

  #at(index: number): number | undefined {
    const offset = this.#buffer.__offset(this.#position, 4 + 2 * index);
    return offset === 0 ? undefined : this.#position + offset;
  }

  *#items(index: number, size: number): Generator<number> {
    const at = this.#at(index);
    if (at === undefined) return;
    const start = this.#buffer.__vector(at);
    const length = this.#buffer.__vector_len(at);
    for (let item = 0; item < length; item += 1) yield start + item * size;
  }

  #long(at: number): number {
    return Number(this.#buffer.readInt64(at));
  }
}
