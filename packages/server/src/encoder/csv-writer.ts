import { csvCell, csvLine } from "@wellhead/rows";
import { ConnectorError, type Row } from "@wellhead/sdk";
import { checkRow } from "./check-row.js";
import type { BatchWriter } from "./encoding-reader.js";

/** Options of {@link CsvWriter}. */
export interface CsvWriterOptions {
  /** Ids of the columns, in the order of the header. */
  readonly columns: readonly string[];
  /** Whether cells that a spreadsheet would run as formulas are turned into text. */
  readonly formulaEscape: boolean;
}

/** Writes rows as lines of CSV. A row with a key that is not a column is an error; the key is not silently dropped. */
export class CsvWriter implements BatchWriter {
  readonly #options: CsvWriterOptions;
  readonly #known: ReadonlySet<string>;

  /** @param options - Columns, and what to do with formulas */
  constructor(options: CsvWriterOptions) {
    this.#options = options;
    this.#known = new Set(options.columns);
  }

  write(rows: readonly Row[]): string {
    // `map` would skip the holes of a sparse array, so they would not be checked.
    return Array.from(rows, (row) => this.#line(checkRow(row))).join("\r\n");
  }

  #line(row: Row): string {
    const { columns, formulaEscape } = this.#options;
    for (const key of Object.keys(row)) {
      if (!this.#known.has(key)) {
        throw new ConnectorError(
          "internal",
          `Write CSV: found the new column "${key}" after the header was sent, wanted the columns of the first rows; ask for JSON or NDJSON`,
        );
      }
    }
    return csvLine(
      columns.map((column) => csvCell(Object.hasOwn(row, column) ? row[column] : undefined, formulaEscape)),
    );
  }
}
