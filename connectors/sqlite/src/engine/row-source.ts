import type { TextEncoding } from "./text-encoding.js";

/** Rows of JSON or CSV cells as SQL wrote them, joined by their separator. */
export interface RawBatch {
  readonly bytes: Buffer;
  readonly rows: number;
}

/** Where raw rows come from; reads no further than it is asked. */
export type RowSource = Iterable<RawBatch>;

/** What rows are read with. */
export interface RowSourceOptions {
  /** Expression of a row over the columns `c0`, `c1` and so on. */
  readonly row: string;
  /** What stands between two rows. */
  readonly separator: string;
  /** How the file keeps its text. */
  readonly encoding: TextEncoding;
}

/** Bytes that a batch is to have, more or less. */
export const batchSize = 128 * 1024;
