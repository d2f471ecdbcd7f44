import { expect, test } from "vitest";
import { parseDateRange } from "./parse-date-range.js";
import { suggestDateRanges } from "./suggest-date-ranges.js";

const now = Date.UTC(2026, 10, 21);

test("suggestDateRanges() gives eighteen different expressions that can be read", () => {
  const values = suggestDateRanges().map(({ value }) => value);
  expect(new Set(values).size).toBe(18);
  for (const value of values) {
    expect(parseDateRange(value, { now })).toMatchObject({
      min: expect.any(Number),
      max: expect.any(Number),
    });
  }
});

test("suggestDateRanges() gives each a title of its own", () => {
  const titles = suggestDateRanges().map(({ title }) => title);
  expect(new Set(titles).size).toBe(18);
});
