/** Member name that marks the last record of a stream that could not be completed. */
export const streamErrorKey = "__streamError";

/** Media types of the responses of POST /. The first is the default. */
export const dataMediaTypes = {
  json: "application/json",
  ndjson: "application/x-ndjson",
  csv: "text/csv",
  /** NDJSON with a last line, {@link endedLinesMark}, that says that the rows are complete. */
  endedLines: "application/vnd.wellhead.ndjson",
  /** Record batches of Apache Arrow. @see docs/arrow.md */
  arrow: "application/vnd.apache.arrow.stream",
} as const;

/** Format of the rows of POST /. */
export type DataFormat = keyof typeof dataMediaTypes;

/**
 * Last line of the format `endedLines` if the rows are complete. No row can look like it. It shows the end of the rows
 * to a reader behind a proxy that ends a broken response as if it were complete.
 *
 * @see docs/contract.md, POST /
 */
export const endedLinesMark = `{"${streamErrorKey}":null}` as const;
