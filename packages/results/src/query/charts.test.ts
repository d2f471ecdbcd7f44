import { RowServer } from "@wellhead/test-support/http/row-server";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import type { ResultTable } from "../table/result-table.js";
import type { ChartAxis, GroupAnswer } from "./chart-query.js";

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

async function load(lines: readonly string[]): Promise<ResultTable> {
  tables += 1;
  const reading = await server.read(lines.join("\n"));
  return (await results.load(reading, { schema: "s", name: `t${tables}` })).table;
}

/** Counts the rows of each group. */
async function countBy(table: ResultTable, x: ChartAxis): Promise<GroupAnswer> {
  // A query of this kind has an answer of this kind.
  return (await table.chart({ kind: "groups", x, measures: [{ function: "count" }] })) as GroupAnswer;
}

/** Writes a whole number of the smallest units as a decimal. */
function decimal(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return `${units < 0n ? "-" : ""}${text}`;
}

const month = (index: number) => new Date(Date.UTC(2020, index, 1)).toISOString().slice(0, 10);
const daysOf = (count: number, step: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(2020, 0, 1 + index * step)).toISOString().slice(0, 10),
  );

test.each([
  ["months", "month", Array.from({ length: 24 }, (_, index) => month(index))],
  ["half a year of months", "month", Array.from({ length: 6 }, (_, index) => month(index))],
  ["years", "year", Array.from({ length: 5 }, (_, index) => month(index * 12))],
  ["days", "day", daysOf(90, 1)],
  ["every other day", "day", daysOf(40, 2)],
  ["weeks", "week", daysOf(20, 7)],
  ["one day", "day", daysOf(1, 1)],
  // Nothing between them is worth a group: no unit is filled.
  ["two days that are years apart", "month", [month(0), month(190)]],
  ["three centuries", "year", ["1726-05-01", "1926-05-01", "2026-05-01"]],
] as const)("a chart groups times by the unit of %s", async (_name, unit, days) => {
  const table = await load(days.map((day) => `{"day":"${day}","at":"${day}T00:00:00Z"}`));
  for (const column of ["day", "at"]) {
    if (column === "at" && days.length === 1) continue;
    const answer = await countBy(table, { column });
    expect(answer.unit).toBe(unit);
    expect(answer.rows).toBe(days.length);
  }
});

test("a chart keeps infinite instants as groups", async () => {
  const table = await results.query(
    "SELECT CAST(t AS TIMESTAMPTZ) AS t FROM (VALUES ('infinity'), ('-infinity'), ('2026-03-31T23:30:00-05:00'), (NULL)) AS v(t)",
  );
  const answer = await countBy(table, { column: "t", unit: "day" });
  expect(answer.groups.map(({ x }) => x)).toEqual(["-infinity", "2026-04-01", "infinity", null]);
});

test.each([
  ["64 bits", 0, [-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n, 1n]],
  ["the edge of 64 bits", 2, [10n ** 18n, -(10n ** 18n), 10n ** 18n - 1n, 7n, -7n]],
  ["one edge of it", 2, [10n ** 18n - 1n, 1n - 10n ** 18n, 5n, -5n]],
  ["128 bits", 0, [10n ** 37n, -(10n ** 37n), 3n]],
  ["38 digits with a point", 19, [10n ** 37n + 1n, -(10n ** 37n), 123n]],
  ["20 digits with a point", 18, [10n ** 19n + 7n, -(10n ** 19n), 10n ** 18n]],
  ["small decimals below zero", 3, [-1n, -999n, -500n, -501n]],
] as const)("bins hold their numbers exactly, with %s", async (_name, scale, values) => {
  const table = await load(values.map((units) => `{"v":${decimal(units, scale)}}`));
  const answer = await countBy(table, { column: "v", bins: 7 });
  const units = (text: string) => {
    const [whole = "", fraction = ""] = text.split(".");
    return BigInt(`${whole}${fraction.padEnd(scale, "0").slice(0, scale)}`);
  };
  const width = units(answer.binWidth ?? "");
  const floor = (value: bigint) => (value / width - (value < 0n && value % width !== 0n ? 1n : 0n)) * width;
  const expected = new Map<bigint, number>();
  for (const value of values) expected.set(floor(value), (expected.get(floor(value)) ?? 0) + 1);
  expect(new Map(answer.groups.map(({ x, rows: count }) => [units(x ?? ""), count]))).toEqual(expected);
});

