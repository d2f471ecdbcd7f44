import { writeJson } from "./write-json.js";

/**
 * Writes objects as rows of JSON.
 *
 * As with `JSON.stringify`, dates become ISO 8601, NaN and the infinities become `null`, `undefined` members are
 * omitted, and lone surrogates are escaped. In addition, a `bigint` becomes a number with all its digits.
 */
export class JsonRows {
  readonly #separator: string;
  /** Whether some rows have values that only the slower writer can write. */
  #isExact = false;

  /**
   * Creates a writer.
   *
   * @param separator - Text between two rows
   */
  constructor(separator: string) {
    this.#separator = separator;
  }

  /**
   * Writes rows.
   *
   * @param rows - Objects, not arrays or values that `toJSON` converts to something else
   * @returns Their JSON, joined by the separator
   * @throws TypeError when a row is nested deeper than 500 levels, such as one that contains itself
   */
  write(rows: readonly object[]): string {
    return (this.#isExact ? undefined : this.#writeFast(rows)) ?? this.#writeExact(rows);
  }

  /** Returns `undefined` when the rows have values that only the slower writer can write. */
  #writeFast(rows: readonly object[]): string | undefined {
    try {
      // A whole batch in one call is a third faster than row by row.
      if (this.#separator === ",") return JSON.stringify(rows).slice(1, -1);
      return rows.map((row) => JSON.stringify(row)).join(this.#separator);
    } catch {
      this.#isExact = true;
      return undefined;
    }
  }

  #writeExact(rows: readonly object[]): string {
    return rows.map((row) => writeJson(row) ?? "{}").join(this.#separator);
  }
}
