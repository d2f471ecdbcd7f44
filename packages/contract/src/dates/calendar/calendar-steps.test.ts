import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { parseDateRange } from "../index.js";
import { stepOrFault } from "./calendar-steps.js";
import type { Period } from "./period.js";

const first = Temporal.PlainDate.from("0001-01-01");
const last = Temporal.PlainDate.from("9999-12-31");
const place = { position: 0, end: 1 };

describe("stepOrFault", () => {
  test.each<[Period, number, string, string]>([
    ["day", 3_652_058, "9999-12-31", "0001-01-01"],
    ["week", 521_722, "9999-12-27", "0001-01-05"],
    ["month", 119_987, "9999-12-01", "0001-01-31"],
    ["quarter", 39_995, "9999-10-01", "0001-03-31"],
    ["year", 9_998, "9999-01-01", "0001-12-31"],
  ])("goes through the whole calendar by %ss, and no step further", (period, count, latest, earliest) => {
    expect(stepOrFault(first, { period, count, ...place }).toString()).toBe(latest);
    expect(stepOrFault(last, { period, count: -count, ...place }).toString()).toBe(earliest);
    for (const [date, more] of [
      [first, count + 1],
      [last, -count - 1],
    ] as const) {
      expect(() => stepOrFault(date, { period, count: more, ...place })).toThrow(
        "outside the years 1 to 9999",
      );
    }
  });
});

describe("parseDateRange", () => {
  const now = Date.UTC(9999, 11, 31);

  test("reaches the first day of the calendar from the last", () => {
    expect(parseDateRange("BETWEEN 3652058 DAYS AGO AND TODAY", { now })).toMatchObject({
      min: Date.parse("0001-01-01"),
    });
    expect(() => parseDateRange("BETWEEN 3652059 DAYS AGO AND TODAY", { now })).toThrow("years 1 to 9999");
  });
});
