import type { ColumnProfile } from "@wellhead/workbench/protocol";
import { expect, test } from "vitest";
import { suggestPlot } from "./suggest-plot.js";

function profile(column: string, members: Partial<ColumnProfile>): ColumnProfile {
  return { column, kind: "text", rows: 300, nulls: 0, distinct: 300, min: "a", max: "z", ...members };
}

const price = profile("price", { kind: "number", distinct: 40, min: "1.5", max: "99.9" });
const year = { min: "2025-01-01", max: "2025-04-10" };

test("`suggestPlot()` counts events over time and never sums a price", () => {
  const ordered = profile("ordered", { kind: "date", distinct: 80, ...year });
  expect(suggestPlot([price, ordered])).toEqual({
    kind: "line",
    x: "ordered",
    measures: [{ function: "count" }],
  });
});

test("`suggestPlot()` averages regular measurements, in a colour for each subject", () => {
  const day = profile("day", { kind: "date", distinct: 100, ...year });
  const station = profile("station", { distinct: 3 });
  const temperature = profile("temperature", { kind: "number", distinct: 70, min: "-4", max: "31" });
  expect(suggestPlot([station, day, temperature])).toEqual({
    kind: "line",
    x: "day",
    measures: [{ function: "mean", column: "temperature" }],
    series: "station",
  });
  const month = profile("month", {
    kind: "date",
    rows: 12,
    distinct: 12,
    min: "2025-01-01",
    max: "2025-12-01",
  });
  expect(suggestPlot([month, { ...temperature, rows: 12 }])?.measures).toEqual([
    { function: "mean", column: "temperature" },
  ]);
});

test("`suggestPlot()` leaves out keys, constants and columns that are nearly empty", () => {
  const id = profile("order_id", { kind: "number", min: "1", max: "900" });
  const running = profile("n", { kind: "number", min: "1", max: "300" });
  const constant = profile("currency", { distinct: 1, min: "EUR", max: "EUR" });
  const empty = profile("refunded", { kind: "date", nulls: 290, distinct: 9, ...year });
  expect(suggestPlot([id, running, constant, empty])).toBeUndefined();
  expect(suggestPlot([id, constant, price])).toMatchObject({ kind: "histogram", x: "price" });
  const region = profile("region", { distinct: 4 });
  expect(suggestPlot([id, price, region])).toMatchObject({ kind: "bar", x: "region" });
});
