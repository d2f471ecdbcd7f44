import { RowServer } from "@wellhead/test-support/http/row-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";

const server = new RowServer();
let results: Results;

beforeAll(async () => {
  await server.start();
  results = await Results.open();
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
