import { type Column, keyColumnsOf } from "../cells/column.js";
import type { PackedRows } from "../cells/packed-rows.js";

/** A row of a result: a text or null for each column. */
export type TextRow = readonly (string | null)[];

/** A table of entities. */
export interface EntityTable {
  /** Name, to be quoted. */
  readonly name: string;
  readonly columns: readonly Column[];
}

/** A table whose columns change. */
export interface ChangedTable {
  readonly name: string;
  readonly before: readonly Column[];
  /** All columns that it needs; none is dropped. */
  readonly after: readonly Column[];
}

/** A reference from a column of one table to the key of another. */
export interface ForeignKey {
  readonly table: string;
  readonly column: string;
  readonly target: string;
}

/** A database that rows are synchronized into. Statements run one after another; the caller waits for each. */
export interface SyncDatabase {
  /** Maximum length of a name in bytes. */
  readonly maxNameBytes: number;
  /**
   * Runs one statement.
   *
   * @param sql - The statement; the columns of its result must be text
   * @returns The rows
   */
  run(sql: string): Promise<readonly TextRow[]>;
  /**
   * Appends rows to a table of texts.
   *
   * @param table - Name of the table, to be quoted
   * @param width - Number of its columns
   * @param pages - Rows with a cell for every column
   */
  append(table: string, width: number, pages: readonly PackedRows[]): Promise<void>;
  /**
   * Runs work in one transaction: all of it is stored, or nothing.
   *
   * @param work - Runs the statements
   * @returns What the work returns
   */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Type of a column. */
  typeOf(column: Column): string;
  /** Expression that converts a cell to the type of a column. */
  fromCell(column: Column, cell: string): string;
  /** Expression that writes a value of a column as text, in any form that a cell can be written in. */
  toText(column: Column, value: string): string;
  /** Statements that create a table with its foreign keys. */
  createTable(table: EntityTable, foreignKeys: readonly ForeignKey[]): readonly string[];
  /**
   * Statement that creates a table of pairs of keys.
   *
   * @param name - Name of the table
   * @param key - Key of the table that the pairs belong to
   * @param foreignKeys - What its columns point to
   */
  createLinks(name: string, key: Column, foreignKeys: readonly ForeignKey[]): string;
  /**
   * SELECT of each item of a column of lists: the key of the row as `owner`, and the item as `item`.
   *
   * @param relation - The SQL of the table: a name or a file
   * @param key - Column with the key of the table
   * @param list - Column of lists
   */
  listItems(relation: string, key: Column, list: Column): string;
  /**
   * Statements that add columns and change the types of others, in the order in which they run. Further statements of the
   * same transaction may use the table.
   *
   * @param table - Columns before and after
   * @param foreignKeys - What the columns point to
   */
  changeTable(table: ChangedTable, foreignKeys: readonly ForeignKey[]): readonly string[];
  /** Statements that insert the rows of a SELECT, and replace the rows with the same key. */
  upsert(table: EntityTable, select: string): readonly string[];
  /**
   * Drops the foreign keys of a table, where they are checked: while types are applied one by one, rows may be missing.
   *
   * @param table - Name of the table
   */
  dropForeignKeys?(table: string): Promise<void>;
  /**
   * Adds a foreign key where it is checked, unless rows are missing.
   *
   * @param foreignKey - What points where
   * @param key - Name of the column with the key of the target
   * @returns Number of rows that point to no row; the foreign key is not added when there are any
   */
  addForeignKey?(foreignKey: ForeignKey, key: string): Promise<number>;
  /** Ends the connection. What was not committed is lost. */
  close(): Promise<void>;
}

/** Options of {@link copyStatements}. */
export interface CopyOptions extends ChangedTable {
  readonly foreignKeys: readonly ForeignKey[];
  /** Expression that writes a value as the cell that it was made of. */
  readonly cellOf: (column: Column, value: string) => string;
}

/**
 * Changes a table by copying it into a new one that replaces it, for a database that cannot change columns in place.
 *
 * @param database - The database
 * @param options - Columns before and after, and what they point to
 * @returns Statements, in the order in which they run
 */
export function copyStatements(
  database: Pick<SyncDatabase, "typeOf" | "fromCell" | "createTable">,
  { name, before, after, foreignKeys, cellOf }: CopyOptions,
): readonly string[] {
  const copy = `${name}__wellhead`;
  const known = new Map(before.map((column) => [column.name, column]));
  const values = after.map((column) => {
    const old = known.get(column.name);
    if (old === undefined) return `CAST(NULL AS ${database.typeOf(column)})`;
    const source = quoteName(old.name);
    if (database.typeOf(old) === database.typeOf(column)) return source;
    return `CASE WHEN ${source} IS NULL THEN NULL ELSE ${database.fromCell(column, cellOf(old, source))} END`;
  });
  return [
    ...database.createTable({ name: copy, columns: after }, foreignKeys),
    `INSERT INTO ${quoteName(copy)} SELECT ${values.join(", ")} FROM ${quoteName(name)}`,
    `DROP TABLE ${quoteName(name)}`,
    `ALTER TABLE ${quoteName(copy)} RENAME TO ${quoteName(name)}`,
  ];
}

/**
 * Lists the quoted names of the key of a table.
 *
 * @param columns - Columns of the table
 * @returns The names, in the order of the key, separated by commas
 */
export function keyNames(columns: readonly Column[]): string {
  return keyColumnsOf(columns)
    .map(({ name }) => quoteName(name))
    .join(", ");
}

/**
 * Writes a name as an SQL identifier.
 *
 * @param name - Any name
 * @returns The name in double quotes
 */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Writes text as an SQL literal.
 *
 * @param text - Any text
 * @returns The text in single quotes
 */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
