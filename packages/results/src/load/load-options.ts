import type { CountPlainRows, RowBatch, RowLines } from "@wellhead/client";
import type { RepeatedRows } from "./drop-repeated.js";
import type { UnfitPolicy } from "./plan-column.js";

/** A table to load. */
export interface LoadOptions {
  /** First part of its name, such as the name of the connector. */
  readonly schema: string;
  /** Second part of its name, such as the id of the source. */
  readonly name: string;
  /** Columns that the connector declares. Default: none. */
  readonly declared?: readonly { readonly id: string; readonly type: string }[];
  /** Whether the table can also be named without its schema. Default: `false`. */
  readonly isPlain?: boolean;
  /**
   * Members to load, in lower case; `undefined` loads all. Loading fewer is faster.
   */
  readonly columns?: ReadonlySet<string> | undefined;
  /** Rows that several requests may have returned. Default: none. */
  readonly repeated?: RepeatedRows | undefined;
  /** What happens to values that do not fit the declared type of their column. Default: `refuse`. */
  readonly unfit?: UnfitPolicy;
  /** Whether members that nobody declares become columns. Default: `load`. */
  readonly undeclared?: "load" | "omit";
  /** The type of members that are not declared. Default: their values decide. */
  readonly otherType?: string;
  /** Those of them whose values decide, in lower case. Default: none. */
  readonly valueTyped?: ReadonlySet<string> | undefined;
  /** Maximum number of rows of record batches. Default: all. Rows that are JSON are limited by the client. */
  readonly limit?: number | undefined;
  /** Called after each batch. The numbers are negative when record batches cannot be used and are read again as JSON. */
  readonly onBatch?: (rows: number, bytes: number) => void;
}

/** Rows as `@wellhead/client` reads them. */
export interface LoadableRows {
  /** Returns the lines and batches of the rows, in order; see `RowReading.lines` of the client. */
  readonly lines: (
    countPlainRows: CountPlainRows,
  ) => AsyncGenerator<Pick<RowBatch, "texts" | "bytes"> | RowLines>;
}

/** Record batches of Arrow as `@wellhead/client` reads them. */
export interface LoadableBatches
  extends AsyncIterable<{ readonly rows: number; readonly message: Uint8Array }> {
  /** The first message of the stream; `undefined` before it has arrived. */
  readonly schema: Uint8Array | undefined;
}
