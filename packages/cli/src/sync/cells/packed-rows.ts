import type { Cell } from "./column.js";

/**
 * Rows that wait to be stored: an array of arrays of cells, as JSON. Bytes take much less memory than objects, and an
 * engine can read them from a file.
 */
export interface PackedRows {
  /** Number of rows. */
  readonly count: number;
  readonly json: Uint8Array;
}

/**
 * Packs rows.
 *
 * @param rows - Rows of cells, all with the same number of them
 * @returns The rows as bytes
 */
export function packRows(rows: readonly (readonly Cell[])[]): PackedRows {
  return { count: rows.length, json: Buffer.from(JSON.stringify(rows)) };
}

/**
 * Unpacks rows.
 *
 * @param rows - What `packRows` returned
 * @returns The rows of cells
 */
export function unpackRows({ json }: PackedRows): readonly (readonly Cell[])[] {
  // The bytes come from `packRows`.
  return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString()) as Cell[][];
}
