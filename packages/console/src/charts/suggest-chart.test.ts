import { expect, test } from "vitest";
import { ColumnProfile } from "../data/engine/column-profile.js";
import { suggestChart } from "./suggest-chart.js";

function factsOf(rows: readonly Record<string, unknown>[]): Parameters<typeof suggestChart> {
  const ids = Object.keys(rows[0] ?? {});
  const facts = ids.map((id) => {
    const profile = new ColumnProfile(id);
    for (const row of rows) profile.add(row[id]);
    return profile.facts(rows.length);
  });
  return [facts, rows.length];
}

test("`suggestChart()` prefers numbers over time, in stretches that fit the span", () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({
    id: index,
    day: `2026-0${(index % 5) + 1}-10`,
    amount: index % 7,
  }));
  expect(suggestChart(...factsOf(rows))).toEqual({
    kind: "line",
    x: "day",
    y: "amount",
    aggregate: "sum",
    grouping: "week",
  });
});

test("`suggestChart()` takes categories when there are no dates", () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({ id: index, kind: `k${index % 3}` }));
  expect(suggestChart(...factsOf(rows))).toEqual({
    kind: "bar",
    x: "kind",
    aggregate: "count",
    grouping: "none",
  });
});

test("`suggestChart()` shows how numbers are spread when there is nothing else", () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({ size: index / 3 }));
  expect(suggestChart(...factsOf(rows))).toMatchObject({ kind: "histogram", x: "size" });
});

test("`suggestChart()` has nothing to suggest without columns", () => {
  expect(suggestChart([], 0)).toBeUndefined();
});
