import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { quoteName, quoteText } from "../engine/quote.js";
import { ResultsError } from "../errors/results-error.js";
import type { CompareAnswer, ComparedRow, CompareQuery, RowChange } from "../query/compare-query.js";
import type { Cell } from "../query/row-query.js";
import { findColumn, type TableSource } from "../query/table-source.js";
import { type CommonColumn, commonColumns, memberOf } from "./comparable.js";
import { publish } from "./export-rows.js";

/** A table, and a folder that its engine may write to and read. */
export interface ComparedTable {
  readonly source: TableSource;
  readonly folder: string;
  readonly rowCount: number;
}

const action = "Could not compare the runs";
const defaultRows = 200;
const maxListed = 1000;
let compareCount = 0;

/**
 * Compares two tables, whose engines may be different.
 *
 * @param before - The earlier table
 * @param after - The later table, whose engine compares them
 * @param query - The key, and the rows to list
 * @returns How they differ
 * @throws ResultsError `statement` when a column of the key is not in both
 */
export async function compareTables(
  before: ComparedTable,
  after: ComparedTable,
  query: CompareQuery,
): Promise<CompareAnswer> {
  compareCount += 1;
  const columns = commonColumns(before.source, after.source, action);
  const keys = query.key.map((name) => findCommon(columns, name));
  const file = join(after.folder, `compared-${compareCount}.parquet`);
  const table = `"wellhead answers".${quoteName(`compared ${compareCount}`)}`;
  try {
    await writeBefore(before, { columns, keys, file });
    await after.source.engine.run(createSql(after.source, { columns, keys, file, table }), { action });
    return await readAnswer(before, after, { columns, keys, table, query, file });
  } finally {
    await after.source.engine.run(`DROP TABLE IF EXISTS ${table}`, { action });
    await rm(file, { force: true });
  }
}

function findCommon(columns: readonly CommonColumn[], name: string): CommonColumn {
  const found = columns.find(({ key, afterName }) => key === name || afterName === name);
  if (found === undefined)
    throw new ResultsError(
      "statement",
      `${action}: both runs need the column "${name}". Choose another column as the key.`,
    );
  return found;
}

interface Compared {
  readonly columns: readonly CommonColumn[];
  readonly keys: readonly CommonColumn[];
  /** The file with the values of the earlier table. */
  readonly file: string;
}

/** Writes the values of the earlier table to a file that the engine of the later one reads. */
async function writeBefore(before: ComparedTable, { columns, keys, file }: Compared): Promise<void> {
  const made = join(before.folder, `comparing-${compareCount}.parquet`);
  const cells = valueCells({ columns, keys }, before.source.rowNumber, "before");
  try {
    await before.source.engine.run(
      `COPY (SELECT ${cells} FROM ${before.source.table}) TO ${quoteText(made)} (FORMAT parquet, COMPRESSION zstd)`,
      { action },
    );
    await publish(file, (partial) => copyFile(made, partial));
  } finally {
    await rm(made, { force: true });
  }
}

/** The number of a row, its key, which is never null, and its values. */
function valueCells(
  { columns, keys }: Omit<Compared, "file">,
  rowNumber: string,
  side: "before" | "after",
): string {
  const cells = [
    `${rowNumber} AS "row"`,
    ...keys.map((key, at) => `coalesce('.' || ${key[side]}, '') AS k${at}`),
    ...columns.map((column, at) => `${column[side]} AS c${at}`),
  ];
  return cells.join(", ");
}

function numbered(rows: string, keys: readonly CommonColumn[]): string {
  const names = keys.map((_, at) => `k${at}`).join(", ");
  const nth = keys.length === 0 ? '"row"' : `row_number() OVER (PARTITION BY ${names} ORDER BY "row")`;
  return `(SELECT *, ${nth} AS nth FROM ${rows})`;
}

/** Creates the table of the rows that differ, with their numbers and whether each column differs. */
function createSql(
  source: TableSource,
  { columns, keys, file, table }: Compared & { readonly table: string },
): string {
  const old = numbered(`read_parquet(${quoteText(file)})`, keys);
  const next = numbered(
    `(SELECT ${valueCells({ columns, keys }, source.rowNumber, "after")} FROM ${source.table})`,
    keys,
  );
  const pairs = [...keys.map((_, at) => `a.k${at} = b.k${at}`), "a.nth = b.nth"];
  const differs = columns.map((_, at) => `a.c${at} IS DISTINCT FROM b.c${at}`);
  const flags = differs.map((condition, at) => `, ${condition} AS d${at}`).join("");
  const isOther = ['a."row" IS NULL', 'b."row" IS NULL', ...differs].join(" OR ");
  return `CREATE TABLE ${table} AS SELECT b."row" AS before, a."row" AS after, coalesce(a.nth, b.nth) AS nth${flags} FROM ${next} AS a FULL JOIN ${old} AS b ON ${pairs.join(" AND ")} WHERE ${isOther}`;
}

const conditions: Readonly<Record<RowChange, string>> = {
  added: "before IS NULL",
  removed: "after IS NULL",
  changed: "before IS NOT NULL AND after IS NOT NULL",
};

interface ReadOptions extends Compared {
  readonly table: string;
  readonly query: CompareQuery;
}

