import { Buffer } from "node:buffer";
import { endOfJsonString } from "@wellhead/rows";

/** The location of text that is not valid UTF-8. */
export interface InvalidText {
  /** Row of the batch, counted from zero. */
  readonly row: number;
  /** Name of the column. */
  readonly column: string;
}

/** How the rows were written. */
export interface FindInvalidTextOptions {
  /** Format of the rows. */
  readonly format: "json" | "csv";
  /** Names of the columns in order. */
  readonly columns: readonly string[];
}

const [quote, colon, comma, lineFeed] = [0x22, 0x3a, 0x2c, 0x0a];
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Finds the row and the column of the first bytes that are not valid UTF-8.
 *
 * @param bytes - Rows as written, including the invalid bytes
 * @param options - How the rows were written
 * @returns The location of the invalid bytes
 */
export function findInvalidText(bytes: Buffer, { format, columns }: FindInvalidTextOptions): InvalidText {
  const repaired = Buffer.from(bytes.toString());
  let end = 0;
  while (end < bytes.length && bytes[end] === repaired[end]) end += 1;
  return format === "json" ? inJson(bytes, end) : inCsv(bytes, end, columns);
}

function inJson(bytes: Buffer, end: number): InvalidText {
  let row = 0;
  let column = "";
  let depth = 0;
  for (let index = 0; index < end; index += 1) {
    const byte = bytes[index];
    if (byte === openObject || byte === openList) depth += 1;
    if (byte === closeObject || byte === closeList) {
      depth -= 1;
      if (depth === 0) row += 1;
    }
    if (byte !== quote) continue;
    const stop = endOfJsonString(bytes, index + 1) + 1;
    if (depth === 1 && bytes[stop] === colon) column = bytes.toString("utf8", index + 1, stop - 1);
    index = stop - 1;
  }
  return { row, column };
}

function inCsv(bytes: Buffer, end: number, columns: readonly string[]): InvalidText {
  let row = 0;
  let cell = 0;
  let isQuoted = false;
  for (let index = 0; index < end; index += 1) {
    const byte = bytes[index];
    if (byte === quote) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (byte === comma) cell += 1;
    else if (byte === lineFeed) {
      row += 1;
      cell = 0;
    }
  }
  return { row, column: columns[cell] ?? "" };
}
