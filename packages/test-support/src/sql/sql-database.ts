import type { FilterColumnKind, FilterFeature } from "../filters/filter-rows.js";
import type { MomentDigits } from "./period-cases.js";

/** A running database with a service in front of it. The service's statements wait at most a second for a lock. */
export interface SqlDatabase {
  /** Address of the service, which listens on a port of the loopback interface. */
  readonly url: URL;
  /** The account that the connector's documentation describes, as in a request. */
  readonly account: Readonly<Record<string, unknown>>;
  /** Members of the filter that select where the tables of the suite are, such as a schema. */
  readonly place: Readonly<Record<string, unknown>>;
  /**
   * Runs statements with the database's own client.
   *
   * @param sql - Statements
   * @returns The output of the client
   */
  readonly admin: (sql: string) => string;
  /** Returns a text that changes when a request changes rows, objects, permissions or settings. */
  readonly checksum: () => string | Promise<string>;
  /** Returns the statements of the account in the server's own log, without bound values. Default: there is no log. */
  readonly statements?: () => Promise<readonly string[]>;
  /** Returns the number of statements of the account that the server is running. */
  readonly running: () => number;
  /**
   * Reads a column as the database's own client shows it, in the order of the column `id`.
   *
   * @param table - A table
   * @param column - One of its columns
   * @returns The texts; `null` where there is no value
   */
  readonly shown: (table: string, column: string) => readonly (string | null)[];
  /** Immediately kills the process that runs the account's statements. A server is restarted. */
  readonly kill: () => Promise<void>;
  /**
   * Locks a table from another session so that nobody can read it.
   *
   * @param table - The table
   * @returns A function that releases the lock
   */
  readonly lock: (table: string) => Promise<() => void>;
  /** The server that the service reads from. Default: none, because the service reads files. */
  readonly server?: ServerAccess;
  /** Returns a number that grows only while the server sends rows to the account. */
  readonly sent: () => number;
  /** Stops the service and the database. */
  readonly stop: () => Promise<void>;
}

/** A server that a service reaches over the network. */
export interface ServerAccess {
  /** Port of the loopback interface. */
  readonly port: number;
  /** Returns the account for the port of a proxy in front of the server. */
  readonly accountAt: (port: number) => Readonly<Record<string, unknown>>;
  /** URL of a service that waits at most a second for rows. */
  readonly hasty: URL;
  /** URL of a service that limits statements to half a second. */
  readonly bounded: URL;
}

/** A feature that not every database has. */
export type SqlFeature =
  | FilterFeature
  /** Has settings of a server, a database or a user that change what is sent. */
  | "settings"
  /** Is a server on a network, with a maximum number of connections and an administrator. */
  | "server"
  /** Has tables without a column. */
  | "tables without columns"
  /** Has names with characters beyond the basic plane of Unicode. */
  | "supplementary names"
  /** Distinguishes names that differ only in case. */
  | "case of columns"
  | "case of tables"
  /** Has users with different permissions. */
  | "roles"
  /** Has locks of tables, which keep others from reading them. */
  | "table locks"
  /** May return the rows of an unsorted query in another order each time. */
  | "unsorted queries"
  /** Stores texts with a NUL character. */
  | "nul"
  /** Binds integers beyond 64 bits and decimals beyond the precision of a double as numbers. */
  | "long numbers";

/** Settings that would change which rows are sent or in which form. */
export interface HostileSettings {
  /** Creates a table of 1,000 rows whose values the settings would change. */
  readonly create: string;
  /** Name of that table. */
  readonly table: string;
  /** A query with such values. */
  readonly query: string;
  /** A query that takes longer than the settings allow, and its rows as JSON. Default: none. */
  readonly late?: { readonly sql: string; readonly rows: string };
  /** Applies the settings to every new session of the account. */
  readonly apply: string;
  /** Undoes {@link HostileSettings.apply}. */
  readonly undo: string;
  /** A setting that the account cannot change back, and a part of the error message. Default: the database lacks it. */
  readonly fixed?: { readonly apply: string; readonly message: string };
}

/** A statement, and a part of the error message for it. */
export interface Explained {
  readonly sql: string;
  readonly message: string;
}

/** A column of the table with every type of the engine. */
export interface ValueColumn {
  readonly type: string;
  /**
   * Writes the JSON of a value.
   *
   * @param shown - The value as the database's own client shows it
   * @returns The expected JSON
   */
  readonly json: (shown: string) => string;
  /** Whether a cell of CSV contains JSON. Default: `false`. */
  readonly isDocument?: boolean;
  /** Whether it also holds values that are not of its type, which lists of options omit. Default: `false`. */
  readonly isMixed?: boolean;
  /** Whether it also holds values that its type in an Arrow stream cannot hold. Default: `false`. */
  readonly isUnfit?: boolean;
  /** Values in SQL; with the expected JSON where `json` cannot derive it. */
  readonly values: readonly (string | readonly [sql: string, json: string])[];
}

