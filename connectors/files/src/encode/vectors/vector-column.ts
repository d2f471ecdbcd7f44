import duckdb, { type Vector } from "@duckdb/node-bindings";
import { type ArrowParts, GrowingBytes } from "@wellhead/rows";
import { detachBuffer } from "../cells/detach-buffer.js";
import { vectorBytes } from "../cells/vector-bytes.js";

const bitsPerByte = 8;

/** A column of a record batch that is filled from the engine's vectors. */
export abstract class VectorColumn {
  /** Number of values. */
  length = 0;
  #nullCount = 0;
  /** One bit for each value. */
  readonly #validity = new GrowingBytes();
  /** Marks of the loaded vector; `null` when it has no null. */
  #marks: Uint8Array | null = null;

  /** Size of the values in bytes. */
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
    for (let row = from; row < to; row += 1) this.#mark(this.isNull(row));
    this.appendValues(from, to);
  }

  /**
   * Adds the values to a batch, and removes them from here.
   *
   * @param parts - Nodes and buffers so far. The buffers are valid until the next values are appended
   */
  collect(parts: ArrowParts): void {
    parts.nodes.push({ length: this.length, nullCount: this.#nullCount });
    parts.buffers.push(this.#nullCount === 0 ? new Uint8Array(0) : this.#validity.written());
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
    return marks !== null && (((marks[row >> 3] ?? 0) >> (row & 7)) & 1) === 0;
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

  #mark(isNull: boolean): void {
    const bit = this.length & 7;
    if (bit === 0) {
      const start = this.#validity.reserve(1);
      this.#validity.bytes[start] = 0;
    }
    this.length += 1;
    if (isNull) this.#nullCount += 1;
    else {
      const last = this.#validity.length - 1;
      this.#validity.bytes[last] = (this.#validity.bytes[last] ?? 0) | (1 << bit);
    }
  }
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
  #view: Int32Array = new Int32Array(0);

  /** @param width - Number of bytes of a value: 4 or 8 */
  constructor(width: 4 | 8) {
    super(width);
    this.#words = width / 4;
  }

  protected override loadValues(vector: Vector, count: number): void {
    super.loadValues(vector, count);
    const { buffer, byteOffset } = this.loaded;
    this.#view = new Int32Array(buffer, byteOffset, count * this.#words);
  }

  protected override isNull(row: number): boolean {
    return super.isNull(row) || this.#isInfinite(row);
  }

  #isInfinite(row: number): boolean {
    const last = this.#view[row * this.#words + this.#words - 1] ?? 0;
    if (this.#words === 1) return last === 0x7fff_ffff || last === -0x7fff_ffff;
    const first = this.#view[row * 2];
    return (last === 0x7fff_ffff && first === -1) || (last === -0x8000_0000 && first === 1);
  }
}

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
    const { bytes } = this.values;
    const source = this.loaded;
    for (let row = from; row < to; row += 1) {
      const at = start + (row - from) * wide;
      for (let index = 0; index < narrow; index += 1) bytes[at + index] = source[row * narrow + index] ?? 0;
      const isNegative = signed && (source[row * narrow + narrow - 1] ?? 0) >= 0x80;
      bytes.fill(isNegative ? 255 : 0, at + narrow, at + wide);
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
    this.#loaded = duckdb.vector_get_data(vector, count);
  }

  protected appendValues(from: number, to: number): void {
    // The values have been counted already.
    for (let row = from, index = this.length - (to - from); row < to; row += 1, index += 1) {
      if ((index & 7) === 0) {
        const start = this.#bits.reserve(1);
        this.#bits.bytes[start] = 0;
      }
      const last = this.#bits.length - 1;
      if (this.#loaded[row] !== 0)
        this.#bits.bytes[last] = (this.#bits.bytes[last] ?? 0) | (1 << (index & 7));
    }
  }

  protected collectValues({ buffers }: ArrowParts): void {
    buffers.push(this.#bits.written());
    this.#bits.length = 0;
  }
}
