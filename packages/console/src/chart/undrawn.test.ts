import type { BoxAnswer, GroupAnswer, PointAnswer } from "@wellhead/workbench/protocol";
import { expect, test } from "vitest";
import { countRows, type PlotSpec } from "../workbench/view/plot-spec.js";
import { draw } from "./draw/draw-groups.js";
import { draw as drawPie } from "./draw/pie.js";
import { undrawnText } from "./undrawn.js";

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

test("a time axis stays one when some rows have no time, and the chart says how many", () => {
  const answer = groups({
    xKind: "date",
    unit: "day",
    groups: [
      { x: "-infinity", rows: 2, values: ["2"] },
      { x: "2026-03-01", rows: 5, values: ["5"] },
      { x: null, rows: 3, values: ["3"] },
    ],
  });
  const option = draw(spec({}), answer, look).option;
  expect(option).toMatchObject({
    xAxis: { type: "time" },
    series: [{ data: [{ value: [Date.UTC(2026, 2, 1), 5] }] }],
  });
  expect(undrawnText(spec({}), answer)).toBe("3 rows have no day. Not drawn: 2 rows with an infinite day.");
});

test("a logarithmic axis has no zero and nothing below, and the chart says what it leaves out", () => {
  const values = ["10", "0", "-3", "inf"].map((value, at) => ({ x: `${at}`, rows: 1, values: [value] }));
  for (const kind of ["bar", "line", "area"] as const) {
    const log = spec({ kind, x: "name", log: true });
    const [series] = draw(log, groups({ groups: values }), look).option.series;
    expect(series?.data.map(({ value }) => value)).toEqual([10, null, null, null]);
    expect(undrawnText(log, groups({ groups: values }))).toBe(
      "Not drawn: 1 figure too large for an axis or NaN, 2 figures that a logarithmic axis does not have.",
    );
  }
});

test("a pie has no slice below zero, and percentages only of what adds up", () => {
  const answer = groups({
    groups: [
      ["a", "5"],
      ["b", "-2"],
    ].map(([x = "", value = ""]) => ({ x, rows: 1, values: [value] })),
  });
  const label = (measure: PlotSpec["measures"][number]): unknown =>
    drawPie(spec({ kind: "pie", measures: [measure] }), answer, look).option.series;
  expect(label({ function: "sum", column: "v" })).toMatchObject([
    { label: { formatter: "{b}  {d}%" }, data: [{ value: 5 }, { value: null }] },
  ]);
  expect(label({ function: "mean", column: "v" })).toMatchObject([{ label: { formatter: "{b}" } }]);
  expect(undrawnText(spec({ kind: "pie" }), answer)).toBe("Not drawn: 1 figure below zero.");
});

test("categories beyond the maximum are named where they have no mark of their own", () => {
  const answer = groups({
    groups: [{ x: "a", series: "s", rows: 1, values: ["1"] }],
    series: ["s"],
    others: { groups: 12, rows: 345, values: ["345"] },
  });
  const text = "Not drawn: 345 rows of 12 other values of name.";
  expect(undrawnText(spec({ kind: "bar", x: "name", series: "s" }), answer)).toBe(text);
  expect(undrawnText(spec({ kind: "heat map", x: "name", y: "s" }), answer)).toBe(text);
  expect(undrawnText(spec({ kind: "bar", x: "name" }), { ...answer, series: [] })).toBe("");
});

test("boxes and points without a position are counted", () => {
  const box = {
    x: "a",
    rows: 4,
    min: "1",
    q1: "1",
    median: "2",
    q3: "3",
    max: "4",
    lowWhisker: "1",
    highWhisker: "4",
  };
  const boxes: BoxAnswer = {
    kind: "boxes",
    xKind: "text",
    boxes: [box, { ...box, x: "b", q1: "-1" }, { ...box, x: "c", highWhisker: "inf" }],
    otherGroups: 2,
    rows: 12,
  };
  expect(undrawnText(spec({ kind: "box", y: "v" }), boxes)).toBe(
    "Not drawn: 1 box with numbers too large for an axis, 2 boxes of fewer rows.",
  );
  expect(undrawnText(spec({ kind: "box", y: "v", log: true }), boxes)).toContain("2 boxes with numbers");
  const point = { x: "1", y: "1", number: 0, rows: 1 };
  const points: PointAnswer = {
    kind: "points",
    xKind: "number",
    yKind: "number",
    points: [point, { ...point, x: "inf" }, { ...point, y: "-2" }],
    series: [],
    isEveryRow: true,
    rows: 3,
    missing: 0,
  };
  expect(undrawnText(spec({ kind: "scatter", y: "v", log: true }), points)).toBe(
    "Not drawn: 1 point with a value too large for an axis, 1 point that a logarithmic axis does not have.",
  );
});

test("a figure with which an axis would be longer than the largest double is not drawn", () => {
  const values = ["1.5e308", "-2.7e307", "3.2e309", "9e300"];
  const answer = groups({ groups: values.map((value, at) => ({ x: `${at}`, rows: 1, values: [value] })) });
  const bars = spec({ kind: "bar", x: "name" });
  expect(draw(bars, answer, look).option).toMatchObject({
    series: [{ data: [{ value: null }, { value: null }, { value: null }, { value: 9e300 }] }],
  });
  expect(undrawnText(bars, answer)).toBe("Not drawn: 3 figures too large for an axis or NaN.");
});
