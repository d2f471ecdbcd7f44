import { RowServer } from "@wellhead/test-support/http/row-server";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import type { ResultTable } from "../table/result-table.js";

// Doubles near the end of their range, infinities and NaN, which statements make of them.

const server = new RowServer();
let results: Results;
let computed: ResultTable;

beforeAll(async () => {
  await server.start();
  results = await Results.open(engineThreads);
  const values = ["1.7e308", "1.7e308", "-1.7e308", "1e300", "null"];
  await results.load(await server.read(values.map((value) => `{"v":${value}}\n`).join("")), {
    schema: "e",
    name: "rows",
  });
  computed = await results.query(
    `SELECT v, v * 10 AS "infinite", v * 10 - v * 10 AS "none", [v * 10 - v * 10, v * 10] AS list, {'NaN': 'a,NaN "Infinity', 'd': -v * 10} AS object FROM e.rows`,
  );
});
afterAll(async () => {
  await results.close();
  await server.stop();
});

test("NaN has no sign, and rows with it are JSON", async () => {
  const rows: string[] = [];
  for await (const batch of computed.rows()) rows.push(...batch);
  expect(rows.map((row): unknown => JSON.parse(row))).toEqual(
    [
      [1.7e308, "inf", "nan", ["nan", "inf"], "-inf"],
      [1.7e308, "inf", "nan", ["nan", "inf"], "-inf"],
      [-1.7e308, "-inf", "nan", ["nan", "-inf"], "inf"],
      [1e300, 1e301, 0, [0, 1e301], -1e301],
      [null, null, null, [null, null], null],
    ].map(([v, infinite, none, list, d]) => {
      return { v, infinite, none, list, object: { NaN: 'a,NaN "Infinity', d } };
    }),
  );
});

test("NaN and infinities have figures, and are found by them", async () => {
  const [infinite, none] = await computed.profile({ columns: ["infinite", "none"], isDetailed: true });
  expect(infinite).toMatchObject({ min: "-inf", max: "inf", sum: "nan", mean: "nan", median: "1e+301" });
  expect(none).toMatchObject({ min: "0.0", max: "nan", median: "nan", thirdQuartile: "nan" });
  expect(none?.common).toEqual([
    { value: "nan", count: 3 },
    { value: "0.0", count: 1 },
  ]);
  const count = (column: string, value: string) =>
    computed.count({ where: [{ column, operator: "equals", value }] });
  expect(await count("none", "nan")).toBe(3);
  expect(await count("infinite", "inf")).toBe(2);
  expect(await count("infinite", "-inf")).toBe(1);
  await expect(count("infinite", "Infinite")).rejects.toThrow('expected a number for "infinite"');
});

test("a histogram of the whole range of doubles has bins", async () => {
  const [profile] = await computed.profile({ columns: ["v"], isDetailed: true });
  const bins =
    profile?.histogram?.map(({ from, until, count }) => [Number(from), Number(until), count]) ?? [];
  expect(bins.map(([, , count]) => count)).toEqual([1, 1, 2]);
  const expected = [-1.7e308, 1e300, 1.7e308];
  for (const [index, [from = 0, until = 0]] of bins.entries()) {
    expect(from).toBeLessThanOrEqual(expected[index] ?? 0);
    expect(until).toBeGreaterThan(expected[index] ?? 0);
  }
});

test("a whisker is never within its box", async () => {
  const chart = await computed.chart({ kind: "boxes", y: "infinite" });
  expect(chart).toMatchObject({
    boxes: [{ min: "-inf", q1: "-inf", lowWhisker: "-inf", q3: "inf", highWhisker: "inf", max: "inf" }],
  });
});

test("the median of a bar is that of a box", async () => {
  for (const column of ["v", "infinite", "none"]) {
    const boxes = await computed.chart({ kind: "boxes", y: column });
    const { total } = await computed.summarize({ by: [], measures: [{ function: "median", column }] });
    const [profile] = await computed.profile({ columns: [column], isDetailed: true });
    expect(boxes).toMatchObject({ boxes: [{ median: total.values[0] }] });
    expect(profile?.median).toBe(total.values[0]);
  }
});
