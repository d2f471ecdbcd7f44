import type { DuckDBConnection, DuckDBType } from "@duckdb/node-api";
import { DuckDBTypeId } from "../engine/duckdb.js";
import { quoteName } from "../engine/quote.js";
import { checkWidth } from "./check-width.js";
import { columnIds } from "./column-ids.js";
import type { TableText } from "./reading.js";
import type { TableColumn } from "./table-column.js";

/** Number of rows that are examined to see whether a text column has few different values. */
const sampleRows = 10_000;

/** Maximum number of different values in a list of options. */
export const maxOptions = 1000;

/** Number of different values up to which a column always gets a list, even in a short file. */
const alwaysListedValues = 20;

/** Maximum number of text columns that are examined. Further columns get no list of options. */
const maxColumns = 64;

/** Columns of a table, and its rows under the ids of the columns. */
export interface TableDescription {
  /** Names of the columns in the file. */
  readonly names: readonly string[];
  readonly columns: readonly TableColumn[];
  /** SELECT that returns the table's rows under the ids of its columns. */
  readonly select: string;
}

/**
 * Finds the columns of a table.
 *
 * @param connection - Connection to the engine
 * @param table - The table
 * @returns Its columns, and its rows under their ids
 * @throws The engine's error when the file cannot be read
 */
export async function describeTable(
  connection: DuckDBConnection,
  { from, sampleFrom = from, labels = [], numbers }: TableText,
): Promise<TableDescription> {
  const prepared = await connection.prepare(`SELECT * FROM ${sampleFrom}`);
  checkWidth(prepared.columnCount);
  const names: string[] = [];
  const types: DuckDBType[] = [];
  for (let index = 0; index < prepared.columnCount; index++) {
    names.push(prepared.columnName(index));
    types.push(prepared.columnType(index));
  }
  prepared.destroySync();
  const ids = columnIds(names.map((name, index) => labels[index] ?? name));
  const list = names.map((name, index) => `${quoteName(name)} AS ${quoteName(ids[index] ?? name)}`);
  const select = `SELECT ${list.join(", ")} FROM `;
  const texts = ids.filter(
    (_, index) =>
      (types[index]?.typeId === DuckDBTypeId.VARCHAR && types[index].alias !== "JSON") ||
      types[index]?.typeId === DuckDBTypeId.ENUM,
  );
  const few = await findFew(connection, select + sampleFrom, texts.slice(0, maxColumns));
  const columns = types.map((type, index) => {
    const id = ids[index] ?? "";
    return { id, type, few: few.has(id), ...(numbers?.has(index) === true && { isNumber: true }) };
  });
  return { names, columns, select: select + from };
}

async function findFew(
  connection: DuckDBConnection,
  select: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const counts = ids.map((id) => `approx_count_distinct(${quoteName(id)}), max(strlen(${quoteName(id)}))`);
  const result = await connection.runAndReadAll(
    `SELECT count(*), ${counts.join(", ")} FROM (FROM (${select}) LIMIT ${sampleRows})`,
  );
  const [rows = 0, ...cells] = (result.getRows()[0] ?? []).map(Number);
  return new Set(ids.filter((_, index) => isFew(rows, cells[index * 2] ?? 0, cells[index * 2 + 1] ?? 0)));
}

/** Returns whether a list of the values is useful: there are few, and each is short enough to read. */
function isFew(rows: number, values: number, longest: number): boolean {
  if (values === 0 || longest > 200) return false;
  return values <= alwaysListedValues || (values <= maxOptions / 2 && values <= rows / 2);
}
