import * as fc from "fast-check";
import { expect, it } from "vitest";
import { filterColumns } from "../filters/filter-rows.js";
import { RawJson } from "../filters/raw-json.js";
import { isLong } from "../properties/is-long.js";
import {
  columnsOf,
  compareNumbers,
  edgeQuestions,
  type RandomColumn,
  type RandomQuestion,
  type RandomRow,
  randomQuestion,
  randomRows,
} from "./random-questions.js";
import { type Row, readLines } from "./requests.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

/** Number of random tables; each is read with eight filters. */
const tables = Number(process.env["WELLHEAD_RANDOM_TABLES"] ?? (isLong ? 2 : 1));
const table = "random_table";

/**
 * Tests random tables with random filters, columns and pages. The expected rows are those whose values, as
 * the database's own client shows them, are inside the filter. This process compares them exactly, digit by digit.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - How to write the tables in SQL
 */
export function describeRandomTables(database: () => SqlDatabase, dialect: SqlDialect): void {
  it("yields the rows of random tables that the client shows, for every filter and page", {
    timeout: 60_000 + tables * 5000,
  }, async () => {
    const questions = fc.array(randomQuestion(dialect), { minLength: 8, maxLength: 8 });
    const property = fc.asyncProperty(randomRows(dialect), questions, async (rows, asked) => {
      database().admin(createSql(dialect, rows));
      for (const question of [...asked, ...edgeQuestions(rows)]) await compareRows(database(), question);
    });
    await expect(fc.assert(property, { numRuns: tables })).resolves.toBeUndefined();
  });
}

function createSql({ quote, types, literal, ...dialect }: SqlDialect, rows: readonly RandomRow[]): string {
  const columns = columnsOf({ quote, types, literal, ...dialect });
  const declared = columns.map((name) => `${quote(name)} ${types[filterColumns[name]]}`);
  const lines = rows.map((row, id) => {
    const cells = columns.map((name) => {
      const cell = row[name];
      return cell === undefined ? "null" : literal(filterColumns[name], cell);
    });
    return `(${[id, ...cells].join(", ")})`;
  });
  return `drop table if exists ${table};
    create table ${table} (${[`id ${types.integer}`, ...declared].join(", ")});
    insert into ${table} values ${lines.join(",\n")};`;
}

async function compareRows(database: SqlDatabase, question: RandomQuestion): Promise<void> {
  const { columns, page } = question;
  const shown = new Shown(database);
  const ids = expectedIds(shown, question);
  const order = page === undefined ? {} : { orderBy: "id", descending: page.descending };
  const lines = await readLines(
    database,
    { table, columns: ["id", ...columns], ...filterOf(question), ...order },
    page === undefined ? {} : { limit: page.limit, skip: page.skip },
  );
  const found = lines.map((line) => Number(/"id":(\d+)/.exec(line)?.[1]));
  expect(
    page === undefined ? found.toSorted((one, other) => one - other) : found,
    JSON.stringify(question),
  ).toEqual(page === undefined ? ids : pageOf(ids, page));
  for (const [index, line] of lines.entries())
    for (const column of columns) compareCell(line, column, shown.cells(column)[found[index] ?? -1]);
}

function pageOf(ids: readonly number[], { skip, limit, descending }: NonNullable<RandomQuestion["page"]>) {
  return (descending ? ids.toReversed() : ids).slice(skip, skip + limit);
}

/** The cells of the table as the client shows them. */
class Shown {
  readonly #database: SqlDatabase;
  readonly #columns = new Map<string, readonly (string | null)[]>();

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** Returns the cells of a column or of an expression, in the order of the ids, which count from 0. */
  cells(expression: string): readonly (string | null)[] {
    const known = this.#columns.get(expression);
    // The client of SQLite puts the class of the value in front.
    const cells =
      known ?? this.#database.shown(table, expression).map((cell) => cell?.replace(/^[a-z]:/, "") ?? null);
    this.#columns.set(expression, cells);
    return cells;
  }
}

