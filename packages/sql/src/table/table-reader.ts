import type { AnyAccount, Context, EncodedRows, Fields, RowsContext } from "@wellhead/sdk";
import type { Catalogue, TableName, TableShape } from "./catalogue.js";
import type { Dialect } from "./dialect.js";
import type { Statement } from "./statement.js";

/** The context of an error, for its message. */
export interface ErrorContext {
  /** The action in words, such as `Could not read the table "orders"`. */
  readonly action: string;
  /** Filter field to name when the database rejects the statement. Default: none. */
  readonly field?: string;
  /** The statement as the person wrote it, to locate an error in it. Default: the person did not write one. */
  readonly statement?: string;
  /** Whether the statement reads a file, which the server may not find. Default: `false`. */
  readonly readsFile?: boolean;
}

/** A statement to stream, and the page of its rows. */
export interface StreamOptions<Value = string | null> {
  /** The statement and its values. */
  readonly statement: Statement<Value>;
  /** The context of errors. */
  readonly errorContext: ErrorContext;
  /** The table that the statement reads. Default: the person wrote the statement. */
  readonly table?: TableName;
  /** Rows to skip at the start. */
  readonly skip: number;
  /** Maximum number of rows after those skipped. `undefined` means all. */
  readonly limit: number | undefined;
}

/** A page of a table whose keys depend on the state of the database. */
export interface OpenedPage {
  /** How keys are expressed in that state. */
  readonly dialect: Dialect;
  /** Checks, once the rows have been read, that the state is still the same. */
  readonly check: () => Promise<void>;
}

/** A database as the sources of its tables see it. */
export interface TableReader {
  /** How the database expresses a filter in SQL. */
  readonly dialect: Dialect;
  /** Opens a page of a table whose keys depend on the state of the database. Default: no keys do. */
  readonly openPage?: (
    context: RowsContext<AnyAccount, Fields>,
    table: TableName & TableShape,
  ) => Promise<OpenedPage | undefined>;
  /** Returns the catalogue as the account of a request sees it. */
  readonly catalogue: (context: Pick<Context<AnyAccount>, "account" | "signal">) => Catalogue;
  /** Streams the rows of a statement. */
  readonly stream: (context: Context<AnyAccount>, options: StreamOptions) => Promise<EncodedRows>;
}
