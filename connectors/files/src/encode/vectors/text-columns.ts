import duckdb, { type Vector } from "@duckdb/node-bindings";
import { type ArrowParts, ByteWriter, GrowingBytes } from "@wellhead/rows";
import { detachBuffer } from "../cells/detach-buffer.js";
import { inlineLength, stringSize, TextVector } from "../cells/text-vector.js";
import { vectorBytes } from "../cells/vector-bytes.js";
import { writeEngineJson } from "../cells/write-engine-json.js";
import { VectorColumn } from "./vector-column.js";

const wordsPerString = stringSize / 4;

/** Texts and bytes, which are copied many at a time. */
export class StringColumn extends VectorColumn {
  /** The bytes of all values. */
  readonly #values = new GrowingBytes();
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
    return this.#values.length + this.#offsets.length;
  }

  protected loadValues(vector: Vector, count: number): void {
    detachBuffer(this.#words);
    const { buffer, offset } = vectorBytes(vector, count * stringSize);
    this.#buffer = buffer;
    this.#offset = offset;
    this.#words = new Uint32Array(buffer, offset, count * wordsPerString);
  }

  protected appendValues(from: number, to: number): void {
    let at = this.#offsets.reserve((to - from) * 4);
    const { view } = this.#offsets;
    for (let row = from; row < to; ) {
      const length = this.#words[row * wordsPerString] ?? 0;
      if (length > inlineLength && !this.isNull(row)) {
        const next = this.#appendRun(row, to, at);
        at += (next - row) * 4;
        row = next;
      } else {
        if (!this.isNull(row)) this.#appendInline(row, length);
        view.setInt32(at, this.#values.length, true);
        at += 4;
        row += 1;
      }
    }
  }

  protected collectValues({ buffers }: ArrowParts): void {
    buffers.push(this.#offsets.written(), this.#values.written());
    this.#values.length = 0;
    this.#offsets.length = 0;
    this.#offsets.putInt32(0);
  }

  /** A short string is stored in the vector itself. Its words are copied, with the bytes after it, which the next value overwrites. */
  #appendInline(row: number, length: number): void {
    const at = this.#values.reserve(inlineLength);
    const { view } = this.#values;
    const first = row * wordsPerString + 1;
    view.setUint32(at, this.#words[first] ?? 0, true);
    view.setUint32(at + 4, this.#words[first + 1] ?? 0, true);
    view.setUint32(at + 8, this.#words[first + 2] ?? 0, true);
    this.#values.length = at + length;
  }

  /** Appends long strings that are next to each other in memory, as those of a vector usually are. */
  #appendRun(first: number, to: number, firstOffset: number): number {
    const start = this.#address(first);
    const before = this.#values.length;
    const { view } = this.#offsets;
    let size = 0;
    let row = first;
    for (let at = firstOffset; row < to; row += 1, at += 4) {
      const length = this.#words[row * wordsPerString] ?? 0;
      if (length <= inlineLength || this.isNull(row) || this.#address(row) !== start + size) break;
      size += length;
      view.setInt32(at, before + size, true);
    }
    const bytes = duckdb.get_data_from_pointer(this.#buffer, this.#offset + first * stringSize + 8, size);
    const target = this.#values.reserve(size);
    this.#values.bytes.set(bytes, target);
    detachBuffer(bytes);
    return row;
  }

  #address(row: number): number {
    const at = row * wordsPerString;
    return (this.#words[at + 2] ?? 0) + (this.#words[at + 3] ?? 0) * 2 ** 32;
  }
}

/** JSON of the engine, without the words that JSON does not have. */
export class JsonColumn extends VectorColumn {
  readonly #writer = new ByteWriter(4096);
  readonly #offsets = new GrowingBytes();
  readonly #texts = new TextVector();

  /** Prepares a column. */
  constructor() {
    super();
    this.#offsets.putInt32(0);
  }

  get size(): number {
    return this.#writer.length + this.#offsets.length;
  }

  protected loadValues(vector: Vector, count: number): void {
    this.#texts.load(vector, count, { at: (row) => this.isNull(row) });
  }

  protected appendValues(from: number, to: number): void {
    for (let row = from; row < to; row += 1) {
      if (!this.isNull(row)) this.#texts.write(row, this.#writer, writeEngineJson);
      this.#offsets.putInt32(this.#writer.length);
    }
  }

  protected collectValues({ buffers }: ArrowParts): void {
    buffers.push(this.#offsets.written(), this.#writer.bytes.subarray(0, this.#writer.length));
    this.#writer.length = 0;
    this.#offsets.length = 0;
    this.#offsets.putInt32(0);
  }
}
