import type { FilterColumnKind, FilterFeature } from "../filters/filter-rows.js";

/** A running database with a service in front of it, whose statements wait for a lock for a second. */
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
  /**
   * Reads a column as the database's own client shows it, in the order of the column `id`.
   *
   * @param table - A table
   * @param column - One of its columns
   * @returns The texts; `null` where there is no value
   */
  readonly shown: (table: string, column: string) => readonly (string | null)[];
  /** Kills what runs the account's statements at once. A server is started again. */
  readonly kill: () => Promise<void>;
  /**
   * Has somebody else lock a table so that nobody can read it.
   *
   * @param table - The table
   * @returns Ends the lock
   */
  readonly lock: (table: string) => Promise<() => void>;
  /** The server behind the service. Default: there is none, the service reads files. */
  readonly server?: ServerAccess;
  /** Returns a figure that grows while the server sends rows to the account, and only then. */
  readonly sent: () => number;
  /** Ends the service and the database. */
  readonly stop: () => Promise<void>;
}

/** A server that a service reaches over the network. */
export interface ServerAccess {
  /** Port of the loopback interface. */
  readonly port: number;
  /** The account for a port at which somebody passes on what the server sends. */
  readonly accountAt: (port: number) => Readonly<Record<string, unknown>>;
  /** A service that waits a second for rows. */
  readonly hasty: URL;
  /** A service that lets a statement take half a second. */
  readonly bounded: URL;
}

/** Something that not every database has. */
export type SqlFeature =
  | FilterFeature
  /** Has settings of a server, a database or a user that change what is sent. */
  | "settings"
  /** Is a server, with a network in between, a limit of connections and an administrator. */
  | "server"
  /** Has tables without a column. */
  | "tables without columns"
  /** Has names with characters beyond the basic plane of Unicode. */
  | "supplementary names"
  /** Tells names apart that differ by case only. */
  | "case of columns"
  | "case of tables"
  /** Knows users with different rights. */
  | "roles"
  /** Returns the rows of a query in another order each time unless it sorts them. */
  | "unsorted queries"
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
  /** A query that takes longer than the settings allow, and its rows as JSON. Default: there is none. */
  readonly late?: { readonly sql: string; readonly rows: string };
  /** Applies the settings to every new session of the account. */
  readonly apply: string;
  /** Undoes {@link HostileSettings.apply}. */
  readonly undo: string;
  /** A setting that the account cannot change back, and what its refusal says. Default: the database lacks it. */
  readonly fixed?: { readonly apply: string; readonly message: string };
}

/** A statement, and what the error says of it among other words. */
export interface Explained {
  readonly sql: string;
  readonly message: string;
}

/** A column of the table that has every type of the engine. */
export interface ValueColumn {
  readonly type: string;
  /**
   * Writes the JSON of a value.
   *
   * @param shown - The value as the database's own client shows it
   * @returns The JSON it must be
   */
  readonly json: (shown: string) => string;
  /** Whether a cell of CSV holds JSON. Default: `false`. */
  readonly isDocument?: boolean;
  /** Whether it also holds values that are not of its type, which no list offers. Default: `false`. */
  readonly isMixed?: boolean;
  /** Values in SQL; with its JSON where that follows from no rule. */
  readonly values: readonly (string | readonly [sql: string, json: string])[];
}

/** What a role must not do, and what it must not see. */
export interface RoleLimits {
  /** Makes what the statements below reach for. */
  readonly create: string;
  /** Statements that would change something, or read what is not a table. */
  readonly statements: readonly string[];
  /** Statements among them that may return rows, and then neither change nor show anything. */
  readonly harmless: readonly RegExp[];
  /** A query that shows what a statement could leave behind, and its rows. */
  readonly session?: { readonly sql: string; readonly rows: readonly object[] };
  /** Tables that the role may not read at all, and columns of `partly` that it may not read. */
  readonly hidden?: {
    /** The place of these tables. */
    readonly place: Readonly<Record<string, unknown>>;
    readonly tables: readonly string[];
    readonly columns: readonly string[];
  };
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
  /** A query of 400,000 rows of 1,000 bytes. */
  readonly manyRows: string;
  /** A query that runs for a minute or more before its first row. */
  readonly noRowYet: string;
  /** Every type of the engine. */
  readonly values: readonly ValueColumn[];
  /** Makes what those types need. Default: nothing. */
  readonly createTypes?: string;
  /** Most bytes or characters of a name. Default: no limit that matters. */
  readonly longestName?: { readonly size: number; readonly unit: "bytes" | "characters" };
  /** Makes a place with an unusual name and in it the table `inside`, whose ids are 1 and 2. */
  readonly oddPlace: { readonly create: string; readonly place: Readonly<Record<string, unknown>> };
  /** Queries whose columns have the same name or none, and the JSON of the row each returns. */
  readonly columnNames: readonly (readonly [sql: string, row: string])[];
  /** What the account must not do, and what it must not see. */
  readonly roles: RoleLimits;
  /** A query that fails after more than 1,000 rows. */
  readonly failing: Explained;
  /** A query whose row is larger than the connector reads. */
  readonly hugeRow: Explained;
  /** A query that needs more room on the disk than there is once `apply` has run. */
  readonly noRoom: Explained & { readonly apply: string; readonly undo: string };
  /** Makes a table without columns. Default: the database lacks it. */
  readonly noColumns?: string;
  /** How an administrator ends what the account has running. Default: the database lacks it. */
  readonly administrator?: Readonly<Record<"cancel" | "disconnect", Explained>>;
  /** Lets the account have the connections it has and no more, and undoes that. Default: the database lacks it. */
  readonly noConnections?: { readonly apply: string; readonly undo: string };
  /** A query that returns 0 as `late` after 32 seconds. Default: the database lacks it. */
  readonly lateRow?: string;
  /** Settings that must change nothing. Default: the database lacks them. */
  readonly settings?: HostileSettings;
  /** What the database lacks, with the reason. */
  readonly lacks: Readonly<Partial<Record<SqlFeature, string>>>;
}