test("boxes have the five numbers of their values", async () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1000];
  const table = await load(values.map((value) => `{"v":${value},"g":"a"}`));
  expect(await table.chart({ kind: "boxes", x: { column: "g" }, y: "v" })).toMatchObject({
    boxes: [
      {
        x: "a",
        rows: 12,
        min: "1",
        q1: "3",
        median: "6.5",
        q3: "9",
        max: "1000",
        lowWhisker: "1",
        highWhisker: "11",
      },
    ],
  });
});

test("a cell that is too long is cut at a character, with its length", async () => {
  const text = "\u{1f375}".repeat(400);
  const table = await load([`{"a":"${text}","b":"${text}x","c":null}`, '{"a":"1","b":"2","c":null}']);
  expect((await table.window({ offset: 0, limit: 2, columns: ["a", "b", "c"] })).rows).toEqual([
    [text, { start: text, length: 401 }, null],
    ["1", "2", null],
  ]);
});

test("a window without a sort begins at its offset, up to the last row", async () => {
  const table = await load(Array.from({ length: 2500 }, (_, index) => `{"n":${index}}`));
  for (const [offset, limit, expected] of [
    [0, 2, ["0", "1"]],
    [2047, 3, ["2047", "2048", "2049"]],
    [2498, 50, ["2498", "2499"]],
    [2500, 5, []],
  ] as const)
    expect((await table.window({ offset, limit })).rows.flat()).toEqual(expected);
});

test.each([
  ["numbers", "n", 24, { binWidth: "50", groups: 20 }],
  ["as many numbers as there may be", "n", 1000, { binWidth: undefined, groups: 1000 }],
  ["days whose unit is chosen", "day", 24, { unit: "year", groups: 3 }],
  ["days whose unit is chosen, with room for months", "day", 40, { unit: "month", groups: 33 }],
] as const)(
  "a chart has no more groups than it may have, of %s",
  async (_name, column, maxGroups, expected) => {
    const days = daysOf(1000, 1);
    const table = await load(days.map((day, index) => `{"n":${index},"day":"${day}"}`));
    const query = { kind: "groups", x: { column }, measures: [{ function: "count" }], maxGroups } as const;
    // A query of this kind has an answer of this kind.
    const { groups, binWidth, unit, others, rows } = (await table.chart(query)) as GroupAnswer;
    expect({ binWidth, ...(unit && { unit }), groups: groups.length }).toMatchObject(expected);
    expect([others, rows]).toEqual([undefined, 1000]);
  },
);

test("a unit that was asked for is coarser when there are more groups than there may be", async () => {
  const table = await load(daysOf(1000, 1).map((day) => `{"day":"${day}"}`));
  const query = {
    kind: "groups",
    x: { column: "day", unit: "day" },
    measures: [{ function: "count" }],
  } as const;
  expect(await table.chart({ ...query, maxGroups: 100 })).toMatchObject({ unit: "month", rows: 1000 });
  expect(await table.chart(query)).toMatchObject({ unit: "day", rows: 1000 });
});

test("the others of a chart include the rows without a value", async () => {
  const table = await load(['{"g":"a"}', '{"g":"a"}', '{"g":"a"}', '{"g":"b"}', '{"g":null}', '{"g":null}']);
  const query = {
    kind: "groups",
    x: { column: "g" },
    measures: [{ function: "count" }],
    maxGroups: 1,
  } as const;
  expect(await table.chart(query)).toMatchObject({
    groups: [{ x: "a", rows: 3 }],
    others: { groups: 2, rows: 3, values: ["3"] },
    rows: 6,
  });
});

test("sums and means of large doubles are numbers, also where a sum is beyond the range of doubles", async () => {
  const groups = {
    over: ["1.7e308", "1.7e308", "-1.0e308"],
    zero: ["1.7e308", "1.7e308", "-1.7e308", "-1.7e308"],
  };
  const rows = Object.entries(groups).flatMap(([g, values]) => values.map((v) => `{"g":"${g}","v":${v}}`));
  const table = await load(rows);
  expect(table.columns.find(({ name }) => name === "v")?.type).toBe("DOUBLE");
  const measures = (["sum", "mean"] as const).map((name) => ({ function: name, column: "v" }));
  const answer = (await table.chart({
    kind: "groups",
    x: { column: "g" },
    measures,
    order: "value",
  })) as GroupAnswer;
  const [over, zero] = answer.groups;
  expect(over?.values).toEqual(["2.4e+308", "8e+307"]);
  expect(zero?.values.map(Number)).toEqual([0, 0]);
});
