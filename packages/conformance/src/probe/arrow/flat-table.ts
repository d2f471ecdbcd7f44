/** A stream that is not Arrow, or has what this reader does not know. */
export class ArrowFault extends Error {
  /** Whether the stream may be right, and only this reader does not know what it has. */
  readonly isUnknown: boolean;

  /**
   * @param message - What is wrong, as part of a sentence
   * @param options - Whether the stream may be right. Default: false
   */
  constructor(message: string, { isUnknown = false }: { readonly isUnknown?: boolean } = {}) {
    super(message);
    this.name = "ArrowFault";
    this.isUnknown = isUnknown;
  }
}

/**
 * A table of FlatBuffers, the format of the metadata of Arrow. Reads outside of the bytes are faults.
 *
 * @see https://flatbuffers.dev/internals/
 */
export class FlatTable {
  readonly #view: DataView;
  readonly #at: number;

  /**
   * @param view - The bytes
   * @param at - Where the table begins
   */
  constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
  }

  /** Returns the table that a buffer begins with the offset of. */
  static root(view: DataView): FlatTable {
    return new FlatTable(view, view.getUint32(0, true));
  }

  /** Returns a number of up to 32 bits. */
  number(slot: number, bits: 8 | 16 | 32, otherwise = 0): number {
    const at = this.#find(slot);
    if (at === undefined) return otherwise;
    if (bits === 8) return this.#view.getUint8(at);
    return bits === 16 ? this.#view.getInt16(at, true) : this.#view.getInt32(at, true);
  }

  /** Returns a number of 64 bits, which must be a length or an id. */
  long(slot: number): number {
    const at = this.#find(slot);
    return at === undefined ? 0 : longAt(this.#view, at);
  }

  /** Returns a text; `undefined` when there is none. */
  text(slot: number): string | undefined {
    const at = this.#find(slot);
    if (at === undefined) return undefined;
    const start = at + this.#view.getUint32(at, true);
    const length = this.#view.getUint32(start, true);
    const { buffer, byteOffset } = this.#view;
    return new TextDecoder().decode(new Uint8Array(buffer, byteOffset + start + 4, length));
  }

  /** Returns a table; `undefined` when there is none. */
  table(slot: number): FlatTable | undefined {
    const at = this.#find(slot);
    return at === undefined ? undefined : new FlatTable(this.#view, at + this.#view.getUint32(at, true));
  }

  /** Returns a list of tables. */
  tables(slot: number): readonly FlatTable[] {
    return this.#items(slot, 4, (at) => new FlatTable(this.#view, at + this.#view.getUint32(at, true)));
  }

  /** Returns a list of structs of two 64-bit numbers. */
  pairs(slot: number): readonly (readonly [first: number, second: number])[] {
    return this.#items(slot, 16, (at) => [longAt(this.#view, at), longAt(this.#view, at + 8)] as const);
  }

  #items<Item>(slot: number, size: number, read: (at: number) => Item): readonly Item[] {
    const at = this.#find(slot);
    if (at === undefined) return [];
    const start = at + this.#view.getUint32(at, true);
    const length = this.#view.getUint32(start, true);
    if (length * size > this.#view.byteLength) throw new ArrowFault("its metadata has a list without an end");
    return Array.from({ length }, (_unused, index) => read(start + 4 + index * size));
  }

  #find(slot: number): number | undefined {
    const fields = this.#at - this.#view.getInt32(this.#at, true);
    const entry = 4 + slot * 2;
    if (entry >= this.#view.getUint16(fields, true)) return undefined;
    const offset = this.#view.getUint16(fields + entry, true);
    return offset === 0 ? undefined : this.#at + offset;
  }
}

function longAt(view: DataView, at: number): number {
  const value = Number(view.getBigInt64(at, true));
  if (!Number.isSafeInteger(value)) throw new ArrowFault(`its metadata has the length ${value}`);
  return value;
}
