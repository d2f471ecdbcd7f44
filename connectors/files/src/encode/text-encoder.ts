import duckdb, { type DataChunk, type Vector } from "@duckdb/node-bindings";
import type { EncodedBatch } from "@wellhead/sdk";
import { batchSize, type ChunkEncoder } from "./chunk-encoder.js";
import { giveBack } from "./give-back.js";
import { inlineLength, stringSize } from "./text-vector.js";
import { vectorBytes } from "./vector-bytes.js";

/** Bytes that make a batch: pieces smaller than that are joined. */
const enough = 32 * 1024;

/** Hands over rows whose text the engine has made, see `rowText`: chunks whose first column is that text. */
export class TextEncoder implements ChunkEncoder {
  readonly #separator: number;

  /** @param separator - What stands behind every row */
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
      if (size < enough && row < count) continue;
      // A large piece, as most are, is handed over as it is.
      const bytes = piece.length === size && size >= enough ? piece : strings.join(pieces, size);
      // The separator stands between rows of a batch; between batches the server puts it.
      yield {
        bytes: bytes.subarray(0, size - this.#separator),
        rows: row - begin,
        release: () => giveBack(bytes),
      };
      begin = row;
      pieces = [];
      size = 0;
    }
    strings.giveBack();
    // Gives the chunk's text back to the engine now instead of when the garbage collector finds it.
    duckdb.data_chunk_reset(chunk);
  }

  /** @returns Nothing: every chunk is handed over in full */
  finish(): readonly EncodedBatch[] {
    return [];
  }
}

/** The strings of a vector, to be copied many at a time. */
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

  /** Finds the row behind those that lie in memory one behind another, beginning with `row`; the engine mostly has it so. */
  runEnd(row: number, count: number): number {
    const words = this.#words;
    let length = words[row * 4] ?? 0;
    let size = length;
    let end = row + 1;
    // Short strings lie inside the vector, each on its own.
    if (length <= inlineLength) return end;
    const start = this.#address(row);
    for (; end < count && size < batchSize; end++) {
      length = words[end * 4] ?? 0;
      if (length <= inlineLength || this.#address(end) !== start + size) return end;
      size += length;
    }
    return end;
  }

  /** Copies such rows out of the engine's memory. */
  run(row: number, end: number): Uint8Array {
    const length = this.#words[row * 4] ?? 0;
    const place = this.#offset + row * stringSize;
    if (length <= inlineLength) return new Uint8Array(this.#buffer, place + 4, length);
    const size = this.#address(end - 1) + (this.#words[(end - 1) * 4] ?? 0) - this.#address(row);
    return duckdb.get_data_from_pointer(this.#buffer, place + 8, size);
  }

  /** Joins runs to bytes of their own. */
  join(runs: readonly Uint8Array[], size: number): Uint8Array {
    const bytes = Buffer.allocUnsafeSlow(size);
    let position = 0;
    for (const run of runs) {
      bytes.set(run, position);
      position += run.length;
      if (run.buffer !== this.#buffer) giveBack(run);
    }
    return bytes;
  }

  /** Ends the use of the strings. */
  giveBack(): void {
    giveBack(this.#words);
  }

  #address(row: number): number {
    return (this.#words[row * 4 + 2] ?? 0) + (this.#words[row * 4 + 3] ?? 0) * 2 ** 32;
  }
}
