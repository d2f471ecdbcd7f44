import duckdb, { type DataChunk, type Vector } from "@duckdb/node-bindings";
import type { EncodedBatch } from "@wellhead/sdk";
import { detachBuffer } from "./cells/detach-buffer.js";
import { inlineLength, stringSize } from "./cells/text-vector.js";
import { vectorBytes } from "./cells/vector-bytes.js";
import { batchSize, type ChunkEncoder } from "./chunks/chunk-encoder.js";

/** Minimum bytes of a batch. Smaller pieces are joined. */
const minBatchBytes = 32 * 1024;

/** Emits rows whose text the engine has written, see `rowText`. The first column of every chunk is that text. */
export class TextEncoder implements ChunkEncoder {
  readonly #separator: number;

  /** @param separator - Text after every row */
  constructor(separator: string) {
    this.#separator = Buffer.byteLength(separator);
  }

  *encode(chunk: DataChunk, count: number = duckdb.data_chunk_get_size(chunk)): Generator<EncodedBatch> {
    const strings = new Strings(duckdb.data_chunk_get_vector(chunk, 0), count);
    let pieces: Uint8Array[] = [];
    let size = 0;
    let begin = 0;
    for (let row = 0; row < count; ) {
      const end = strings.runEnd(row, count);
      const piece = strings.run(row, end);
      pieces.push(piece);
      size += piece.length;
      row = end;
      if (size < minBatchBytes && row < count) continue;
      // A large piece, as most are, is emitted without copying.
      const bytes = piece.length === size && size >= minBatchBytes ? piece : strings.join(pieces, size);
      // Drops the last separator, because the server adds the separators between batches.
      yield {
        bytes: bytes.subarray(0, size - this.#separator),
        rows: row - begin,
        release: () => detachBuffer(bytes),
      };
      begin = row;
      pieces = [];
      size = 0;
    }
    strings.detach();
    // Returns the chunk's text to the engine now instead of when the garbage collector finds it.
    duckdb.data_chunk_reset(chunk);
  }

  /** @returns Nothing, because every chunk is emitted in full */
  finish(): readonly EncodedBatch[] {
    return [];
  }
}

/** The strings of a vector, copied many at a time. */
class Strings {
  readonly #buffer: ArrayBuffer;
  readonly #offset: number;
  readonly #words: Uint32Array;

  constructor(vector: Vector, count: number) {
    const { buffer, offset } = vectorBytes(vector, count * stringSize);
    this.#buffer = buffer;
    this.#offset = offset;
    this.#words = new Uint32Array(buffer, offset, count * 4);
  }

  /**
   * Returns the end of the run of rows that begins with `row` and is contiguous in memory. The engine usually stores
   * strings like this.
   */
  runEnd(row: number, count: number): number {
    const words = this.#words;
    let length = words[row * 4] ?? 0;
    let size = length;
    let end = row + 1;
    // Short strings are stored in the vector itself, so each is a run of its own.
    if (length <= inlineLength) return end;
    const start = this.#address(row);
    for (; end < count && size < batchSize; end++) {
      length = words[end * 4] ?? 0;
      if (length <= inlineLength || this.#address(end) !== start + size) return end;
      size += length;
    }
    return end;
  }

  /** Copies such a run out of the engine's memory. */
  run(row: number, end: number): Uint8Array {
    const length = this.#words[row * 4] ?? 0;
    const place = this.#offset + row * stringSize;
    if (length <= inlineLength) return new Uint8Array(this.#buffer, place + 4, length);
    const size = this.#address(end - 1) + (this.#words[(end - 1) * 4] ?? 0) - this.#address(row);
    return duckdb.get_data_from_pointer(this.#buffer, place + 8, size);
  }

  /** Joins runs in a new buffer. */
  join(runs: readonly Uint8Array[], size: number): Uint8Array {
    const bytes = Buffer.allocUnsafeSlow(size);
    let position = 0;
    for (const run of runs) {
      bytes.set(run, position);
      position += run.length;
      if (run.buffer !== this.#buffer) detachBuffer(run);
    }
    return bytes;
  }

  /** Frees the memory of the strings. */
  detach(): void {
    detachBuffer(this.#words);
  }

  #address(row: number): number {
    return (this.#words[row * 4 + 2] ?? 0) + (this.#words[row * 4 + 3] ?? 0) * 2 ** 32;
  }
}
