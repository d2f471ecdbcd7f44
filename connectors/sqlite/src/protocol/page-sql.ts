import { type DatabaseHandle, explain } from "./database-handle.js";
import type { RowsRequest } from "./messages.js";

/** Options of the statement that reads a page. */
export interface PageSqlOptions {
  readonly request: RowsRequest;
  /** Number of columns of the statement, including the row number. */
  readonly columnCount: number;
  /** SQL of the cells that are read: aggregates of all rows of the page, over the columns `c0`, `c1` and so on. */
  readonly aggregates: readonly string[];
}

/**
 * Builds the statement that reads one page of a table, in the order of its row numbers. It returns one row: the cells, the
 * number of rows of the page, and the last row number.
 *
 * @param options - The statement and the cells
 * @returns The statement; its last three parameters are the first row number, the maximum number of rows and the number
 *   of rows to skip
 */
export function pageSql(options: PageSqlOptions): string {
  const { first, key, select } = partsOf(options);
  return `${select.with},
"wellhead page" as (select * from "wellhead statement" where ${key} >= ?${first} order by ${key} limit ?${first + 1} offset ?${first + 2})
${select.cells} from "wellhead page"`;
}

/**
 * Builds the statement that reads all rows in a range of row numbers. SQLite merges it with the outer statement and
 * therefore does not copy values, as it would with a limit.
 *
 * @param options - The statement and the cells
 * @returns The statement; its last two parameters are the first and the last row number
 */
export function rangeSql(options: PageSqlOptions): string {
  const { first, key, select } = partsOf(options);
  return `${select.with}
${select.cells} from "wellhead statement" where ${key} between ?${first} and ?${first + 1}`;
}

function partsOf({ request, columnCount, aggregates }: PageSqlOptions) {
  const key = `"c${columnCount - 1}"`;
  const names = Array.from({ length: columnCount }, (_, index) => `"c${index}"`).join(", ");
  const select = {
    with: `with "wellhead statement"(${names}) as (\n${request.sql}\n)`,
    cells: `select ${[...aggregates, "count(*)", `max(${key})`].join(", ")}`,
  };
  return { first: request.parameters.length + 1, key, select };
}

/** How SQLite's query plan describes a search by row numbers only. */
const searches = {
  page: "USING INTEGER PRIMARY KEY (rowid>?)",
  range: "USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
};

/**
 * Returns whether a page is found by its row numbers only, so that every row is visited only once however many pages
 * are read.
 *
 * @param handle - An open database
 * @param sql - A statement of {@link pageSql} or {@link rangeSql}
 * @param kind - Which of the two it is
 * @returns Whether reading by pages is efficient
 */
export function isPaged(handle: DatabaseHandle, sql: string, kind: keyof typeof searches): boolean {
  // `EXPLAIN QUERY PLAN` has four columns, of which the last is a description.
  const plan = explain(handle, `explain query plan ${sql}`).map((columns) => String(columns[3]));
  return (
    plan.some((line) => line.includes(searches[kind])) && !plan.some((line) => line.includes("TEMP B-TREE"))
  );
}
