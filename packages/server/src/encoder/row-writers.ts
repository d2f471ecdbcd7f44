import { csvCell, csvLine, JsonRows } from "@wellhead/rows";
import { ConnectorError, type Row } from "@wellhead/sdk";
import { checkRow, markPrefixOf, writeRow } from "./check-row.js";
import type { BatchWriter } from "./encoding-reader.js";

/** Options of {@link JsonWriter}. */
export interface JsonWriterOptions {
  /** Text between two rows. */
  readonly separator: string;
  /** Key that no row may consist of alone, because it marks a failed stream. */
  readonly reservedKey: string;
}

/** Serializes rows as JSON objects, and checks them both before and after. */
export class JsonWriter implements BatchWriter {
  readonly #options: JsonWriterOptions;
  readonly #markPrefix: string;
  readonly #rows: JsonRows;

  /** @param options - Separator and reserved key */
  constructor(options: JsonWriterOptions) {
    this.#options = options;
    this.#markPrefix = markPrefixOf(options.reservedKey);
    this.#rows = new JsonRows(options.separator);
  }

  write(rows: readonly Row[]): string {
    const { separator, reservedKey } = this.#options;
    // `map` would skip the holes of a sparse array, so they would not be checked.
    const checked = Array.from(rows, (row) => checkRow(row, reservedKey));
    const text = this.#rows.write(checked);
    // A getter may return another value on each read, or change a row, so the text is checked as well.
    const isSafe = !text.includes(this.#markPrefix) && !checked.some((row) => "toJSON" in row);
    return isSafe ? text : checked.map((row) => writeRow(row, reservedKey)).join(separator);
  }
}

/** Options of {@link CsvWriter}. */
export interface CsvWriterOptions {
  /** Ids of the columns, in the order of the header. */
  readonly columns: readonly string[];
  /** Whether cells that a spreadsheet would run as formulas are turned into text. */
  readonly formulaEscape: boolean;
  /** Key that no row may consist of alone, because it marks a failed stream. */
  readonly reservedKey: string;
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
    return Array.from(rows, (row) => this.#line(checkRow(row, this.#options.reservedKey))).join("\r\n");
  }

  #line(row: Row): string {
    const { columns, formulaEscape } = this.#options;
    for (const key of Object.keys(row)) {
      if (!this.#known.has(key)) {
        throw new ConnectorError(
          "internal",
          `Could not write the rows as CSV: the column "${key}" first appeared after the header was sent. Request JSON or NDJSON.`,
        );
      }
    }
    return csvLine(
      columns.map((column) => csvCell(Object.hasOwn(row, column) ? row[column] : undefined, formulaEscape)),
    );
  }
}
