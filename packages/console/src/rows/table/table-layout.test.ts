import type { TableColumn } from "@wellhead/workbench/protocol";
import { expect, test } from "vitest";
import {
  arrangeColumns,
  plainLayout,
  resizeColumn,
  toggleHidden,
  togglePin,
  toggleSort,
} from "./table-layout.js";

const columns = ["a", "b", "c"].map((name): TableColumn => ({ name, kind: "text", type: "VARCHAR" }));

test("`toggleSort()` goes from ascending to descending to unsorted, and adds columns on request", () => {
  const ascending = toggleSort([], "b");
  expect(ascending).toEqual([{ column: "b" }]);
  const both = toggleSort(toggleSort(ascending, "b"), "a", true);
  expect(both).toEqual([{ column: "b", isDescending: true }, { column: "a" }]);
  expect(toggleSort(both, "b", true)).toEqual([{ column: "a" }]);
  expect(toggleSort(both, "c")).toEqual([{ column: "c" }]);
});

test("`arrangeColumns()` puts pinned columns first and leaves hidden ones out", () => {
  const layout = toggleHidden(togglePin(togglePin(plainLayout, "c"), "b"), "a");
  expect(arrangeColumns(columns, layout).map(({ name }) => name)).toEqual(["c", "b"]);
  expect(arrangeColumns(columns, toggleHidden(togglePin(layout, "c"), "a")).map(({ name }) => name)).toEqual([
    "b",
    "a",
    "c",
  ]);
});

test("`resizeColumn()` keeps a column visible and smaller than the page", () => {
  expect(resizeColumn(plainLayout, "a", -5).widths.get("a")).toBe(56);
  expect(resizeColumn(plainLayout, "a", 1e9).widths.get("a")).toBe(900);
});
