import duckdb, { type DataChunk } from "@duckdb/node-bindings";
import { RowBuilder, spareBuffers } from "@wellhead/rows";
import type { EncodedBatch, RowEncoding } from "@wellhead/sdk";
import type { Cell } from "./cells/cell.js";
import { batchSize, type ChunkEncoder } from "./chunk-encoder.js";
import type { EncodedColumn } from "./encoded-column.js";
import { makeCell } from "./make-cell.js";
import { csvNotation, escapedCsvNotation, jsonNotation } from "./notation.js";

/** Bytes that a buffer has beyond a batch, so that most batches never grow it. */
const slack = 16 * 1024;

/** Writes chunks of the engine as rows of JSON or CSV, straight from its memory. */
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
    // Each cell makes room for its own value: only it knows how much.
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
      // Once: by the next time, the memory may be another stream's.
      if (buffer instanceof ArrayBuffer) spareBuffers.give(buffer);
      buffer = undefined;
    };
    return { bytes, rows, release };
  }
}