/** A column of days, or of times with a number of digits after the second. */
export interface MomentColumn {
  readonly type: string;
  readonly digits: MomentDigits;
  /**
   * Writes a value in SQL.
   *
   * @param text - In UTC, such as `2024-02-29 12:00:00.123` or `2024-02-29`
   */
  readonly literal: (text: string) => string;
  /** First day that the type has. Default: 1900-01-01. */
  readonly first?: string;
}

/** What a role may not do, and what it may not see. */
export interface RoleLimits {
  /** Creates the objects that the statements below use. */
  readonly create: string;
  /** Statements that would change something, or read something other than a table. */
  readonly statements: readonly string[];
  /** Patterns of statements that may succeed, because they neither change nor reveal anything. */
  readonly allowedStatements: readonly RegExp[];
  /** A query that shows what a statement could change in the session, and its expected rows. */
  readonly session?: { readonly sql: string; readonly rows: readonly object[] };
  /** Tables that the role may not read at all, and columns of `partly` that it may not read. */
  readonly hidden?: {
    /** Members of the filter that select where these tables are. */
    readonly place: Readonly<Record<string, unknown>>;
    readonly tables: readonly string[];
    readonly columns: readonly string[];
  };
}

/** A table that is read page by page. */
export interface PagedTable {
  readonly name: string;
  /** Creates and fills the table or view, including other objects it needs. */
  readonly create: string;
  /** Columns to order by; the table is also read without an order. */
  readonly orderBy: readonly string[];
  /** A filter to page through; the table is also read without it. Default: none. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Number of rows. */
  readonly rows: number;
}

/** How to write SQL for a database. */
export interface SqlDialect {
  readonly quote: (name: string) => string;
  /** Types of the columns of the filter table. */
  readonly types: Readonly<Record<FilterColumnKind, string>>;
  /** Writes a cell of the filter table. */
  readonly literal: (kind: FilterColumnKind, text: string) => string;
  /** Tables for which paging without lost or repeated rows is difficult. */
  readonly pagedTables: readonly PagedTable[];
  /** Writes an expression, such as a placeholder, so that it is sent as a number. */
  readonly number: (expression: string) => string;
  /** Writes an expression, such as a placeholder, so that it is sent as a text. */
  readonly text: (expression: string) => string;
  /** A query of 400,000 rows of 1,000 bytes. */
  readonly manyRows: string;
  /** A query that runs for a minute or more before its first row. */
  readonly noRowYet: string;
  /** Counts the sessions that wait in {@link noRowYet}, and in nothing else. Needed where there is an administrator. */
  readonly waiting?: string;
  /** Every type of the engine. */
  readonly values: readonly ValueColumn[];
  /** The types of dates and times, each with every number of digits that it may have. */
  readonly moments: readonly MomentColumn[];
  /** Creates the objects that those types need. Default: none. */
  readonly createTypes?: string;
  /** A query of one row whose values are NaN, -Infinity and a list of Infinity and null. Default: none. */
  readonly notFinite?: string;
  /** Maximum length of a name in bytes or characters. Default: no relevant limit. */
  readonly longestName?: { readonly size: number; readonly unit: "bytes" | "characters" };
  /** Creates, for example, a schema with an unusual name, and in it the table `inside` with the ids 1 and 2. */
  readonly invalidAccount: { readonly create: string; readonly place: Readonly<Record<string, unknown>> };
  /** Queries whose columns have the same name or none, and the JSON of the row each returns. */
  readonly columnNames: readonly (readonly [sql: string, row: string])[];
  /** What the account may not do, and what it may not see. */
  readonly roles: RoleLimits;
  /** A query that fails after more than 1,000 rows. */
  readonly failing: Explained;
  /** A query whose row is larger than the connector accepts. */
  readonly hugeRow: Explained;
  /** A query that needs more disk space than is left once `apply` has run. */
  readonly noRoom: Explained & { readonly apply: string; readonly undo: string };
  /** Creates a table without columns. Default: the database does not support it. */
  readonly noColumns?: string;
  /** How an administrator ends the running statements of the account. Default: the database does not support it. */
  readonly administrator?: Readonly<Record<"cancel" | "disconnect", Explained>>;
  /** Prevents further connections of the account, and undoes that. Default: the database does not support it. */
  readonly noConnections?: { readonly apply: string; readonly undo: string };
  /** A query that returns 0 as `late` after 32 seconds. Default: the database does not support it. */
  readonly lateRow?: string;
  /** Settings that must not change any result. Default: the database does not have them. */
  readonly settings?: HostileSettings;
  /** Features that the database lacks, with the reason. */
  readonly lacks: Readonly<Partial<Record<SqlFeature, string>>>;
}
