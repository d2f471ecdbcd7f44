import type { Row } from "@wellhead/sdk";
import { checkRow } from "./check-row.js";
import type { RowWriter } from "./row-writer.js";
import { writeJson } from "./write-json.js";

/**
 * Writes rows as JSON objects.
 *
 * Dates are ISO 8601, NaN and the infinities `null`, `undefined` members are left out, lone surrogates are escaped,
 * all as `JSON.stringify` does; `bigint` is a number with all its digits.
 */
export class JsonWriter implements RowWriter {
  readonly #separator: string;
  /** Whether rows have values that only the slower writer can write. */
  #exact = false;

  /** @param separator - What stands between two rows */
  constructor(separator: string) {
    this.#separator = separator;
  }

  write(rows: readonly Row[]): string {
    const checked = rows.map((row) => checkRow(row));
    if (this.#exact) return this.#writeExactly(checked);
    try {
      // A whole batch in one call is a third faster than row by row.
      if (this.#separator === ",") return JSON.stringify(checked).slice(1, -1);
      return checked.map((row) => JSON.stringify(row)).join(this.#separator);
    } catch {
      this.#exact = true;
      return this.#writeExactly(checked);
    }
  }

  #writeExactly(rows: readonly Row[]): string {
    return rows.map((row) => writeJson(row) ?? "{}").join(this.#separator);
  }
}
