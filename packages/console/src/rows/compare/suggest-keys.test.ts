import type { ColumnProfile } from "@wellhead/workbench/protocol";
import { expect, test } from "vitest";
import { suggestKeys } from "./suggest-keys.js";

const profile = (column: string, others: Partial<ColumnProfile> = {}): ColumnProfile => ({
  column,
  kind: "text",
  rows: 10,
  nulls: 0,
  distinct: 10,
  ...others,
});

test("suggestKeys() finds the columns without repeated or missing values in both runs, ids first", () => {
  const both = ["name", "order_id", "ID"].map((column) => profile(column));
  const earlier = [...both, profile("city"), profile("gone"), profile("price", { kind: "number" })];
  const later = [
    ...both,
    profile("city", { distinct: 9 }),
    profile("new"),
    profile("price", { kind: "number", min: "0.5", max: "9" }),
  ];
  expect(suggestKeys(earlier, later)).toEqual(["ID", "order_id", "name"]);
  expect(suggestKeys([profile("id", { nulls: 1, distinct: 9 })], [profile("id")])).toEqual([]);
  expect(suggestKeys([profile("id", { rows: 0, distinct: 0 })], [profile("id")])).toEqual([]);
});
