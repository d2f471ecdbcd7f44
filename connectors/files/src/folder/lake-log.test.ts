import { expect, test } from "vitest";
import { lakeTableOf } from "./lake-log.js";

test.each([
  ["_delta_log/00000000000000000000.json", ""],
  ["a/b/_delta_log/00000000000000000010.checkpoint.parquet", "a/b/"],
  ["metadata/v3.metadata.json", ""],
  ["a/metadata/00001-5c1b.metadata.json", "a/"],
])("lakeTableOf() of %s returns the folder of the table", (name, prefix) => {
  expect(lakeTableOf(name)?.prefix).toBe(prefix);
});

test.each([
  "_delta_log/1.json",
  "a_delta_log/00000000000000000000.json",
  "_delta_log/00000000000000000000/a.json",
  "metadata/a.json",
  "metadata/a/b.metadata.json",
  "part-0.parquet",
])("lakeTableOf() of %s returns nothing", (name) => {
  expect(lakeTableOf(name)).toBeUndefined();
});
