import duckdb, { type DataChunk } from "@duckdb/node-bindings";
import { type ArrowParts, batchMessage, spareBuffers } from "@wellhead/rows";
import type { EncodedBatch } from "@wellhead/sdk";
import type { ChunkEncoder } from "../chunks/chunk-encoder.js";
import type { EncodedColumn } from "../chunks/encoded-column.js";
import { makeVectorColumn } from "./make-vector-column.js";
import type { VectorColumn } from "./vector-column.js";

/**
 * Number of rows, and of bytes, after which a record batch ends. The system takes so few bytes at once, so that the next
 * record batch is written while they are sent.
 */
const maxRows = 65_536;
const maxBytes = 2 ** 20;

/** Copies the engine's chunks into record batches of Apache Arrow. The first one has the rows of the first chunk. */
export class VectorEncoder implements ChunkEncoder {
  readonly #columns: readonly VectorColumn[];
  #skip: number;
  #rows = 0;
  #isFirst = true;

  /**
   * @param columns - Columns in the order of the result
   * @param skip - Number of rows to leave out at the start
   */
  constructor(columns: readonly EncodedColumn[], skip: number) {
    this.#columns = columns.map(({ type }) => makeVectorColumn(type));
    this.#skip = skip;
  }

  *encode(chunk: DataChunk, count: number = duckdb.data_chunk_get_size(chunk)): Generator<EncodedBatch> {
    const from = Math.min(this.#skip, count);
    this.#skip -= from;
    if (from < count) {
      for (const [index, column] of this.#columns.entries()) {
        column.load(duckdb.data_chunk_get_vector(chunk, index), count);
        column.append(from, count);
      }
      this.#rows += count - from;
    }
    // Returns the chunk's text to the engine now instead of when the garbage collector finds it.
    duckdb.data_chunk_reset(chunk);
    if (this.#rows === 0 || !this.#isFull()) return;
    this.#isFirst = false;
    yield this.#take();
  }

  *finish(): Generator<EncodedBatch> {
    if (this.#rows > 0) yield this.#take();
  }

  #isFull(): boolean {
    if (this.#isFirst || this.#rows >= maxRows) return true;
    return this.#columns.reduce((sum, column) => sum + column.size, 0) >= maxBytes;
  }

  #take(): EncodedBatch {
    const parts: ArrowParts = { nodes: [], buffers: [] };
    for (const column of this.#columns) column.collect(parts);
    const rows = this.#rows;
    this.#rows = 0;
    const bytes = batchMessage({ length: rows, ...parts });
    return { bytes, rows, release: () => spareBuffers.store(bytes.buffer) };
  }
}
