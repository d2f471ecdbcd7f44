import { JsonRows } from "@wellhead/rows";
import type { Row } from "@wellhead/sdk";
import { checkRow, markBeginning, writeRow } from "./check-row.js";
import type { BatchWriter } from "./encoding-reader.js";

/** Writes rows as JSON objects, and checks before and after that they are rows. */
export class JsonWriter implements BatchWriter {
  readonly #separator: string;
  readonly #rows: JsonRows;

  /** @param separator - Text between two rows */
  constructor(separator: string) {
    this.#separator = separator;
    this.#rows = new JsonRows(separator);
  }

  write(rows: readonly Row[]): string {
    // Not `map`, which passes over the holes of an array.
    const checked = Array.from(rows, (row) => checkRow(row));
    const text = this.#rows.write(checked);
    // A getter may return another value each time it is read, or change a row, so what was written is looked at too.
    const isSafe = !text.includes(markBeginning) && !checked.some((row) => "toJSON" in row);
    return isSafe ? text : checked.map((row) => writeRow(row)).join(this.#separator);
  }
}
