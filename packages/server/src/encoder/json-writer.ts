import { JsonRows } from "@wellhead/rows";
import type { Row } from "@wellhead/sdk";
import { checkRow, markPrefix, writeRow } from "./check-row.js";
import type { BatchWriter } from "./encoding-reader.js";

/** Serializes rows as JSON objects, and checks them both before and after. */
export class JsonWriter implements BatchWriter {
  readonly #separator: string;
  readonly #rows: JsonRows;

  /** @param separator - Text between two rows */
  constructor(separator: string) {
    this.#separator = separator;
    this.#rows = new JsonRows(separator);
  }

  write(rows: readonly Row[]): string {
    // `map` would skip the holes of a sparse array, so they would not be checked.
    const checked = Array.from(rows, (row) => checkRow(row));
    const text = this.#rows.write(checked);
    // A getter may return another value on each read, or change a row, so the text is checked as well.
    const isSafe = !text.includes(markPrefix) && !checked.some((row) => "toJSON" in row);
    return isSafe ? text : checked.map((row) => writeRow(row)).join(this.#separator);
  }
}
