import { expect, test } from "vitest";
import type { ChartSpec } from "./chart-spec.js";
import { makeChartData } from "./make-chart-data.js";

const rows = [
  { day: "2026-01-31", kind: "green", amount: 2 },
  { day: "2026-02-01", kind: "black", amount: 3 },
  { day: "2026-02-15", kind: "green", amount: 5 },
  { day: null, kind: "white", amount: null },
];
const spec: ChartSpec = { kind: "bar", x: "kind", y: "amount", aggregate: "sum", grouping: "none" };

test("`makeChartData()` puts rows together by category, the largest first", () => {
  expect(makeChartData(rows, spec).bars.map(({ label, value }) => [label, value])).toEqual([
    ["green", 7],
    ["black", 3],
  ]);
});

test("`makeChartData()` counts rows, also those without a value", () => {
  const { bars } = makeChartData(rows, { ...spec, y: undefined, aggregate: "count" });
  expect(bars.map(({ label, value }) => [label, value])).toEqual([
    ["green", 2],
    ["black", 1],
    ["white", 1],
  ]);
});

test("`makeChartData()` puts dates together and in order", () => {
  const { bars } = makeChartData(rows.slice(0, 3), {
    ...spec,
    kind: "line",
    x: "day",
    grouping: "month",
    aggregate: "median",
  });
  expect(bars.map(({ label, value }) => [label, value])).toEqual([
    ["2026-01", 2],
    ["2026-02", 4],
  ]);
});

test("`makeChartData()` adds up what is too small for a pie, and says so", () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ kind: `k${index}`, amount: 20 - index }));
  const { bars, note } = makeChartData(many, { ...spec, kind: "pie" });
  expect(bars).toHaveLength(8);
  expect(bars.reduce((sum, bar) => sum + bar.value, 0)).toBe(210);
  expect(note).toBe("13 smaller groups are put together");
});

test("`makeChartData()` draws points and bins of numbers, and no others", () => {
  expect(makeChartData(rows, { ...spec, kind: "scatter", x: "amount" }).points).toEqual([
    [2, 2],
    [3, 3],
    [5, 5],
  ]);
  const { bars } = makeChartData(rows, { ...spec, kind: "histogram", x: "amount" });
  expect(bars.reduce((sum, bar) => sum + bar.value, 0)).toBe(3);
  expect(makeChartData(rows, { ...spec, kind: "histogram", x: "kind" }).bars).toEqual([]);
});
