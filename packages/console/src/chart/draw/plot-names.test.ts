import { expect, test } from "vitest";
import { groupName, nameSeries, seriesKey } from "./plot-names.js";

test.each([
  ["9007199254740993", "2", "9007199254740993 – 9007199254740995"],
  ["-0.30", "0.05", "-0.30 – -0.25"],
  ["0.30000000000000004", "0.1", "0.3 – 0.4"],
  ["-0.1", "0.1", "-0.1 – 0.0"],
  ["99999999999999999999.99", "0.01", "99999999999999999999.99 – 100000000000000000000.00"],
  ["2000000000", "500000000", "2000000000 – 2500000000"],
  ["1e+300", "1e+299", "1e+300 – 1.1e+300"],
  ["-1e+307", "1.0000000000000001e+307", "-1e+307 – 0"],
  ["1.7e+308", "1e+307", "1.7e+308 – 1.7976931e+308"],
  ["inf", "0.5", "inf"],
])("`groupName()` names a bin by its exact edges: %s", (start, width, name) => {
  expect(groupName(start, undefined, width)).toBe(name);
});

test("`groupName()` keeps the text of a time that is not on the axis", () => {
  expect(groupName("infinity", "month")).toBe("infinity");
  expect(groupName("2026-03-01", "month")).toBe("2026-03");
});

test("`nameSeries()` tells series apart whose values look like the names of a chart, or like each other", () => {
  const long = "x".repeat(80);
  const values = ["Others", null, "(empty)", `${long}1`, `${long}2`];
  const named = nameSeries(values, [{ isOther: true, series: null }]);
  expect(named.map(({ name }) => name).slice(0, 3)).toEqual(["Others", "(empty)", "(empty) (2)"]);
  expect(named.at(-1)).toEqual({ key: seriesKey({ isOther: true }), name: "Others (2)" });
  expect(new Set(named.map(({ name }) => name)).size).toBe(6);
  expect(new Set(named.map(({ key }) => key)).size).toBe(6);
});
