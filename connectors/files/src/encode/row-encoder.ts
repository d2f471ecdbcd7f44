import duckdb, { type DataChunk } from "@duckdb/node-bindings";
import type { EncodedBatch, RowEncoding } from "@wellhead/sdk";
import { ByteWriter } from "./byte-writer.js";
import type { Cell } from "./cells/cell.js";
import { batchSize, type ChunkEncoder } from "./chunk-encoder.js";
import type { EncodedColumn } from "./encoded-column.js";
import { type Fragment, fragment } from "./fragment.js";
import { makeCell } from "./make-cell.js";
import { csvNotation, harmlessCsvNotation, jsonNotation } from "./notation.js";

const closingBrace = 0x7d;

/** A line of CSV whose only cell is NULL. */
const emptyLine = fragment('""');

/** Writes chunks of the engine as rows of JSON or CSV, straight from its memory. */
export class RowEncoder implements ChunkEncoder {
  readonly #writer = new ByteWriter(batchSize);
  readonly #cells: readonly Cell[];
  /** What stands before each cell. */
  readonly #prefixes: readonly Fragment[];
  readonly #json: boolean;
  readonly #separator: Fragment;
  #rows = 0;

  /**
   * @param columns - Columns in the order of the result
   * @param encoding - JSON or CSV, and what stands between rows
   */
  constructor(columns: readonly EncodedColumn[], { format, separator, formulaEscape = false }: RowEncoding) {
    const json = format === "json";
    const csv = formulaEscape ? harmlessCsvNotation : csvNotation;
    const options = { writer: this.#writer, notation: json ? jsonNotation : csv };
    this.#cells = columns.map(({ type }) => makeCell(type, options));
    this.#prefixes = columns.map(({ name }, index) => fragment(prefix(name, index, json)));
    this.#json = json;
    this.#separator = fragment(separator);
  }

  *encode(chunk: DataChunk, count: number = duckdb.data_chunk_get_size(chunk)): Generator<EncodedBatch> {
    for (const [index, cell] of this.#cells.entries()) {
      cell.load(duckdb.data_chunk_get_vector(chunk, index), count);
    }
    for (let row = 0; row < count; row++) {
      this.#writeRow(row);
      if (this.#writer.position >= batchSize) yield this.#take();
    }
    // Gives the chunk's text back to the engine now instead of when the garbage collector finds it.
    duckdb.data_chunk_reset(chunk);
  }

  *finish(): Generator<EncodedBatch> {
    if (this.#rows > 0) yield this.#take();
  }

  #writeRow(row: number): void {
    const writer = this.#writer;
    const cells = this.#cells;
    const prefixes = this.#prefixes;
    if (this.#rows > 0) writer.copy(this.#separator);
    const begin = writer.position;
    for (let index = 0; index < cells.length; index++) {
      const before = prefixes[index];
      if (before !== undefined) writer.copy(before);
      cells[index]?.write(row);
    }
    // An empty line of CSV would be read as no row at all.
    if (this.#json) writer.put(closingBrace);
    else if (writer.position === begin) writer.copy(emptyLine);
    this.#rows++;
  }

  #take(): EncodedBatch {
    const batch = { ...this.#writer.take(), rows: this.#rows };
    this.#rows = 0;
    return batch;
  }
}

function prefix(name: string, index: number, json: boolean): string {
  if (json) return `${index === 0 ? "{" : ","}${JSON.stringify(name)}:`;
  return index === 0 ? "" : ",";
}
