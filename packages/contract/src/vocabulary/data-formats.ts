/** Media types of the responses of POST /. The first is the default. */
export const dataMediaTypes = {
  json: "application/json",
  ndjson: "application/x-ndjson",
  csv: "text/csv",
} as const;

/** Format of the rows of POST /. */
export type DataFormat = keyof typeof dataMediaTypes;
