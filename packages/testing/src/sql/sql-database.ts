import type { FilterColumnKind, FilterFeature } from "../filters/filter-rows.js";

/** A running database with a service in front of it. */
export interface SqlDatabase {
  /** Address of the service, which listens on a port of the loopback interface. */
  readonly url: URL;
  /** The account that the connector's documentation describes, as it stands in a request. */
  readonly account: Readonly<Record<string, unknown>>;
  /** Members of the filter that choose where the tables of the suite are. */
  readonly place: Readonly<Record<string, unknown>>;
  /**
   * Runs statements with the database's own client.
   *
   * @param sql - Statements
   * @returns What the client printed
   */
  readonly admin: (sql: string) => string;
  /** Returns what changes when a request changes anything: rows, objects, rights or settings. */
  readonly checksum: () => string | Promise<string>;
  /** Returns the statements of the account in the server's own log, without bound values. Default: there is no log. */
  readonly statements?: () => Promise<readonly string[]>;
  /** Counts the statements of the account that the server is running. */
  readonly running: () => number;
  /** Returns a figure that grows while the server sends rows to the account, and only then. */
  readonly sent: () => number;
  /** Ends the service and the database. */
  readonly stop: () => Promise<void>;
}

/** Something that not every database has. */
export type SqlFeature =
  | FilterFeature
  /** Has settings of a server, a database or a user that change what is sent. */
  | "settings"
  /** Has texts with a NUL character. */
  | "nul"
  /** Binds whole numbers beyond 64 bits and decimals beyond a double as numbers. */
  | "long numbers";

/** Settings that would change which rows are sent or in which form. */
export interface HostileSettings {
  /** Makes a table of 1,000 rows whose values would be sent in another form. */
  readonly create: string;
  /** Name of that table. */
  readonly table: string;
  /** A query with such values. */
  readonly query: string;
  /** Applies the settings to every new session of the account. */
  readonly apply: string;
  /** Undoes {@link HostileSettings.apply}. */
  readonly undo: string;
}

/** A table that is read page by page. */
export interface PagedTable {
  readonly name: string;
  /** Makes and fills the table or view; other objects it needs are made in the same statements. */
  readonly create: string;
  /** Columns to order by, besides no order at all. */
  readonly orderBy: readonly string[];
  /** A filter to page through, besides none. Default: none. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** How many rows it has. */
  readonly rows: number;
}

/** How a database is written for. */
export interface SqlDialect {
  readonly quote: (name: string) => string;
  /** Types of the columns of the filter table. */
  readonly types: Readonly<Record<FilterColumnKind, string>>;
  /** Writes a cell of the filter table. */
  readonly literal: (kind: FilterColumnKind, text: string) => string;
  /** Tables whose pages are hard to tell apart. */
  readonly pagedTables: readonly PagedTable[];
  /** Writes an expression of a number, such as a placeholder, as it must be written to be sent as a number. */
  readonly number: (expression: string) => string;
  /** Writes an expression of a text, such as a placeholder, as it must be written to be sent as a text. */
  readonly text: (expression: string) => string;
  /** How many hostile values are tried in each place, unless the environment asks for more. */
  readonly payloads: number;
  /** A query of 400,000 rows of 1,000 bytes. */
  readonly manyRows: string;
  /** A query that runs for a minute or more before its first row. */
  readonly noRowYet: string;
  /** Settings that must change nothing. Default: the database lacks them. */
  readonly settings?: HostileSettings;
  /** What the database lacks, with the reason. */
  readonly lacks: Readonly<Partial<Record<SqlFeature, string>>>;
}
