import type { EncodedRows } from "./encoded-rows.js";

/** One row: column ids and values that JSON can hold, or a `Date`, or a `bigint`. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * What a source may answer with: one batch, batches as they come, or rows that already are bytes.
 *
 * Batches keep memory flat: the next one is asked for when the caller has taken the last.
 */
export type Rows<Shape = Row> = readonly Shape[] | AsyncIterable<readonly Shape[]> | EncodedRows;
