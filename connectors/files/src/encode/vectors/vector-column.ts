import duckdb, { type Vector } from "@duckdb/node-bindings";
import { type ArrowParts, GrowingBytes } from "@wellhead/rows";
import { detachBuffer } from "../cells/detach-buffer.js";
import { vectorBytes } from "../cells/vector-bytes.js";

const bitsPerByte = 8;
const allOnes = 255;

/** A column of a record batch that is filled from the engine's vectors. */
export abstract class VectorColumn {
  /** Number of values. */
  length = 0;
  #nullCount = 0;
  /** One bit for each value; written only from the first null on. */
  readonly #validity = new GrowingBytes();
  /** Marks of the loaded vector, one bit for each value; `null` when it has no null. */
  #marks: Uint8Array | null = null;

  /** Approximate size of the values in bytes. */
  abstract readonly size: number;

  /**
   * Loads a vector. The previous one must not be used any more.
   *
   * @param vector - Vector of the engine
   * @param count - Number of its values
   */
  load(vector: Vector, count: number): void {
    // One bit per value, in words of 64 bits. There are no words if no value is NULL.
    this.#marks = duckdb.vector_get_validity(vector, Math.ceil(count / 64) * bitsPerByte);
    this.loadValues(vector, count);
  }

  /**
   * Appends values of the loaded vector.
   *
   * @param from - Index of the first one
   * @param to - Index after the last one
   */
  append(from: number, to: number): void {
    const nulls = this.#marks === null ? 0 : countNulls(this.#marks, from, to);
    if (nulls > 0) this.#prepareMarks();
    if (nulls + this.#nullCount > 0) this.#mark(from, to);
    this.#nullCount += nulls;
    this.length += to - from;
    this.appendValues(from, to);
  }

  /**
   * Adds the values to a batch, and removes them from here.
   *
   * @param parts - Nodes and buffers so far. The buffers are valid until the next values are appended
   */
  collect(parts: ArrowParts): void {
    parts.nodes.push({ length: this.length, nullCount: this.#nullCount });
    parts.buffers.push(this.#validity.written());
    this.collectValues(parts);
    this.length = 0;
    this.#nullCount = 0;
    this.#validity.length = 0;
  }

  /**
   * Whether a value of the loaded vector is null.
   *
   * @param row - Its index
   */
  protected isNull(row: number): boolean {
    const marks = this.#marks;
    return marks !== null && isNullIn(marks, row);
  }

  /**
   * Makes values of the loaded vector null.
   *
   * @param rows - Their indexes
   * @param count - Number of values of the vector
   */
  protected makeNull(rows: readonly number[], count: number): void {
    const marks = Uint8Array.from(
      this.#marks ?? new Uint8Array(Math.ceil(count / bitsPerByte)).fill(allOnes),
    );
    for (const row of rows) marks[row >> 3] = (marks[row >> 3] ?? 0) & ~(1 << (row & 7));
    this.#marks = marks;
  }

  /**
   * @param vector - Vector of the engine
   * @param count - Number of its values
   */
  protected abstract loadValues(vector: Vector, count: number): void;

  /**
   * @param from - Index of the first value of the loaded vector to append
   * @param to - Index after the last one
   */
  protected abstract appendValues(from: number, to: number): void;

  /** @param parts - Receives the buffers of the values and the parts of the children */
  protected abstract collectValues(parts: ArrowParts): void;

  /** Marks all values so far as not null, before the first null. */
  #prepareMarks(): void {
    if (this.#nullCount > 0) return;
    this.#validity.reserve(Math.ceil(this.length / bitsPerByte));
    this.#validity.bytes.fill(allOnes, 0, this.#validity.length);
  }

  #mark(from: number, to: number): void {
    const end = this.length + to - from;
    const start = this.#validity.reserve(Math.ceil(end / bitsPerByte) - this.#validity.length);
    const { bytes } = this.#validity;
    bytes.fill(0, start, this.#validity.length);
    // Bits after the last value are not significant, but they must be 0 before some of them are set.
    if ((this.length & 7) > 0)
      bytes[this.length >> 3] = (bytes[this.length >> 3] ?? 0) & (allOnes >> (8 - (this.length & 7)));
    const marks = this.#marks;
    for (let row = from, index = this.length; row < to; row += 1, index += 1)
      if (marks === null || !isNullIn(marks, row))
        bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7));
  }
}

function isNullIn(marks: Uint8Array, row: number): boolean {
  return (((marks[row >> 3] ?? 0) >> (row & 7)) & 1) === 0;
}

function countNulls(marks: Uint8Array, from: number, to: number): number {
  let nulls = 0;
  for (let row = from; row < to; row += 1) if (isNullIn(marks, row)) nulls += 1;
  return nulls;
}

/** Values of a fixed number of bytes that Arrow stores as the engine does. */
export class SameColumn extends VectorColumn {
  /** The values. */
  protected readonly values: GrowingBytes = new GrowingBytes();
  /** The values of the loaded vector. */
  protected loaded: Uint8Array = new Uint8Array(0);
  readonly #width: number;

  /** @param width - Number of bytes of a value */
  constructor(width: number) {
    super();
    this.#width = width;
  }

  get size(): number {
    return this.values.length;
  }

  protected loadValues(vector: Vector, count: number): void {
    detachBuffer(this.loaded);
    const { buffer, offset } = vectorBytes(vector, count * this.#width);
    this.loaded = new Uint8Array(buffer, offset, count * this.#width);
  }

  protected appendValues(from: number, to: number): void {
    const start = this.values.reserve((to - from) * this.#width);
    this.values.bytes.set(this.loaded.subarray(from * this.#width, to * this.#width), start);
  }

  protected collectValues({ buffers }: ArrowParts): void {
    buffers.push(this.values.written());
    this.values.length = 0;
  }
}

/** Dates and timestamps. The infinities, which Arrow does not have, are null as in JSON. */
export class MomentColumn extends SameColumn {
  readonly #words: number;

  /** @param width - Number of bytes of a value: 4 or 8 */
  constructor(width: 4 | 8) {
    super(width);
    this.#words = width / 4;
  }

  protected override loadValues(vector: Vector, count: number): void {
    super.loadValues(vector, count);
    const { buffer, byteOffset } = this.loaded;
    const infinite = infiniteRows(new Int32Array(buffer, byteOffset, count * this.#words), this.#words);
    if (infinite.length > 0) this.makeNull(infinite, count);
  }
}

/** Returns the indexes of the infinite dates and timestamps, which consist of one word or two. */
function infiniteRows(view: Int32Array, words: number): number[] {
  const rows: number[] = [];
  for (let last = words - 1; last < view.length; last += words) {
    const high = view[last];
    if (high !== 0x7fff_ffff && high !== -0x7fff_ffff && high !== -0x8000_0000) continue;
    const low = view[last - 1];
    const isInfinite =
      words === 1
        ? high !== -0x8000_0000
        : (high === 0x7fff_ffff && low === -1) || (high === -0x8000_0000 && low === 1);
    if (isInfinite) rows.push((last + 1) / words - 1);
  }
  return rows;
}

/** Bytes of the words that are copied. */
const wordBytes = 4;

/** Options of {@link WidenedColumn}. */
export interface WidenedColumnOptions {
  /** Number of bytes of a value in the engine. */
  readonly from: 2 | 4 | 8 | 16;
  /** Number of bytes of a value in Arrow. */
  readonly to: 16 | 32;
  /** Whether the highest bit is a sign. */
  readonly signed: boolean;
}

/** Integers of which Arrow has more bytes than the engine. */
export class WidenedColumn extends SameColumn {
  readonly #options: WidenedColumnOptions;

  /** @param options - Both widths */
  constructor(options: WidenedColumnOptions) {
    super(options.from);
    this.#options = options;
  }

  protected override appendValues(from: number, to: number): void {
    const { from: narrow, to: wide, signed } = this.#options;
    const start = this.values.reserve((to - from) * wide);
    const { buffer, byteOffset } = this.loaded;
    const count = this.loaded.length / narrow;
    const words = wide / wordBytes;
    const target = new Int32Array(this.values.bytes.buffer, start, (to - from) * words);
    const isShort = narrow < wordBytes;
    const source = isShort
      ? new Int16Array(buffer, byteOffset, count)
      : new Int32Array(buffer, byteOffset, (count * narrow) / wordBytes);
    const known = isShort ? 1 : narrow / wordBytes;
    for (let row = from, at = 0; row < to; row += 1) {
      for (let word = 0; word < known; word += 1) target[at++] = source[row * known + word] ?? 0;
      const sign = signed && (target[at - 1] ?? 0) < 0 ? -1 : 0;
      for (let word = known; word < words; word += 1) target[at++] = sign;
    }
  }
}

/** UUIDs, which the engine stores as integers whose highest bit is inverted, so that they are in order. */
export class UuidColumn extends SameColumn {
  /** Prepares a column. */
  constructor() {
    super(16);
  }

  protected override appendValues(from: number, to: number): void {
    const start = this.values.reserve((to - from) * 16);
    const { bytes } = this.values;
    for (let row = from; row < to; row += 1) {
      const at = start + (row - from) * 16;
      for (let index = 0; index < 16; index += 1) bytes[at + index] = this.loaded[row * 16 + 15 - index] ?? 0;
      bytes[at] = (bytes[at] ?? 0) ^ 0x80;
    }
  }
}

/** `true` and `false`: a byte for each in the engine, a bit in Arrow. */
export class BooleanColumn extends VectorColumn {
  readonly #bits = new GrowingBytes();
  #loaded: Uint8Array = new Uint8Array(0);

  get size(): number {
    return this.#bits.length;
  }

  protected loadValues(vector: Vector, count: number): void {
    detachBuffer(this.#loaded);
    this.#loaded = duckdb.vector_get_data(vector, count);
  }

  protected appendValues(from: number, to: number): void {
    // The values have been counted already.
    const before = this.length - (to - from);
    const start = this.#bits.reserve(Math.ceil(this.length / bitsPerByte) - this.#bits.length);
    const { bytes } = this.#bits;
    bytes.fill(0, start, this.#bits.length);
    for (let row = from, index = before; row < to; row += 1, index += 1)
      if (this.#loaded[row] !== 0) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7));
  }

  protected collectValues({ buffers }: ArrowParts): void {
    buffers.push(this.#bits.written());
    this.#bits.length = 0;
  }
}
