import { expect, test } from "vitest";
import type { CellType, ColumnFacts } from "../columns/column-facts.js";
import { suggestChart } from "./suggest-chart.js";

const typeNames: Readonly<Record<string, CellType>> = { number: "number", string: "text", boolean: "bool" };

function factsOf(rows: readonly Record<string, unknown>[]): Parameters<typeof suggestChart> {
  const facts = Object.keys(rows[0] ?? {}).map((id): ColumnFacts => {
    const values = rows.map((row) => row[id]);
    const isDate = values.every((value) => typeof value === "string" && /^\d{4}-/.test(value));
    const type = isDate ? "date" : (typeNames[typeof values[0]] ?? "object");
    const sorted = [...values].toSorted((left, right) => (String(left) < String(right) ? -1 : 1));
    const numbers = values.map(Number).toSorted((left, right) => left - right);
    const [min, max] = type === "number" ? [numbers[0], numbers.at(-1)] : [sorted[0], sorted.at(-1)];
    const shared = { id, nulls: 0, bins: [], top: [], types: [{ type, count: rows.length }] };
    return { ...shared, distinct: new Set(values).size, min: String(min), max: String(max) };
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
