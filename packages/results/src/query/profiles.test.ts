import { RowServer } from "@wellhead/test-support/http/row-server";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";

const server = new RowServer();
let results: Results;

beforeAll(async () => {
  await server.start();
  results = await Results.open(engineThreads);
});
afterAll(async () => {
  await results.close();
  await server.stop();
});

// `key` has no value twice, `near` has one value twice, `blank` has no values.
const count = 40;
const keys = Array.from({ length: count }, (_, index) => `k${(index * 7) % count}`);
const rows = keys.map((key, index) => ({
  key: index % 10 === 9 ? null : key,
  near: index === count - 1 ? "n5" : `n${index}`,
  group: index % 3,
  blank: null,
}));

test("profile() lists the same common values whether or not a value occurs twice, for each selection", async () => {
  const body = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  const { table } = await results.load(await server.read(body), { schema: "s", name: "t" });
  const common = async (column: "key" | "near" | "blank", group?: number) => {
    const where =
      group === undefined ? [] : [{ column: "group", operator: "equals", value: `${group}` } as const];
    const [profile] = await table.profile({ columns: [column], isDetailed: true, where });
    const counts = new Map<string, number>();
    for (const row of rows) {
      const value = row[column];
      if (value !== null && (group === undefined || row.group === group))
        counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const expected = [...counts]
      .map(([value, occurs]) => ({ value, count: occurs }))
      .toSorted((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1));
    expect(profile).toMatchObject({ distinct: counts.size, common: expected.slice(0, 10) });
  };
  // The profiles without details come first, as in the page, and are kept.
  expect((await table.profile()).map(({ nulls }) => nulls)).toEqual([4, 0, 0, count]);
  for (const column of ["key", "near", "blank"] as const)
    for (const group of [undefined, 0, 1, 2, undefined]) await common(column, group);
});

/** Values of which none occurs twice in the first 20,000 rows, but perhaps later. */
const many = 24_000;
const shuffled = (index: number): number => (index * 7_919) % many;
const columns: Readonly<Record<string, (index: number) => string | number | null>> = {
  rising: (index) => index * 3,
  falling: (index) => -index / 4,
  "rises but once": (index) => (index === many - 1 ? 5 : index),
  "rises, with one twice": (index) => Math.min(index, many - 2),
  close: (index) => shuffled(index) - 100,
  "close, with one twice": (index) => shuffled(index === many - 1 ? 5 : index),
  apart: (index) => shuffled(index) * 1e9,
  "apart, with one twice": (index) => shuffled(index === many - 1 ? 5 : index) * 1e9,
  numbered: (index) => `Order ${index} of many`,
  "numbered, with one twice": (index) => `Order ${index === many - 1 ? 5 : index} of many`,
  names: (index) => `n${shuffled(index)}`,
  "names, with one twice": (index) => `n${shuffled(index === many - 1 ? 5 : index)}`,
  "names at times": (index) => (index % 12 === 11 ? null : `n${shuffled(index)}`),
  "day of event": (index) => new Date(index * 86_400_000).toISOString().slice(0, 10),
  kind: (index) => ["green", "black", "white"][index % 3] ?? null,
  halves: (index) => index % 2,
  size: (index) => (index % 50 === 49 ? null : (index * 37) % 1_001),
};

test("profile() counts distinct values and quartiles exactly in a table that is too large to count at once", async () => {
  const names = Object.keys(columns);
  const body = Array.from({ length: many }, (_, index) => {
    const row = Object.fromEntries(names.map((name) => [name, columns[name]?.(index) ?? null]));
    return `${JSON.stringify(row)}\n`;
  }).join("");
  const { table } = await results.load(await server.read(body), { schema: "s", name: "many" });
  const profiles = await table.profile({ isDetailed: true });
  for (const [at, name] of names.entries()) {
    const values = Array.from({ length: many }, (_, index) => columns[name]?.(index) ?? null).filter(
      (value) => value !== null,
    );
    expect(profiles[at], name).toMatchObject({
      column: name,
      rows: many,
      nulls: many - values.length,
      distinct: new Set(values).size,
    });
    const numbers = values
      .filter((value) => typeof value === "number")
      .toSorted((left, right) => left - right);
    if (numbers.length === 0) continue;
    const { firstQuartile, median, thirdQuartile, histogram } = profiles[at] ?? {};
    const valueAt = (part: number): number => numbers[Math.ceil(part * numbers.length) - 1] ?? 0;
    const upper = numbers[Math.floor(numbers.length / 2)] ?? 0;
    expect([firstQuartile, median, thirdQuartile].map(Number), name).toEqual([
      valueAt(0.25),
      (valueAt(0.5) + upper) / 2,
      valueAt(0.75),
    ]);
    expect(
      histogram?.reduce((sum, { count: some }) => sum + some, 0),
      name,
    ).toBe(values.length);
  }
});

test("profile() counts distinct values of the engine's other types in a large table", async () => {
  const body = Array.from({ length: many }, (_, index) => `{"n":${index}}\n`).join("");
  await results.load(await server.read(body), { schema: "s", name: "numbers" });
  const answer = await results.query(
    `SELECT CAST(md5(CAST(n AS VARCHAR)) AS UUID) AS id, CAST(md5(CAST(n AS VARCHAR)) AS BLOB) AS bytes, CASE n WHEN ${many - 1} THEN INTERVAL '60' MINUTE WHEN 0 THEN INTERVAL '1' HOUR ELSE to_days(n) END AS duration FROM s.numbers`,
  );
  const profiles = await answer.profile({ isDetailed: true });
  expect(profiles.map(({ distinct }) => distinct)).toEqual([many, many, many - 1]);
});
