import duckdb, { type DataChunk } from "@duckdb/node-bindings";
import { RowBuilder, spareBuffers } from "@wellhead/rows";
import type { EncodedBatch, RowEncoding } from "@wellhead/sdk";
import type { Cell } from "./cells/cell.js";
import { csvNotation, escapedCsvNotation, jsonNotation } from "./cells/notation.js";
import { batchSize, type ChunkEncoder } from "./chunks/chunk-encoder.js";
import type { EncodedColumn } from "./chunks/encoded-column.js";
import { makeCell } from "./make-cell.js";

/** Extra bytes of a buffer beyond the batch size, so that most batches do not need to grow it. */
const slack = 16 * 1024;

/** Encodes the engine's chunks as rows of JSON or CSV, reading directly from their memory. */
export class RowEncoder implements ChunkEncoder {
  readonly #rows: RowBuilder;
  readonly #cells: readonly Cell[];

  /**
   * @param columns - Columns in the order of the result
   * @param encoding - JSON or CSV, and the separator of rows
   */
  constructor(columns: readonly EncodedColumn[], encoding: RowEncoding) {
    const names = columns.map(({ name }) => name);
    this.#rows = new RowBuilder({ names, format: encoding, size: batchSize + slack });
    const csv = encoding.formulaEscape === true ? escapedCsvNotation : csvNotation;
    const notation = encoding.format === "json" ? jsonNotation : csv;
    this.#cells = columns.map(({ type }) => makeCell(type, { writer: this.#rows.target, notation }));
  }

  *encode(chunk: DataChunk, count: number = duckdb.data_chunk_get_size(chunk)): Generator<EncodedBatch> {
    for (const [index, cell] of this.#cells.entries()) {
      cell.load(duckdb.data_chunk_get_vector(chunk, index), count);
    }
    for (let row = 0; row < count; row++) {
      this.#writeRow(row);
      if (this.#rows.target.length >= batchSize) yield this.#take();
    }
    // Returns the chunk's text to the engine now instead of when the garbage collector finds it.
    duckdb.data_chunk_reset(chunk);
  }

  *finish(): Generator<EncodedBatch> {
    if (this.#rows.rows > 0) yield this.#take();
  }

  #writeRow(row: number): void {
    const rows = this.#rows;
    const cells = this.#cells;
    // Each cell reserves the space for its value, because only the cell knows the size.
    rows.begin(0);
    for (let index = 0; index < cells.length; index++) {
      rows.before(index);
      cells[index]?.write(row);
    }
    rows.end();
  }

  #take(): EncodedBatch {
    const { bytes, rows } = this.#rows.take();
    let buffer: ArrayBufferLike | undefined = bytes.buffer;
    const release = (): void => {
      // Release only once, because another stream may already use the memory by the second call.
      if (buffer !== undefined) spareBuffers.store(buffer);
      buffer = undefined;
    };
    return { bytes, rows, release };
  }
}
