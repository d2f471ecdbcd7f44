import type { TextEncoding } from "./text-encoding.js";

/** Rows of JSON or CSV cells as written by SQL, joined by their separator. */
export interface RawBatch {
  readonly bytes: Buffer;
  readonly rows: number;
}

/** A source of raw rows, which reads them only on demand. */
export type RowSource = Iterable<RawBatch>;

/** How to read rows. */
export interface RowSourceOptions {
  /** SQL expression of a row over the columns `c0`, `c1` and so on. */
  readonly row: string;
  /** Separator between two rows. */
  readonly separator: string;
  /** The encoding of the file's text. */
  readonly encoding: TextEncoding;
}

/** Approximate size of a batch in bytes. */
export const batchSize = 128 * 1024;
