import type { EncodedRows } from "./encoded-rows.js";

/** One row: values by column id. A value is anything JSON can hold, a `Date` or a `bigint`. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * What a source may return: one batch, a stream of batches, or encoded rows.
 *
 * A stream of batches keeps memory use constant: the next batch is requested after the caller has taken the last one.
 */
export type Rows<Shape = Row> = readonly Shape[] | AsyncIterable<readonly Shape[]> | EncodedRows;
