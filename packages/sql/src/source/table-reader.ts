import type { AnyAccount, Context, EncodedRows } from "@wellhead/sdk";
import type { Catalogue } from "../table/catalogue.js";
import type { Dialect } from "../table/dialect.js";
import type { Statement } from "../table/statement.js";

/** What was being done when an error came, for its sentence. */
export interface Place {
  /** The action in words, such as `Read the table "orders"`. */
  readonly action: string;
  /** Filter field that a statement the database refuses comes from. Default: none. */
  readonly field?: string;
  /** The statement as the person wrote it, for the place of an error. Default: the person wrote none. */
  readonly statement?: string;
}

/** A statement to stream, and which of its rows. */
export interface StreamOptions<Value = string | null> {
  /** The statement and its values. */
  readonly statement: Statement<Value>;
  /** What is being done, for errors. */
  readonly place: Place;
  /** Rows to leave out at the start. */
  readonly skip: number;
  /** Most rows wanted after those; `undefined` means all. */
  readonly limit: number | undefined;
}

/** A database as the sources of its tables see it. */
export interface TableReader {
  /** How the database says what a filter asks for. */
  readonly dialect: Dialect;
  /** Gives the catalogue as the account of a request sees it. */
  readonly catalogue: (context: Pick<Context<AnyAccount>, "account" | "signal">) => Catalogue;
  /** Streams the rows of a statement. */
  readonly stream: (context: Context<AnyAccount>, options: StreamOptions) => Promise<EncodedRows>;
}
