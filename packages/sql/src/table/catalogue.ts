import type { Choice, Column } from "@wellhead/sdk";

/** One entry of a list of options. */
export type Option = Extract<Choice, object>;

/** What can be asked about the values of a column. */
export type ColumnNature =
  | "date"
  | "timestamp"
  | "instant"
  | "integer"
  | "number"
  | "boolean"
  | "text"
  | "other";

/** The encoding of a column's text. */
export interface ColumnEncoding {
  /** Its name, as the database or the account has it. */
  readonly name: string;
  /** Whether the database knows it, and so converts, compares and searches text by its characters. */
  readonly isDeclared: boolean;
}

/** One column of a table. */
export interface TableColumn {
  readonly name: string;
  /** What the platform takes it for. */
  readonly type: Column["column"];
  readonly nature: ColumnNature;
  /** Type in the database's own words; for a domain, the type it is made of. */
  readonly databaseType: string;
  /** Whether it alone identifies a row. */
  readonly key: boolean;
  /** Whether its character set has every letter, so that any text can be compared with it. Default: `false`. */
  readonly holdsUnicode?: boolean | undefined;
  /** Encoding that its text is kept in. Default: one that has every character. */
  readonly encoding?: ColumnEncoding | undefined;
  /** SQL expression to sort by, for a type that has no order of its own. Default: the column. */
  readonly sortedBy?: string | undefined;
  /** What the database's owner wrote about it. Default: nothing. */
  readonly comment?: string | undefined;
}

/** A table or view as one account may read it. */
export interface TableShape {
  /** Columns that may be read, in the order of the table. */
  readonly columns: readonly TableColumn[];
  /**
   * SQL expressions that sort rows so that no two rows which differ are equal: a unique key of columns that are never
   * NULL, the place of the row in the table, or else all that the row shows.
   */
  readonly rowOrder: readonly string[];
}

/** A table or view. */
export interface TableName {
  readonly schema: string;
  readonly table: string;
}

/** What a database holds, as one account sees it. Names it does not list are never put into a statement. */
export interface Catalogue {
  /** Schemas with something to read. */
  schemas(): Promise<readonly Option[]>;
  /** Tables and views of a schema that may be read. */
  tables(schema: string): Promise<readonly Option[]>;
  /** Reads what a table has; throws `inputInvalid` with field `table` when nothing of it may be read. */
  table(table: TableName): Promise<TableShape>;
  /** Different values of a column in order, at most `limit`. */
  values(table: TableName, column: TableColumn, limit: number): Promise<readonly string[]>;
}