function expectedIds(shown: Shown, question: RandomQuestion): readonly number[] {
  const { range, values, period, contains, isNull = [], isNotNull = [] } = question;
  const tests: ((id: number) => boolean)[] = [
    ...isNull.map((column) => (id: number) => shown.cells(column)[id] === null),
    ...isNotNull.map((column) => (id: number) => shown.cells(column)[id] !== null),
  ];
  const test = (column: RandomColumn, matches: (cell: string) => boolean) =>
    tests.push((id) => {
      const cell = shown.cells(column)[id] ?? null;
      return cell !== null && matches(cell);
    });
  if (contains !== undefined) test("label", (cell) => cell.toLowerCase().includes(contains.toLowerCase()));
  if (period !== undefined) test(period.column, (cell) => isWithin(cell, period));
  if (values !== undefined) tests.push(...valueTests(shown, values));
  if (range !== undefined) {
    const { column, min, max } = range;
    test(column, (cell) => cell !== "NaN");
    if (min !== undefined) test(column, (cell) => compareNumbers(digitsOf(column, cell), min) >= 0);
    if (max !== undefined) test(column, (cell) => compareNumbers(digitsOf(column, cell), max) <= 0);
  }
  return shown.cells("id").flatMap((_, id) => (tests.every((matches) => matches(id)) ? [id] : []));
}

/** Returns the digits that rows show: of a double as few as read back as the same number. */
function digitsOf(column: RandomColumn, cell: string): string {
  return column === "ratio" ? String(Number(cell)) : cell;
}

function valueTests(shown: Shown, { column, values }: NonNullable<RandomQuestion["values"]>) {
  const cells = shown.cells(column);
  const isNumber = column === "n" || column === "amount" || column === "ratio";
  const isShown = (cell: string, value: string): boolean =>
    isNumber && cell !== "NaN" && value !== "NaN"
      ? compareNumbers(digitsOf(column, cell), value) === 0
      : cell === value;
  return [
    (id: number) => {
      const cell = cells[id] ?? null;
      return cell !== null && values.some((value) => isShown(cell, value));
    },
  ];
}

function isWithin(cell: string, { min, max }: NonNullable<RandomQuestion["period"]>): boolean {
  const start = min?.slice(0, cell.length === 10 ? 10 : undefined);
  const end = max?.slice(0, cell.length === 10 ? 10 : undefined);
  const time = Date.parse(cell.length === 10 ? cell : `${cell.replace(" ", "T")}Z`);
  const day = 24 * 60 * 60 * 1000;
  const last =
    end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end) + (end.length === 10 ? day - 1 : 0);
  return time >= (start === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start)) && time <= last;
}

function compareCell(line: string, column: RandomColumn, shown: string | null | undefined): void {
  // The cast is safe: a line of NDJSON is an object.
  const value = (JSON.parse(line) as Row)[column];
  if (shown === null) expect(value, line).toBeNull();
  else if (column === "label" || column === "day") expect(value, line).toBe(shown);
  else if (column === "n") expect(line).toMatch(new RegExp(`"n":${shown}[,}]`));
  else if (column === "amount")
    expect(compareNumbers(/"amount":(-?[\d.]+)/.exec(line)?.[1] ?? "", shown ?? ""), line).toBe(0);
}

function filterOf({ range, values, period, contains, isNull, isNotNull }: RandomQuestion): Row {
  return {
    ...(range !== undefined && {
      numberColumn: range.column,
      numberRange: ends(range, (text) => new RawJson(text)),
    }),
    ...(values !== undefined && { valueColumn: values.column, values: values.values }),
    ...(period !== undefined && { dateColumn: period.column, period: ends(period, String) }),
    ...(contains !== undefined && { textColumn: "label", textContains: contains }),
    ...(isNull !== undefined && isNull.length > 0 && { isNull }),
    ...(isNotNull !== undefined && isNotNull.length > 0 && { isNotNull }),
  };
}

function ends(
  { min, max }: { readonly min?: string; readonly max?: string },
  write: (text: string) => unknown,
): Row {
  return { ...(min !== undefined && { _min: write(min) }), ...(max !== undefined && { _max: write(max) }) };
}
