import type { GroupAnswer } from "@wellhead/workbench/protocol";
import { expect, test } from "vitest";
import { countRows, type PlotSpec } from "../../workbench/view/plot-spec.js";
import { draw } from "./draw-groups.js";
import { draw as drawHeatMap } from "./heat-map.js";

const look = {
  colors: { ink: "", faint: "", line: "", bad: "", paper: "", marks: ["#000"], heat: [] },
  isSmall: false,
} as const;

function spec(members: Partial<PlotSpec>): PlotSpec {
  return { kind: "line", x: "day", measures: [countRows], ...members };
}

function groups(members: Partial<GroupAnswer>): GroupAnswer {
  return { kind: "groups", xKind: "text", groups: [], series: [], rows: 0, ...members };
}

test("bars of two measures are drawn on the axis of their measure", () => {
  const answer = groups({ groups: [{ x: "a", rows: 2, values: ["2", "4000"] }] });
  const measures = [countRows, { function: "mean", column: "price" }] as const;
  expect(draw(spec({ kind: "bar", x: "name", measures }), answer, look).option).toMatchObject({
    yAxis: [{ name: "Rows" }, { name: "Mean of price" }],
    series: [{ yAxisIndex: 0 }, { yAxisIndex: 1 }],
  });
});

test("two axes have one zero, also with long names", () => {
  const answer = groups({
    groups: [
      { x: "a name of many letters", rows: 2, values: ["2", "-4000"] },
      { x: "b", rows: 1, values: ["1", "1000"] },
    ],
  });
  const measures = [countRows, { function: "sum", column: "price" }] as const;
  const option = draw(spec({ kind: "bar", x: "name", measures }), answer, look).option;
  expect(option).toMatchObject({
    xAxis: { type: "category" },
    yAxis: [
      { name: "Rows", min: -1, max: 2, interval: 0.5 },
      { name: "Sum of price", min: -4000, max: 8000, interval: 2000 },
    ],
    series: [{ yAxisIndex: 0 }, { yAxisIndex: 1 }],
  });
});

test("gaps stay visible in heat maps and box plots, and also where there are too many units to draw each", () => {
  const days = ["2000-01-01", "2000-01-03", "2020-01-01"];
  const groupsOf = (values: readonly string[]): GroupAnswer =>
    groups({
      xKind: "date",
      unit: "day",
      groups: values.map((x) => ({ x, series: "s", rows: 1, values: ["1"] })),
      series: ["s"],
    });
  const names = (option: Readonly<Record<string, unknown>>): unknown =>
    (option["xAxis"] as { readonly data: unknown }).data; // as it is built
  expect(
    names(drawHeatMap(spec({ kind: "heat map", y: "s" }), groupsOf(days.slice(0, 2)), look).option),
  ).toEqual(["2000-01-01", "2000-01-02", "2000-01-03"]);
  expect(names(draw(spec({ kind: "bar" }), groupsOf(days), look).option)).toEqual([
    "2000-01-01",
    "2000-01-02",
    "2000-01-03",
    "2000-01-04 … 2019-12-31",
    "2020-01-01",
  ]);
});

/** Returns the numbers that the first series draws. */
function drawn(option: Readonly<Record<string, unknown>>): readonly unknown[] {
  const [first] = option["series"] as readonly { readonly data: readonly { readonly value: unknown }[] }[]; // as it is built
  return (first?.data ?? []).map(({ value }) =>
    Array.isArray(value) ? (value as readonly unknown[])[1] : value,
  );
}

test("a line of counts is zero where a unit has no rows; of other measures and on a logarithmic axis it breaks", () => {
  const answer = groups({
    xKind: "date",
    unit: "day",
    groups: ["2026-03-28", "2026-03-31"].map((x) => ({ x, rows: 4, values: ["4"] })),
  });
  expect(drawn(draw(spec({}), answer, look).option)).toEqual([4, 0, 0, 4]);
  expect(drawn(draw(spec({ log: true }), answer, look).option)).toEqual([4, null, null, 4]);
  for (const name of ["mean", "sum", "median", "min", "max"] as const) {
    const measures = [{ function: name, column: "price" }];
    expect(drawn(draw(spec({ measures }), answer, look).option)).toEqual([4, null, null, 4]);
  }
});

test("the categories beyond the maximum have a bar of their own, unless the bars are divided into series", () => {
  const one = { x: "a", rows: 1, values: ["1"] };
  const others = { groups: 3, rows: 5, values: ["5"] };
  const bars = spec({ kind: "bar", x: "name" });
  expect(drawn(draw(bars, groups({ groups: [one], others }), look).option)).toEqual([1, 5]);
  const inSeries = groups({ groups: [{ ...one, series: "s" }], series: ["s"], others });
  expect(drawn(draw({ ...bars, series: "kind" }, inSeries, look).option)).toEqual([1, null]);
});
