import type { ArrowType } from "@wellhead/contract/vocabulary";

/** One row: values by column id. A value is anything JSON can hold, a `Date` or a `bigint`. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * What a source may return: one batch, a stream of batches, or encoded rows.
 *
 * A stream of batches keeps memory use constant: the next batch is requested after the caller has taken the last one.
 */
export type Rows<Shape = Row> = readonly Shape[] | AsyncIterable<readonly Shape[]> | EncodedRows;

/** Format of the encoded rows. */
export interface RowEncoding {
  /** `json`: each row is a JSON object. `csv`: each row is an RFC 4180 line without its line end, in column order. */
  readonly format: "json" | "csv";
  /** Text between two rows: `,` in a JSON array, a line feed in NDJSON, CR LF in CSV. */
  readonly separator: string;
  /**
   * Whether to put an apostrophe before CSV text that a spreadsheet would execute: text that starts with `=`, `+`, `-`,
   * `@`, tab or CR. Numbers never get one. Default: false.
   */
  readonly formulaEscape?: boolean;
  /**
   * Whether JSON has the texts `"NaN"`, `"Infinity"` and `"-Infinity"` for such numbers of a column of numbers, because
   * its reader can tell them from nothing. Default: false, which writes `null`.
   */
  readonly keepsNotFinite?: boolean;
}

/** Encoded whole rows, joined by the separator; there is no separator before the first or after the last. */
export interface EncodedBatch {
  readonly bytes: Uint8Array;
  /** Number of rows in the bytes; at least one. */
  readonly rows: number;
  /**
   * Called when the bytes have been sent and may be overwritten; not called when sending fails. A source that reuses
   * its buffers saves many allocations. Default: the bytes are never reused.
   */
  readonly release?: () => void;
}

/** Members of {@link EncodedRows}. */
export interface EncodedRowsOptions {
  /** Column ids, in the order of the cells; the header of CSV. */
  readonly columns: readonly string[];
  /** Encodes the rows. The source must apply `limit` and `skip` of the request. */
  readonly encode: (encoding: RowEncoding) => AsyncIterable<EncodedBatch>;
  /**
   * The same rows as record batches of Apache Arrow, for a source that knows their exact types. Default: the server makes
   * the record batches from the rows as JSON and the declared columns.
   */
  readonly arrow?: ArrowRowsOptions;
  /**
   * Set by a source that has begun after the row that `page` of its context names, and has read at most one row more than
   * the page has. Default: the source always begins at its first row.
   */
  readonly positions?: RowPositions;
}

/** How a source writes Apache Arrow. */
export interface ArrowRowsOptions {
  /**
   * Types of the columns, in their order. A source that chooses them by its first rows has a function, which is called when
   * the first batch of `encode` has been read, or there is none.
   */
  readonly types: readonly ArrowType[] | (() => readonly ArrowType[]);
  /**
   * Writes the rows. Each batch is one record batch as an encapsulated message, whose metadata only depends on the types.
   * Default: the server makes them from the rows as JSON.
   */
  readonly encode?: () => AsyncIterable<EncodedBatch>;
}

/** Where another request can begin. */
export interface RowPositions {
  /**
   * Columns whose values are the position after a row: text, by which the rows are ordered. One for each column of the key,
   * because it also identifies rows whose key is not a value of JSON.
   */
  readonly columns: readonly string[];
  /** `maxRows` of the page. If there are more rows, so are there after the page. */
  readonly maxRows: number;
}

const brand: unique symbol = Symbol.for("wellhead.EncodedRows");

/** Rows that a source encodes as bytes itself, because that is faster than encoding them row by row. */
export interface EncodedRows extends EncodedRowsOptions {
  readonly [brand]: true;
}

/**
 * Marks rows that a source encodes as bytes itself.
 *
 * @param options - Columns and the function that encodes
 * @returns What `rows` of the source returns
 * @example
 * ```ts snippet=examples/sdk/rows.ts#encoded-rows
 * const rows = encodedRows({
 *   columns: ["id"],
 *   async *encode({ format, separator }) {
 *     const lines = format === "json" ? ['{"id":1}', '{"id":2}'] : ["1", "2"];
 *     yield { bytes: Buffer.from(lines.join(separator)), rows: lines.length };
 *   },
 * });
 * ```
 */
export function encodedRows(options: EncodedRowsOptions): EncodedRows {
  return { ...options, [brand]: true };
}

/**
 * Reports whether rows are encoded, as opposed to batches of objects.
 *
 * @param rows - What `rows` of a source returned
 * @returns Whether they were created by {@link encodedRows}
 * @example
 * ```ts snippet=examples/sdk/rows.ts#is-encoded-rows
 * isEncodedRows(rows); // true
 * isEncodedRows([{ id: 1 }]); // false
 * ```
 */
export function isEncodedRows(rows: unknown): rows is EncodedRows {
  return typeof rows === "object" && rows !== null && brand in rows;
}

/**
 * A position between two rows of a reading, from which another process can continue later. It is JSON that only the
 * reader that created it understands. The platform stores it in a sealed form, so it must be small (1 KiB is large) and
 * must not contain a secret.
 */
export type Position =
  | string
  | number
  | boolean
  | null
  | readonly Position[]
  | { readonly [member: string]: Position };

/** A batch of items and the position after it. */
export interface PositionedBatch<Item> {
  /** The items; empty if all were filtered out. */
  readonly items: readonly Item[];
  /** The position after the items; `undefined` after the last batch, or if it is not known, such as within the list of an item. */
  readonly after: Position | undefined;
}

/** Reads batches from a position; `undefined` means from the start. */
export type ReadFrom<Item> = (position: Position | undefined) => AsyncIterable<PositionedBatch<Item>>;
