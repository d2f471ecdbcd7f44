import { csvCell, csvLine } from "@wellhead/rows";
import { ConnectorError, type Row } from "@wellhead/sdk";
import { checkRow } from "./check-row.js";
import type { BatchWriter } from "./encoding-reader.js";

/** Members of a {@link CsvWriter}. */
export interface CsvWriterOptions {
  /** Ids of the columns, in the order of the header. */
  readonly columns: readonly string[];
  /** Whether cells a spreadsheet would run are made text. */
  readonly formulaEscape: boolean;
}

/** Writes rows as lines of CSV. A key that is no column cannot be written and is not left out quietly: it is an error. */
export class CsvWriter implements BatchWriter {
  readonly #options: CsvWriterOptions;
  readonly #known: ReadonlySet<string>;

  /** @param options - Columns, and what to do with formulas */
  constructor(options: CsvWriterOptions) {
    this.#options = options;
    this.#known = new Set(options.columns);
  }

  write(rows: readonly Row[]): string {
    // Not `map`, which passes over the holes of an array.
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
