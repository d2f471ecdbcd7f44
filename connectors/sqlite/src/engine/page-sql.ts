import type { RowsRequest } from "../process/messages.js";
import { quoteText } from "../write/quote-text.js";
import type { DatabaseHandle } from "./database-handle.js";
import type { RowSourceOptions } from "./row-source.js";

/** What the statement of a page is made from. */
export interface PageSqlOptions extends RowSourceOptions {
  readonly request: RowsRequest;
  /** Columns of the statement, the row number included. */
  readonly columnCount: number;
}

/**
 * Writes the statement that reads one page of a table in the order of its row numbers, all of its rows in one cell.
 *
 * @param options - The statement and the form of the rows
 * @returns The statement; its last three parameters are the first row number, the most rows and the rows to leave out
 */
export function pageSql(options: PageSqlOptions): string {
  const { first, key, select } = partsOf(options);
  return `${select.with},
"wellhead page" as (select * from "wellhead statement" where ${key} >= ?${first} order by ${key} limit ?${first + 1} offset ?${first + 2})
${select.cells} from "wellhead page"`;
}

/**
 * Writes the statement that reads all rows whose numbers are in a range. SQLite merges it with the one around it and
 * so copies no value, which a limit would make it do.
 *
 * @param options - The statement and the form of the rows
 * @returns The statement; its last two parameters are the first and the last row number
 */
export function rangeSql(options: PageSqlOptions): string {
  const { first, key, select } = partsOf(options);
  return `${select.with}
${select.cells} from "wellhead statement" where ${key} between ?${first} and ?${first + 1}`;
}

function partsOf({ request, columnCount, row, separator }: PageSqlOptions) {
  const key = `"c${columnCount - 1}"`;
  const names = Array.from({ length: columnCount }, (_, index) => `"c${index}"`).join(", ");
  const select = {
    with: `with "wellhead statement"(${names}) as (\n${request.sql}\n)`,
    cells: `select cast(group_concat(${row}, ${quoteText(separator)}) as blob), count(*), max(${key})`,
  };
  return { first: request.parameters.length + 1, key, select };
}

/** How SQLite's plan names a search by row numbers alone. */
const searches = {
  page: "USING INTEGER PRIMARY KEY (rowid>?)",
  range: "USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
};

/**
 * Tells whether a page is found by its row numbers alone, so that every row is visited once whatever the page.
 *
 * @param handle - An open database
 * @param sql - What {@link pageSql} or {@link rangeSql} wrote
 * @param kind - Which of them
 * @returns Whether reading so is worth it
 */
export function isPaged(handle: DatabaseHandle, sql: string, kind: keyof typeof searches): boolean {
  // `EXPLAIN QUERY PLAN` has four columns, the last one in words.
  const rows = handle
    .prepare(`explain query plan ${sql}`)
    .raw(true)
    .all([]) as readonly (readonly unknown[])[];
  const plan = rows.map((columns) => String(columns[3]));
  return (
    plan.some((line) => line.includes(searches[kind])) && !plan.some((line) => line.includes("TEMP B-TREE"))
  );
}
