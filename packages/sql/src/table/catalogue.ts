import type { Choice, Column } from "@wellhead/sdk";

/** One entry of a list of options. */
export type Option = Extract<Choice, object>;

/** The kind of values in a column, which decides how it can be filtered. */
export type ColumnCategory =
  | "date"
  | "timestamp"
  | "instant"
  | "integer"
  | "number"
  | "boolean"
  | "text"
  | "other";

/** The encoding of the text in a column. */
export interface ColumnEncoding {
  /** Its name, according to the database or the account. */
  readonly name: string;
  /** Whether the database knows the encoding. It then converts, compares and searches text by characters. */
  readonly isDeclared: boolean;
}

/** One column of a table. */
export interface TableColumn {
  readonly name: string;
  /** Type of the column on the platform. */
  readonly type: Column["column"];
  readonly category: ColumnCategory;
  /** Type name in the database. For a domain, the underlying type. */
  readonly databaseType: string;
  /** Whether this column alone identifies a row. */
  readonly key: boolean;
  /** Whether its values are objects, or lists of other values than texts, numbers and dates. Default: only those of JSON types. */
  readonly holdsJson?: boolean | undefined;
  /**
   * Whether its character set contains every Unicode character, so that it can be compared with any text. Default:
   * `false`.
   */
  readonly holdsUnicode?: boolean | undefined;
  /** Encoding in which its text is stored. Default: one that has every character. */
  readonly encoding?: ColumnEncoding | undefined;
  /** Whether its values can be dates although its type is none, so that the operator can name it for changes. Default: `false`. */
  readonly mayHoldDates?: boolean | undefined;
  /** SQL expression to sort by, for a type that has no order. Default: the column itself. */
  readonly sortedBy?: string | undefined;
  /** SQL by which the rows are in the order of a key that has this column. Default: the column itself. */
  readonly keyOrder?: string | undefined;
  /** The comment of the database's owner. Default: none. */
  readonly comment?: string | undefined;
}

/** A foreign key: columns of a table whose values are those of a row of another table, or of the same. */
export interface ForeignKey {
  /** The columns, in the order of the key. */
  readonly columns: readonly string[];
  /** The related table. */
  readonly target: TableName;
  /** Columns of the related table, in the same order. Default: its primary key. */
  readonly references?: readonly string[] | undefined;
}

/** A table or view as one account may read it. */
export interface TableShape {
  /** Columns that may be read, in the order of the table. */
  readonly columns: readonly TableColumn[];
  /**
   * SQL expressions that give rows a total order: no two different rows compare as equal. They are a unique key of
   * columns that are never NULL, the physical position of the row in the table, or else all the visible columns.
   */
  readonly rowOrder: readonly string[];
  /**
   * Names of the columns of a unique key that are never NULL, the primary key if there is one. Default: the table has none
   * that can be read.
   */
  readonly key?: readonly string[] | undefined;
  /**
   * Whether a row keeps its key for as long as it exists. A number that the database may give to another row identifies
   * rows within one reading only. Default: `true`.
   */
  readonly keepsKey?: boolean | undefined;
  /** Default: none. */
  readonly foreignKeys?: readonly ForeignKey[] | undefined;
}

/** A table or view. */
export interface TableName {
  readonly schema: string;
  readonly table: string;
}

/** The contents of a database, as one account sees them. Names that it does not list never become part of SQL. */
export interface Catalogue {
  /** Returns the schemas that contain something to read. */
  schemas(): Promise<readonly Option[]>;
  /** Returns the tables and views of a schema that may be read. */
  tables(schema: string): Promise<readonly Option[]>;
  /** Reads the shape of a table. Throws `inputInvalid` with field `table` when no column of it may be read. */
  table(table: TableName): Promise<TableShape>;
  /** Returns the distinct values of a column in order, at most `limit`. */
  values(table: TableName, column: TableColumn, limit: number): Promise<readonly string[]>;
}
