import type { Context } from "../context/context.js";
import type { Fields, ValuesOf } from "../fields/field.js";
import type { FileRange } from "../http/file-content.js";

/** Argument of `rows`, computed `fields` and `validateFilter` of a source. */
export interface SourceContext<Account, Filter extends Fields> extends Context<Account> {
  /** Values of the filter form. */
  readonly filter: ValuesOf<Filter>;
}

/** Argument of `rows` of a source. */
export interface RowsContext<Account, Filter extends Fields> extends SourceContext<Account, Filter> {
  /** Maximum rows to return; `undefined` means all. The server applies it unless the source sets `pages: true`. */
  readonly limit: number | undefined;
  /** Rows to skip at the start. The server applies it unless the source sets `pages: true`. */
  readonly skip: number;
  /**
   * Instant from which changes are requested, ISO 8601 in UTC, including the lookback. `undefined` means all rows. It
   * is always `undefined` for a source without `changes`.
   */
  readonly since: string | undefined;
  /**
   * The page that a synchronizing platform requests. A source that can begin after a row, such as a table with a key,
   * returns encoded rows with `positions`. Any other source ignores it. `undefined` means that all rows are read at once.
   */
  readonly page: SynchronizedPage | undefined;
}

/** A page of a source that can begin after a row, or several pages that are read at once. */
export interface SynchronizedPage {
  /** Maximum number of rows of all of them. The source reads one row more if there is one: it shows that there are more. */
  readonly maxRows: number;
  /** The values of the columns of `positions` in the row before them; `undefined` at the first row. */
  readonly after: readonly unknown[] | undefined;
}

/** Argument of `resource` of a source. */
export interface ResourceContext<Account> extends Context<Account> {
  /** The text that a row has in a column of files. It was in a row that this service returned for the same account. */
  readonly file: string;
  /** The requested part of the file; pass it to `http.get(…).file`. `undefined` means the whole file. */
  readonly range: FileRange | undefined;
}

/** Argument of `deleted` of a source. */
export interface DeletedContext<Account, Filter extends Fields> extends SourceContext<Account, Filter> {
  /** Instant from which deletions are requested, ISO 8601 in UTC, including the lookback. */
  readonly since: string;
}
