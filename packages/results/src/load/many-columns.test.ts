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

/** The JSON texts of a column's values in three rows, and the type that holds each of them unchanged. */
const columns: readonly (readonly [type: string, ...values: readonly string[]])[] = [
  ["BIGINT", "1", "-9223372036854775808", "null"],
  ["HUGEINT", "1", "9223372036854775808", "null"],
  ["DECIMAL(5,3)", "10.5", "0.125", "-3"],
  ["DOUBLE", "1e300", "-0", "0.5"],
  ["VARCHAR", "1e400", "1", "2"],
  ["BOOLEAN", "true", "null", "false"],
  ["DATE", '"2026-01-31"', "null", '"1999-12-31"'],
  ["TIMESTAMP", '"2026-01-31T10:00:00"', '"2026-01-31 10:00:00.5"', "null"],
  ["TIMESTAMPTZ", '"2026-01-31T10:00:00Z"', '"2026-01-31T10:00:00+02:00"', "null"],
  ["VARCHAR", '"2026-01-31T10:00:00Z"', '"2026-01-31T10:00:00"', "null"],
  ["VARCHAR", '"a\\nb"', '"1"', "null"],
  ["VARCHAR", "1", '"1"', "true"],
  ["JSON", "[1]", '{"a":[]}', "null"],
  ["VARCHAR", "null", "null", "null"],
];

test.each([1, 3, 30])("load() finds the same types in %d times as many columns", async (times) => {
  const wide = Array.from({ length: times }, () => columns).flat();
  const rows = [1, 2, 3].map(
    (row) => `{${wide.map((column, index) => `"c${index}":${column[row]}`).join(",")}}\n`,
  );
  const loaded = await results.load(await server.read(rows.join("")), { schema: "s", name: `t${times}` });
  const found = new Map(loaded.columns.map(({ key, type }) => [key, type]));
  expect(wide.map((_, index) => found.get(`c${index}`))).toStrictEqual(wide.map(([type]) => type));
});
