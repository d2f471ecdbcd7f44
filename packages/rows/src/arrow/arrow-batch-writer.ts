import type { ArrowField } from "@wellhead/contract/vocabulary";
import type { ArrowColumn } from "./columns/arrow-column.js";
import { columnItem } from "./columns/column-item.js";
import { makeColumn } from "./columns/make-column.js";
import { ValueMismatch } from "./exact/value-mismatch.js";
import { batchMessage } from "./messages/messages.js";

/** A value that its column cannot hold, or a column that the schema does not have. */
export class ArrowRowError extends Error {
  override readonly name = "ArrowRowError";
}

/** Where text is not UTF-8: the row of the batch, counted from zero, and the column. */
export interface InvalidCell {
  readonly row: number;
  readonly column: string;
}

/** Writes record batches from values that a source stores almost as Arrow does. */
export class ArrowBatchWriter {
  /** Number of rows since the last batch. */
  rows = 0;
  readonly #names: readonly string[];
  readonly #columns: readonly ArrowColumn[];
  #before = 0;
  /** Index of the column that was written last. */
  protected column = 0;

  /**
   * Creates a writer without rows.
   *
   * @param fields - The columns
   */
  constructor(fields: readonly ArrowField[]) {
    this.#names = fields.map(({ name }) => name);
    this.#columns = fields.map(({ type }) => makeColumn(type));
  }

  /** Whether a batch has been taken. */
  get hasTaken(): boolean {
    return this.#before > 0;
  }

  /**
   * Returns a column to append to. Each has the same number of values when the batch is taken.
   *
   * @param index - Its index
   * @returns The column
   * @throws RangeError when there is no such column
   */
  columnAt(index: number): ArrowColumn {
    this.column = index;
    return columnItem(this.#columns, index);
  }

  /**
   * Explains why a value could not be written to the last column.
   *
   * @param error - The error
   * @returns ArrowRowError naming the column and the row, or the same error if it is another one
   */
  explain(error: unknown): unknown {
    if (!(error instanceof ValueMismatch)) return error;
    const name = columnItem(this.#names, this.column);
    const row = this.#before + columnItem(this.#columns, this.column).length + 1;
    return new ArrowRowError(
      `Could not write the column "${name}" as Arrow: row ${row} does not fit its type, ${error.message}. Request JSON or NDJSON.`,
      { cause: error },
    );
  }

  /**
   * Finds text that is not UTF-8.
   *
   * @returns Where the first one is; `undefined` when there is none
   */
  findInvalid(): InvalidCell | undefined {
    let first: InvalidCell | undefined;
    for (const [index, column] of this.#columns.entries()) {
      const row = column.findInvalid();
      if (row !== undefined && (first === undefined || row < first.row))
        first = { row, column: columnItem(this.#names, index) };
    }
    return first;
  }

  /**
   * Ends the batch.
   *
   * @param metadata - Facts about the batch. Default: none
   * @returns The rows since the last call, as a record batch
   */
  take(metadata: Readonly<Record<string, string>> = {}): {
    readonly bytes: Uint8Array;
    readonly rows: number;
  } {
    const { rows } = this;
    const parts = { nodes: [], buffers: [] };
    for (const column of this.#columns) column.collect(parts);
    this.#before += rows;
    this.rows = 0;
    return { bytes: batchMessage({ length: rows, ...parts, metadata }), rows };
  }
}
