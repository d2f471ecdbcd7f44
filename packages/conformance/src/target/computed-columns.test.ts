import { expect, test } from "vitest";
import type { JsonObject } from "../expect/json-of.js";
import { computedColumns } from "./computed-columns.js";

const base: readonly JsonObject[] = Array.from({ length: 40 }, (_, index) => ({
  id: `r${index}`,
  group: index % 2 === 0 ? "even" : "odd",
  cell: `${1_000 + index} für`,
  amount: 1_000 + index,
  at: `2024-03-${String(1 + (index % 28)).padStart(2, "0")}T10:00:00Z`,
}));
/** Returns the columns that count as computed when a filter shows its rows in another way. */
function computedIf(
  show: (row: JsonObject, index: number, all: readonly JsonObject[]) => JsonObject,
): readonly string[] {
  const tried = ["even", "odd"].map((value) => ({
    rows: base.filter(({ group }) => group === value).map(show),
  }));
  return [...computedColumns([{ column: "group", tried }], base)];
}

test.each<[string, Parameters<typeof computedIf>[0]]>([
  ["a cell that is blank", (row) => ({ ...row, cell: null })],
  ["a share of the rows", (row, _index, all) => ({ ...row, amount: Number(row["amount"]) / all.length })],
])("computedColumns() excuses %s for the rows of a filter", (_what, show) => {
  expect(computedIf(show)).toHaveLength(1);
});

test.each<[string, Parameters<typeof computedIf>[0]]>([
  ["a number as text", (row) => ({ ...row, amount: String(row["amount"]) })],
  ["a day without its time", (row) => ({ ...row, at: String(row["at"]).slice(0, 10) })],
  [
    "text that was decoded twice",
    (row) => ({ ...row, cell: Buffer.from(String(row["cell"])).toString("latin1") }),
  ],
  [
    "values of the next row",
    (row, index, all) => ({ ...row, cell: all[(index + 1) % all.length]?.["cell"] }),
  ],
  [
    "other values on later pages only",
    (row, index) => (index < 8 ? row : { ...row, cell: `other ${index}` }),
  ],
])("computedColumns() does not excuse %s", (_what, show) => {
  expect(computedIf(show)).toEqual([]);
});
