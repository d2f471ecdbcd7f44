import { type ExactRow, parseExactJson } from "../json/exact-json.js";

/** Rows that have arrived together. */
export class RowBatch {
  /** The JSON text of each row, on one line, digit by digit as the connector sent it. */
  readonly texts: readonly string[];
  /** Number of bytes of the body that contained them, after decompression. */
  readonly bytes: number;

  /**
   * Holds rows.
   *
   * @param texts - The JSON text of each row
   * @param bytes - How many bytes brought them
   */
  constructor(texts: readonly string[], bytes: number) {
    this.texts = texts;
    this.bytes = bytes;
  }

  /**
   * Parses the rows.
   *
   * @returns A value for each row. A number that a double cannot represent is an `ExactNumber`
   */
  rows(): readonly ExactRow[] {
    // Every text has been checked to be an object.
    return this.texts.map((text) => parseExactJson(text) as ExactRow);
  }
}
