import type { Engine } from "./engine.js";
import { ownName } from "./quote.js";
import { locateTable } from "./wide-database.js";

/** The engine's own number of a row, which a column of this name hides. */
const engineNumber = "rowid";
/** The column with the number of a row in their place. */
const ownNumber = ownName("row");

/** A table whose rows have numbers. */
export interface NumberedTable {
  /** Its quoted name. */
  readonly table: string;
  /** SQL for the number of a row in the order of arrival, from 0. */
  readonly rowNumber: string;
}

/** Where a table with numbers is created. */
export interface NumberTableOptions {
  readonly engine: Engine;
  /** Folder that the engine may write to. */
  readonly folder: string;
  /** Quoted names of its schema and of the table. */
  readonly schema: string;
  readonly name: string;
}

/**
 * Returns SQL for the number of a row of rows with certain columns.
 *
 * @param names - Their columns
 * @returns SQL
 */
export function rowNumberOf(names: readonly string[]): string {
  return names.some((name) => name.toLowerCase() === engineNumber) ? ownNumber : engineNumber;
}

/**
 * Reports whether a column has the numbers of the rows.
 *
 * @param name - Name of the column
 * @returns Whether it is not one of the rows
 */
export function isOwnNumber(name: string): boolean {
  return `"${name}"` === ownNumber;
}

/**
 * Adds the numbers of rows whose columns hide those of the engine.
 *
 * @param select - The rows
 * @param names - Their columns
 * @returns SQL
 */
export function numberRows(select: string, names: readonly string[]): string {
  if (rowNumberOf(names) === engineNumber) return select;
  return `SELECT *, row_number() OVER () - 1 AS ${ownNumber} FROM (\n${select}\n)`;
}

/**
 * Copies a table whose columns hide the numbers of its rows. Statements still read the table itself.
 *
 * @param table - Its quoted name
 * @param names - Its columns
 * @param options - Where the copy is created
 * @returns The copy; the table itself when nothing hides the numbers
 */
export async function numberTable(
  table: string,
  names: readonly string[],
  { engine, ...place }: NumberTableOptions,
): Promise<NumberedTable> {
  const rowNumber = rowNumberOf(names);
  if (rowNumber === engineNumber) return { table, rowNumber };
  const { table: copy, prepare } = locateTable({ ...place, columns: names.length + 1 });
  const action = "Could not store the rows";
  await engine.run(`${prepare} CREATE TABLE ${copy} AS ${numberRows(`FROM ${table}`, names)}`, { action });
  return { table: copy, rowNumber };
}
