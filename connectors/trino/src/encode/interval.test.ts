import { expect, it } from "vitest";
import { monthsOf, secondsOf } from "./interval.js";

it("`monthsOf()` and `secondsOf()` leave out what is zero and keep the sign", () => {
  expect(["0-0", "10-0", "-0-11", "odd"].map(monthsOf)).toEqual(["P0M", "P10Y", "P-11M", "odd"]);
  expect(["0 00:00:00.000", "-1 00:10:00.500", "3 20:00:09.070", "odd"].map(secondsOf)).toEqual([
    "PT0S",
    "P-1DT-10M-0.5S",
    "P3DT20H9.07S",
    "odd",
  ]);
});
