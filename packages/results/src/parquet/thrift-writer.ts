import { Buffer } from "node:buffer";

/** Types of members in Thrift's compact protocol. */
const codes = { true: 1, false: 2, int32: 5, int64: 6, binary: 8, list: 9, struct: 12 } as const;

/**
 * Writes the metadata of a Parquet file: structs of Thrift's compact protocol.
 *
 * @see https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
 */
export class ThriftWriter {
  readonly #bytes: number[] = [];
  #lastId = 0;

  /** What has been written, as a struct. */
  end(): Uint8Array {
    return Uint8Array.from([...this.#bytes, 0]);
  }

  /** Writes a member that is a truth value. */
  boolean(id: number, value: boolean): this {
    return this.#begin(id, value ? codes.true : codes.false);
  }

  /** Writes a member of 32 bits. */
  int32(id: number, value: number): this {
    return this.#begin(id, codes.int32).#integer(value);
  }

  /** Writes a member of 64 bits, which must be a safe integer. */
  int64(id: number, value: number): this {
    return this.#begin(id, codes.int64).#integer(value);
  }

  /** Writes a member that is text. */
  text(id: number, value: string): this {
    return this.#begin(id, codes.binary).#text(value);
  }

  /** Writes a member that is a struct. */
  struct(id: number, value: ThriftWriter): this {
    return this.#begin(id, codes.struct).#append(value.end());
  }

  /** Writes a member that is a list of structs. */
  structs(id: number, values: readonly ThriftWriter[]): this {
    this.#begin(id, codes.list).#listOf(codes.struct, values.length);
    for (const value of values) this.#append(value.end());
    return this;
  }

  /** Writes a member that is a list of 32-bit integers. */
  integers(id: number, values: readonly number[]): this {
    this.#begin(id, codes.list).#listOf(codes.int32, values.length);
    for (const value of values) this.#integer(value);
    return this;
  }

  /** Writes a member that is a list of texts. */
  texts(id: number, values: readonly string[]): this {
    this.#begin(id, codes.list).#listOf(codes.binary, values.length);
    for (const value of values) this.#text(value);
    return this;
  }

  /** Members are written in the order of their ids, none of which is more than 15 after the last. */
  #begin(id: number, code: number): this {
    this.#bytes.push(((id - this.#lastId) << 4) | code);
    this.#lastId = id;
    return this;
  }

  #listOf(code: number, length: number): void {
    if (length < 15) this.#bytes.push((length << 4) | code);
    else {
      this.#bytes.push(0xf0 | code);
      pushVarint(this.#bytes, length);
    }
  }

  #integer(value: number): this {
    pushZigzag(this.#bytes, value);
    return this;
  }

  #text(value: string): this {
    const bytes = Buffer.from(value);
    pushVarint(this.#bytes, bytes.length);
    return this.#append(bytes);
  }

  #append(bytes: Uint8Array): this {
    for (const byte of bytes) this.#bytes.push(byte);
    return this;
  }
}

/**
 * Appends an integer that is not negative, seven bits at a time.
 *
 * @param bytes - Where to append
 * @param value - A safe integer
 */
export function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
}

/**
 * Appends an integer whose sign is its lowest bit.
 *
 * @param bytes - Where to append
 * @param value - An integer of at most 52 bits
 */
export function pushZigzag(bytes: number[], value: number): void {
  pushVarint(bytes, value < 0 ? -2 * value - 1 : 2 * value);
}
