import { RowServer } from "@wellhead/test-support/http/row-server";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import type { ResultTable } from "../table/result-table.js";

const server = new RowServer();
let results: Results;
let tables = 0;

beforeAll(async () => {
  await server.start();
  results = await Results.open(engineThreads);
});
afterAll(async () => {
  await results.close();
  await server.stop();
});

/** Loads rows and runs a query on them, whose table is `s.t0`, `s.t1` and so on. */
async function select(rows: readonly string[], sql: (table: string) => string): Promise<ResultTable> {
  const name = `t${tables++}`;
  await results.load(await server.read(rows.map((row) => `${row}\n`).join("")), { schema: "s", name });
  return results.query(sql(`s.${name}`));
}

const moments = [
  "2026-03-28 10:20:30.123456+00",
  "2026-03-28 23:59:59+00",
  "10000-01-01 00:00:07+00",
  "0044-03-15 (BC) 01:02:03+00",
  "0999-12-31 12:00:00+00",
  "infinity",
  "-infinity",
];
const searches = [
  "00",
  "07",
  ":0",
  "10000",
  "100001",
  "123456",
  "1234567",
  "3456z",
  "+00",
  "z",
  "t",
  "t0",
  "7z",
];
const odd = [
  "inf",
  "y",
  "-i",
  "bc",
  "(bc)",
  "bct",
  "-",
  ".",
  ":",
  " ",
  "0 ",
  "zz",
  "tz",
  "x",
  "Ü",
  "28t10",
  "-44",
];

test.each([1, 15])(
  "a search finds exactly the rows whose cells contain it, in %d times 4 columns",
  async (times) => {
    const cells = ["TIMESTAMPTZ", "TIMESTAMP", "DATE", "VARCHAR"].flatMap((type) =>
      Array.from({ length: times }, (_, index) => `TRY_CAST(m AS ${type}) AS "${type} ${index}"`),
    );
    const rows = moments.map((moment, index) => JSON.stringify({ m: moment, n: index - 4 }));
    const instants = cells.filter((cell) => cell.includes("TIMESTAMPTZ"));
    for (const columns of times === 1 ? [cells, instants, cells.slice(1, 3)] : [cells]) {
      const table = await select(rows, (name) => `SELECT ${columns.join(", ")} FROM ${name}`);
      const { rows: shown } = await table.window({ offset: 0, limit: 100 });
      for (const search of [...searches, ...odd]) {
        const expected = shown.flatMap((row, index) =>
          row.some((cell) => typeof cell === "string" && cell.toLowerCase().includes(search.toLowerCase()))
            ? [index]
            : [],
        );
        const found = await table.window({ offset: 0, limit: 100, search });
        expect({ search, numbers: found.numbers }).toEqual({ search, numbers: expected });
      }
    }
  },
);

test("the first window of a sort and the later ones are parts of one order, however many rows there are", async () => {
  // 123,904 rows, of which 352 are equal in `a`.
  const rows = Array.from({ length: 352 }, (_, index) => `{"i":${(index * 97) % 352}}`);
  const table = await select(rows, (name) => `SELECT a.i AS a, b.i * 7 % 11 AS b FROM ${name} a, ${name} b`);
  const { rowCount } = table;
  expect(rowCount).toBe(352 * 352);
  const sort = [{ column: "a", isDescending: true }, { column: "b" }];
  const read = async (offset: number, limit: number) => {
    const { matching, rows: cells, numbers } = await table.window({ offset, limit, sort });
    expect(matching).toBe(rowCount);
    return cells.map((row, index) => [...row.map(Number), numbers[index] ?? -1]);
  };
  const compare = (left: readonly number[], right: readonly number[]) =>
    (right[0] ?? 0) - (left[0] ?? 0) || (left[1] ?? 0) - (right[1] ?? 0) || (left[2] ?? 0) - (right[2] ?? 0);
  const first = await read(0, 1000);
  const next = await read(1000, 1000);
  const again = await read(500, 1000);
  const last = await read(rowCount - 10, 1000);
  expect(first).toHaveLength(1000);
  expect(last).toHaveLength(10);
  const both = [...first, ...next];
  expect(both).toStrictEqual(both.toSorted(compare));
  expect(new Set(both.map((row) => row[2])).size).toBe(2000);
  expect(again).toStrictEqual(both.slice(500, 1500));
  expect(first[0]?.[0]).toBe(351);
  expect(last.at(-1)?.[0]).toBe(0);
  // Another sort begins again at its first rows, and a selection counts what it selects.
  expect((await table.window({ offset: 0, limit: 1, sort: [{ column: "a" }] })).rows).toEqual([["0", "0"]]);
  const where = [{ column: "a", operator: "equals", value: "5" }] as const;
  expect((await table.window({ offset: 0, limit: 5, sort, where })).matching).toBe(352);
});
