import type { ArrowField } from "@wellhead/contract/vocabulary";
import { ArrowRowError } from "./arrow-rows.js";
import type { ArrowColumn } from "./columns/arrow-column.js";
import { makeColumn } from "./columns/make-column.js";
import { ValueMismatch } from "./exact/value-mismatch.js";
import { batchMessage } from "./messages/messages.js";

/** Where text is not UTF-8: the row of the batch, counted from zero, and the column. */
export interface InvalidCell {
  readonly row: number;
  readonly column: string;
}

/** Writes record batches from values that a source stores almost as Arrow does. */
export class ArrowBatchWriter {
  /** Number of rows since the last batch. */
  rows = 0;
  readonly #fields: readonly ArrowField[];
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
    this.#fields = fields;
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
   */
  columnAt(index: number): ArrowColumn {
    const column = this.#columns[index];
    if (column === undefined) throw new RangeError("Could not write a column: it does not exist.");
    this.column = index;
    return column;
  }

  /**
   * Explains why a value could not be written to the last column.
   *
   * @param error - The error
   * @returns ArrowRowError naming the column and the row, or the same error if it is another one
   */
  explain(error: unknown): unknown {
    if (!(error instanceof ValueMismatch)) return error;
    const name = this.#fields[this.column]?.name ?? "";
    const row = this.#before + (this.#columns[this.column]?.length ?? 0) + 1;
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
        first = { row, column: this.#fields[index]?.name ?? "" };
    }
    return first;
  }

  /**
   * Ends the batch.
   *
   * @returns The rows since the last call, as a record batch
   */
  take(): { readonly bytes: Uint8Array; readonly rows: number } {
    const { rows } = this;
    const parts = { nodes: [], buffers: [] };
    for (const column of this.#columns) column.collect(parts);
    this.#before += rows;
    this.rows = 0;
    return { bytes: batchMessage({ length: rows, ...parts }), rows };
  }
}
