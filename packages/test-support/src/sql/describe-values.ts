import { beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../properties/is-long.js";
import { describeArrowValues } from "./describe-arrow-values.js";
import { ask, askOptions, askQuery, type Reply, type Row, readLines } from "./requests.js";
import type { SqlDatabase, SqlDialect, ValueColumn } from "./sql-database.js";

const table = "every_type";

/**
 * Tests that the values of every type are written as the database's own client shows them, digit by digit.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - The types
 */
export function describeValues(database: () => SqlDatabase, dialect: SqlDialect): void {
  const { values, createTypes = "", notFinite } = dialect;
  const cases = values.map((column, index) => [column.type, `c${index}`, column] as const);

  describe("a value", () => {
    let tableRows: readonly string[] = [];
    let csv: readonly (readonly (string | null)[])[] = [];
    let query: Reply;
    beforeAll(async () => {
      database().admin(createTypes + createSql(values));
      const chosen = { table, orderBy: "id" };
      tableRows = await readLines(database(), chosen);
      const filter = { ...database().place, ...chosen };
      csv = readCsv((await ask(database(), { source: "table", filter }, { accept: "text/csv" })).body);
      query = await askQuery(database(), `select * from ${table} order by id`, {
        accept: "application/x-ndjson",
      });
    });

    it("is the same in a table and in a query", () => {
      expect(query.body.trimEnd().split("\n")).toEqual(tableRows);
      expect(csv[0]).toEqual(["id", ...cases.map(([, name]) => name)]);
    });

    describeArrowValues(database, { table, columns: values, notFinite });

    it.each(cases)("of type %s is what the database's own client shows", (_, name, column) => {
      const shown = database().shown(table, name);
      const expected = shown.map((text, row) => jsonOf(column, row, text));
      expect(tableRows.map((line) => memberOf(line, name))).toEqual(expected);
      const index = cases.findIndex(([, other]) => other === name) + 1;
      expect(csv.slice(1).map((cells) => cells[index])).toEqual(
        expected.map((json, row) => cellOf(column, json, shown[row])),
      );
    });

    const listed = isLong ? cases : cases.filter((_, index) => index % 12 === 0);
    it.each(listed)("of type %s that a list offers finds its rows", async (_, name, { isMixed }) => {
      const options = await askOptions(database(), "values", { table, valueColumn: name });
      const found = await idsWhere(database(), { valueColumn: name, values: options });
      const filled = await idsWhere(database(), { isNotNull: [name] });
      const missed = filled.filter((id) => !found.includes(id));
      expect(found).toEqual(filled.filter((id) => !missed.includes(id)));
      expect(missed.length > 0).toBe(isMixed === true);
      const empty = tableRows.filter((__, id) => !filled.includes(`{"id":${id}}`));
      expect(empty.map((line) => memberOf(line, name))).toEqual(empty.map(() => "null"));
    });

    describeShownValues(database, { cases, rows: () => tableRows });

    it.each(isLong ? cases : cases.slice(0, 1))("of type %s is null or not null", async (_, name) => {
      const ids = [
        ...(await idsWhere(database(), { isNull: [name] })),
        ...(await idsWhere(database(), { isNotNull: [name] })),
      ];
      expect(ids.toSorted()).toEqual(tableRows.map((__, id) => `{"id":${id}}`).toSorted());
    });
  });
}

/** A type, its column and its values. */
type ValueCase = readonly [type: string, name: string, column: ValueColumn];

/** The rows of a table as JSON, and the types of their values. */
interface ShownValues {
  readonly cases: readonly ValueCase[];
  /** Returns the rows in the order of their ids, once the tests run. */
  readonly rows: () => readonly string[];
}

/**
 * Tests that a filter accepts each value that a row shows, and that lists offer only such values. The long form asks for
 * each value alone.
 */
function describeShownValues(database: () => SqlDatabase, { cases, rows }: ShownValues): void {
  const filtered = cases
    .filter(([, , column], index) => isLong || hasDates(column) || index % 6 === 0)
    // A text in a document has quotes, and a value of another type than its column cannot be compared.
    .filter(([, , { isDocument, isMixed }]) => isDocument !== true && isMixed !== true);
  it.each(filtered)(
    "of type %s that a row shows finds the row, and is the one that a list offers",
    async (_, name) => {
      const shown = rows().map((line): unknown => JSON.parse(memberOf(line, name)));
      const texts = new Set(shown.filter((value) => typeof value === "string"));
      const all = [...texts];
      for (const values of isLong || all.length === 0 ? all.map((text) => [text]) : [all]) {
        const found = await idsWhere(database(), { valueColumn: name, values });
        const isAsked = (value: unknown) => values.some((text) => text === value);
        const expected = shown.flatMap((value, id) => (isAsked(value) ? [`{"id":${id}}`] : []));
        expect([values, expected.filter((id) => !found.includes(id))]).toEqual([values, []]);
      }
      const options = await askOptions(database(), "values", { table, valueColumn: name });
      const isText = shown.every((value) => value === null || typeof value === "string");
      expect(isText ? options.filter((option) => !texts.has(option)) : []).toEqual([]);
    },
  );
}

function hasDates({ json, values }: ValueColumn): boolean {
  return values.some(
    (value) => typeof value === "string" && /^"?\d{4}-\d\d-\d\d/.test(json(value.replaceAll("'", ""))),
  );
}

function idsWhere(database: SqlDatabase, filter: Row): Promise<readonly string[]> {
  return readLines(database, { table, columns: ["id"], orderBy: "id", ...filter });
}

function createSql(values: readonly ValueColumn[]): string {
  const declared = values.map(({ type }, index) => `, c${index} ${type}`);
  const rows = Math.max(...values.map((column) => column.values.length)) + 1;
  const inserts = Array.from({ length: rows }, (_, row) => {
    const cells = values.map(({ values: found }) => {
      const value = found[row];
      return typeof value === "string" ? value : (value?.[0] ?? "null");
    });
    return `insert into ${table} values (${[row, ...cells].join(", ")});`;
  });
  return `create table ${table} (id int primary key${declared.join("")}); ${inserts.join("\n")}`;
}

function jsonOf({ values, json }: ValueColumn, row: number, shown: string | null): string {
  const value = values[row];
  if (shown === null) return "null";
  return typeof value === "object" ? value[1] : json(shown);
}

/** Returns the JSON text of a member. It is not parsed, so that no digits are lost. */
function memberOf(line: string, name: string): string {
  const mark = `"${name}":`;
  const start = line.indexOf(mark) + mark.length;
  const next = line.indexOf(`,"c${Number(name.slice(1)) + 1}":`, start);
  return line.slice(start, next < 0 ? -1 : next);
}

function cellOf({ isDocument = false }: ValueColumn, json: string, shown?: string | null): string | null {
  // A document may be JSON `null`, which is not SQL NULL.
  if (shown === null || (json === "null" && !isDocument)) return null;
  const value: unknown = json.startsWith('"') && !isDocument ? JSON.parse(json) : json;
  return String(value);
}

/** Reads CSV. An empty cell without quotes becomes `null`; a cell with quotes becomes text. */
function readCsv(body: string): readonly (readonly (string | null)[])[] {
  const rows: (string | null)[][] = [[]];
  for (const [, quoted, plain = "", end] of body.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain || null : quoted.replaceAll('""', '"'));
    if (end !== ",") rows.push([]);
  }
  return rows.slice(0, -1);
}
