import { expect, test } from "vitest";
import { parseDateRange } from "./parse-date-range.js";
import { suggestDateRanges } from "./suggest-date-ranges.js";

const now = Date.UTC(2026, 10, 21);

test("suggestDateRanges() returns eighteen different expressions that can be parsed", () => {
  const values = suggestDateRanges().map(({ value }) => value);
  expect(new Set(values).size).toBe(18);
  for (const value of values) {
    expect(parseDateRange(value, { now })).toMatchObject({
      min: expect.any(Number),
      max: expect.any(Number),
    });
  }
});

test("suggestDateRanges() gives each expression its own title", () => {
  const titles = suggestDateRanges().map(({ title }) => title);
  expect(new Set(titles).size).toBe(18);
});
