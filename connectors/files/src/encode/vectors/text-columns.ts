import duckdb, { type Vector } from "@duckdb/node-bindings";
import { type ArrowParts, ByteWriter, GrowingBytes, widestByte, widestFrame } from "@wellhead/rows";
import { detachBuffer } from "../cells/detach-buffer.js";
import { inlineLength, stringSize } from "../cells/text-vector.js";
import { vectorBytes } from "../cells/vector-bytes.js";
import { writeEngineJson } from "../cells/write-engine-json.js";
import { VectorColumn } from "./vector-column.js";

const wordsPerString = stringSize / 4;

/** Texts and bytes, which are copied many at a time. */
export class StringColumn extends VectorColumn {
  /** The bytes of all values. */
  protected readonly values: GrowingBytes = new GrowingBytes();
  readonly #offsets = new GrowingBytes();
  #buffer = new ArrayBuffer(0);
  #offset = 0;
  #words = new Uint32Array(0);

  /** Prepares a column. */
  constructor() {
    super();
    this.#offsets.putInt32(0);
  }

  get size(): number {
    return this.values.length + this.#offsets.length;
  }

  protected loadValues(vector: Vector, count: number): void {
    detachBuffer(this.#words);
    const { buffer, offset } = vectorBytes(vector, count * stringSize);
    this.#buffer = buffer;
    this.#offset = offset;
    this.#words = new Uint32Array(buffer, offset, count * wordsPerString);
  }

  protected appendValues(from: number, to: number): void {
    for (let row = from; row < to; ) {
      const length = this.#words[row * wordsPerString] ?? 0;
      if (this.isNull(row)) this.#offsets.putInt32(this.values.length);
      else if (length <= inlineLength) this.#appendInline(row, length);
      else {
        row = this.#appendRun(row, to);
        continue;
      }
      row += 1;
    }
  }

  protected collectValues({ buffers }: ArrowParts): void {
    buffers.push(this.#offsets.written(), this.values.written());
    this.values.length = 0;
    this.#offsets.length = 0;
    this.#offsets.putInt32(0);
  }

  /**
   * Appends bytes of one value.
   *
   * @param bytes - The bytes
   */
  protected appendBytes(bytes: Uint8Array): void {
    const start = this.values.reserve(bytes.length);
    this.values.bytes.set(bytes, start);
    this.#offsets.putInt32(this.values.length);
  }

  /** @param bytes - The bytes of consecutive values, which end at the offsets */
  protected appendSeveral(bytes: Uint8Array, ends: readonly number[]): void {
    const start = this.values.reserve(bytes.length);
    this.values.bytes.set(bytes, start);
    for (const end of ends) this.#offsets.putInt32(start + end);
  }

  /** A short string is stored in the vector itself. */
  #appendInline(row: number, length: number): void {
    this.appendBytes(new Uint8Array(this.#buffer, this.#offset + row * stringSize + 4, length));
  }

  /** Appends long strings that are next to each other in memory, as those of a vector usually are. */
  #appendRun(first: number, to: number): number {
    const ends: number[] = [];
    const start = this.#address(first);
    let size = 0;
    let row = first;
    for (; row < to; row += 1) {
      const length = this.#words[row * wordsPerString] ?? 0;
      if (length <= inlineLength || this.isNull(row) || this.#address(row) !== start + size) break;
      size += length;
      ends.push(size);
    }
    const bytes = duckdb.get_data_from_pointer(this.#buffer, this.#offset + first * stringSize + 8, size);
    this.appendSeveral(bytes, ends);
    detachBuffer(bytes);
    return row;
  }

  #address(row: number): number {
    const at = row * wordsPerString;
    return (this.#words[at + 2] ?? 0) + (this.#words[at + 3] ?? 0) * 2 ** 32;
  }
}

/** JSON of the engine, without the words that JSON does not have. */
export class JsonColumn extends StringColumn {
  readonly #writer = new ByteWriter(4096);

  protected override appendBytes(bytes: Uint8Array): void {
    const writer = this.#writer;
    writer.length = 0;
    writer.read(Buffer.from(bytes));
    writer.reserve(bytes.length * widestByte + widestFrame);
    writeEngineJson(writer, 0, bytes.length);
    super.appendBytes(writer.bytes.subarray(0, writer.length));
  }

  protected override appendSeveral(bytes: Uint8Array, ends: readonly number[]): void {
    let start = 0;
    for (const end of ends) {
      this.appendBytes(bytes.subarray(start, end));
      start = end;
    }
  }
}
