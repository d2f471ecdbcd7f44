/** How rows are to be written. */
export interface RowEncoding {
  /** `json`: every row a JSON object. `csv`: every row a line of RFC 4180 without its line end, cells in column order. */
  readonly format: "json" | "csv";
  /** Bytes between two rows: `,` in a JSON array, a line feed in NDJSON, CR LF in CSV. */
  readonly separator: string;
  /**
   * Whether text of CSV that a spreadsheet would run, beginning with `=`, `+`, `-`, `@`, tab or CR, gets an apostrophe
   * before it. Numbers never do. Default: false.
   */
  readonly formulaEscape?: boolean;
}

/** Some whole rows, written and joined by the separator; it stands neither before the first nor after the last. */
export interface EncodedBatch {
  readonly bytes: Uint8Array;
  /** How many rows the bytes hold; at least one. */
  readonly rows: number;
  /**
   * Called when the bytes have been sent, after which they may be overwritten; never when sending fails. A source that
   * writes into the same memory again spares the machine much work. Default: the bytes are left alone.
   */
  readonly release?: () => void;
}

/** Members of {@link EncodedRows}. */
export interface EncodedRowsOptions {
  /** Column ids, in the order of the cells; the header of CSV. */
  readonly columns: readonly string[];
  /** Writes the rows. `limit` and `skip` of the request are the source's to apply. */
  readonly encode: (encoding: RowEncoding) => AsyncIterable<EncodedBatch>;
}

const brand: unique symbol = Symbol.for("wellhead.EncodedRows");

/** Rows that a source writes as bytes itself, because it can do so faster than row by row. */
export interface EncodedRows extends EncodedRowsOptions {
  readonly [brand]: true;
}

/**
 * Marks rows that a source writes as bytes itself.
 *
 * @param options - Columns and the function that writes
 * @returns What `rows` of the source returns
 */
export function encodedRows(options: EncodedRowsOptions): EncodedRows {
  return { ...options, [brand]: true };
}

/**
 * Tells encoded rows from batches of objects.
 *
 * @param rows - What `rows` of a source returned
 * @returns Whether they were made by {@link encodedRows}
 */
export function isEncodedRows(rows: unknown): rows is EncodedRows {
  return typeof rows === "object" && rows !== null && brand in rows;
}