async function readAnswer(
  before: ComparedTable,
  after: ComparedTable,
  options: ReadOptions,
): Promise<CompareAnswer> {
  const { columns, keys, table, file } = options;
  const { engine } = after.source;
  const where = selectionOf(options);
  const counts = [
    ...Object.values(conditions).map((condition) => `count(*) FILTER (${condition})`),
    `count(*) FILTER (${where})`,
    ...columns.map((_, at) => `count(*) FILTER (${conditions.changed} AND d${at})`),
  ].map((count) => `CAST(${count} AS VARCHAR)`);
  const [row = []] = await engine.run(`SELECT ${counts.join(", ")} FROM ${table}`, { action });
  const [added = 0, removed = 0, changed = 0, matching = 0, ...perColumn] = row.map(Number);
  const common = new Set(columns.map(({ key }) => key));
  const others = ({ source }: ComparedTable) =>
    source.columns.map(memberOf).filter((name) => !common.has(name));
  return {
    before: before.rowCount,
    after: after.rowCount,
    added,
    removed,
    changed,
    same: after.rowCount - added - changed,
    repeated: keys.length === 0 ? 0 : await countRepeated(after.source, { keys, file }),
    columns: columns.map(({ key }, at) => ({ column: key, changed: perColumn[at] ?? 0 })),
    addedColumns: others(after),
    removedColumns: others(before),
    matching,
    rows: await listRows(before, after, options),
  };
}

function selectionOf({ columns, query: { show, column } }: Pick<ReadOptions, "columns" | "query">): string {
  if (show !== undefined && !Object.hasOwn(conditions, show))
    throw new ResultsError("statement", `${action}: expected added, removed or changed, got "${show}".`);
  const terms = [
    ...(show === undefined ? [] : [conditions[show]]),
    ...(column === undefined
      ? []
      : [`${conditions.changed} AND d${columns.indexOf(findCommon(columns, column))}`]),
  ];
  return terms.length === 0 ? "true" : terms.join(" AND ");
}

async function countRepeated(
  { engine, table, rowNumber }: TableSource,
  { keys, file }: Pick<Compared, "keys" | "file">,
): Promise<number> {
  const names = keys.map((_, at) => `k${at}`).join(", ");
  const count = (rows: string) =>
    `(SELECT coalesce(sum(number - 1), 0) FROM (SELECT count(*) AS number FROM ${rows} GROUP BY ${names}))`;
  const after = `(SELECT ${valueCells({ columns: [], keys }, rowNumber, "after")} FROM ${table})`;
  const [[repeated = "0"] = []] = await engine.run(
    `SELECT CAST(${count(after)} + ${count(`read_parquet(${quoteText(file)})`)} AS VARCHAR)`,
    { action },
  );
  return Number(repeated);
}

async function listRows(
  before: ComparedTable,
  after: ComparedTable,
  options: ReadOptions,
): Promise<readonly ComparedRow[]> {
  const { columns, keys, table, query } = options;
  const limit = Math.min(maxListed, Math.max(0, Math.floor(query.maxRows ?? defaultRows)));
  const flags = columns.map((_, at) => `CAST(d${at} AS VARCHAR)`);
  const found = await after.source.engine.run(
    `SELECT ${["CAST(before AS VARCHAR)", "CAST(after AS VARCHAR)", ...flags].join(", ")} FROM ${table} WHERE ${selectionOf(options)} ORDER BY coalesce(after, before), before LIMIT ${limit}`,
    { action },
  );
  const [old, next] = await Promise.all([
    readCells(
      before.source,
      found.map(([number = null]) => number),
    ),
    readCells(
      after.source,
      found.map(([, number = null]) => number),
    ),
  ]);
  return found.map(([oldNumber = null, number = null, ...flagTexts]) => {
    const [was, is] = [old.get(oldNumber ?? ""), next.get(number ?? "")];
    const change = changeOf(was, is);
    const cell = (column: CommonColumn): Cell =>
      (is === undefined ? was?.get(column.key) : is.get(column.key)) ?? null;
    const all = [...new Set([...(is?.keys() ?? []), ...(was?.keys() ?? [])])];
    const differing =
      change === "changed" ? columns.filter((_, at) => flagTexts[at] === "true").map(({ key }) => key) : all;
    return {
      change,
      ...(oldNumber !== null && { before: Number(oldNumber) }),
      ...(number !== null && { after: Number(number) }),
      key: keys.map(cell),
      cells: differing.map((column) => ({
        column,
        before: was?.get(column) ?? null,
        after: is?.get(column) ?? null,
      })),
    };
  });
}

function changeOf(was: object | undefined, is: object | undefined): RowChange {
  if (was === undefined) return "added";
  return is === undefined ? "removed" : "changed";
}

/** Maximum number of characters of a value. */
const maxCellLength = 400;

/** Reads the values of rows, by the numbers of the rows and the names of members. */
async function readCells(
  source: TableSource,
  numbers: readonly (string | null)[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Cell>>> {
  const wanted = numbers.filter((number) => number !== null);
  if (wanted.length === 0) return new Map();
  const texts = source.columns.map(({ name }) => {
    const { text } = findColumn(source, name, action);
    return `left(${text}, ${maxCellLength}), CAST(length(${text}) AS VARCHAR)`;
  });
  const rows = await source.engine.run(
    `SELECT ${[`CAST(${source.rowNumber} AS VARCHAR)`, ...texts].join(", ")} FROM ${source.table} WHERE ${source.rowNumber} IN (${wanted.join(", ")})`,
    { action },
  );
  return new Map(
    rows.map(([number, ...cells]) => [
      number ?? "",
      new Map(
        source.columns.map((column, at) => [memberOf(column), cellOf(cells[at * 2], cells[at * 2 + 1])]),
      ),
    ]),
  );
}

function cellOf(start: string | null | undefined, length: string | null | undefined): Cell {
  if (start === null || start === undefined) return null;
  return Number(length) > maxCellLength ? { start, length: Number(length) } : start;
}
