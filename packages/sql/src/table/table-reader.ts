import type { AnyAccount, Context, EncodedRows } from "@wellhead/sdk";
import type { Catalogue } from "./catalogue.js";
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
}

/** A statement to stream, and the page of its rows. */
export interface StreamOptions<Value = string | null> {
  /** The statement and its values. */
  readonly statement: Statement<Value>;
  /** The context of errors. */
  readonly errorContext: ErrorContext;
  /** Rows to skip at the start. */
  readonly skip: number;
  /** Maximum number of rows after those skipped. `undefined` means all. */
  readonly limit: number | undefined;
}

/** A database as the sources of its tables see it. */
export interface TableReader {
  /** How the database expresses a filter in SQL. */
  readonly dialect: Dialect;
  /** Returns the catalogue as the account of a request sees it. */
  readonly catalogue: (context: Pick<Context<AnyAccount>, "account" | "signal">) => Catalogue;
  /** Streams the rows of a statement. */
  readonly stream: (context: Context<AnyAccount>, options: StreamOptions) => Promise<EncodedRows>;
}
