import type { ColumnProfile } from "@wellhead/workbench/protocol";
import { expect, test } from "vitest";
import type { PlotSpec } from "../workbench/view/plot-spec.js";
import { suggestPlot } from "./suggest-plot.js";

function profile(column: string, members: Partial<ColumnProfile>): ColumnProfile {
  return { column, kind: "text", rows: 300, nulls: 0, distinct: 300, min: "a", max: "z", ...members };
}

/** Suggests a chart, and returns the columns whose profiles were requested too. */
async function suggest(
  profiles: readonly ColumnProfile[],
): Promise<{ readonly plot: PlotSpec | undefined; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const plot = await suggestPlot(profiles, (columns) => {
    asked.push(...columns);
    return Promise.resolve(profiles.filter(({ column }) => columns.includes(column)));
  });
  return { plot, asked };
}

const price = profile("price", { kind: "number", distinct: 40, min: "1.5", max: "99.9" });
const year = { min: "2025-01-01", max: "2025-04-10" };

test("`suggestPlot()` counts events over time and never sums a price", async () => {
  const ordered = profile("ordered", { kind: "date", distinct: 80, ...year });
  expect((await suggest([price, ordered])).plot).toEqual({
    kind: "line",
    x: "ordered",
    measures: [{ function: "count" }],
  });
});

test("`suggestPlot()` averages regular measurements, in a colour for each subject", async () => {
  const day = profile("day", { kind: "date", distinct: 100, ...year });
  const station = profile("station", { distinct: 3 });
  const temperature = profile("temperature", { kind: "number", distinct: 70, min: "-4", max: "31" });
  expect((await suggest([station, day, temperature])).plot).toEqual({
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
  expect((await suggest([month, { ...temperature, rows: 12 }])).plot?.measures).toEqual([
    { function: "mean", column: "temperature" },
  ]);
});

test("`suggestPlot()` leaves out keys, constants and columns that are nearly empty", async () => {
  const id = profile("order_id", { kind: "number", min: "1", max: "900" });
  const running = profile("n", { kind: "number", min: "1", max: "300" });
  const constant = profile("currency", { distinct: 1, min: "EUR", max: "EUR" });
  const empty = profile("refunded", { kind: "date", nulls: 290, distinct: 9, ...year });
  expect((await suggest([id, running, constant, empty])).plot).toBeUndefined();
  expect((await suggest([id, constant, price])).plot).toMatchObject({ kind: "histogram", x: "price" });
  const region = profile("region", { distinct: 4 });
  expect((await suggest([id, price, region])).plot).toMatchObject({ kind: "bar", x: "region" });
});

test("`suggestPlot()` requests only the profiles that decide", async () => {
  const id = profile("order_id", { kind: "number" });
  const ordered = profile("ordered", { kind: "date", distinct: 80, ...year });
  const note = profile("note", {});
  expect(await suggest([id, ordered, price, note])).toMatchObject({
    plot: { x: "ordered" },
    asked: ["ordered"],
  });
  const day = profile("day", { kind: "date", distinct: 100, ...year });
  const station = profile("station", { distinct: 3 });
  expect((await suggest([id, station, day, price, note])).asked).toEqual(["day", "price", "station"]);
  const region = profile("region", { distinct: 4 });
  expect((await suggest([note, region, price])).asked).toEqual(["note", "region"]);
});
