import { expect, test } from "vitest";
import { parseTime } from "../../text/parse-time.js";
import { formatTime, markGaps, stepTime } from "./time-steps.js";

test("`parseTime()` reads times without a zone in UTC, whatever the zone of this computer is", () => {
  expect(parseTime("2025-03-30")).toBe(Date.UTC(2025, 2, 30));
  expect(parseTime("2025-03-30T02:30:00")).toBe(Date.UTC(2025, 2, 30, 2, 30));
  expect(parseTime("2025-03-30 02:30:00.5")).toBe(Date.UTC(2025, 2, 30, 2, 30, 0, 500));
  expect(parseTime("2025-03-30T02:30:00Z")).toBe(Date.UTC(2025, 2, 30, 2, 30));
  expect(parseTime("2025-03-30T02:30:00+02:00")).toBe(Date.UTC(2025, 2, 30, 0, 30));
});

test("`parseTime()` and `formatTime()` know years of one to six digits, and an infinite time has no position", () => {
  for (const [text, year, month, day] of [
    ["0001-01-01", "0001", "0001-01", "0001-01-01"],
    ["9999-12-31", "9999", "9999-12", "9999-12-31"],
    ["10000-02-29T00:00:00", "10000", "10000-02", "10000-02-29"],
    ["123456-07-01", "123456", "123456-07", "123456-07-01"],
  ] as const) {
    const time = parseTime(text);
    expect([formatTime(time, "year"), formatTime(time, "month"), formatTime(time, "day")]).toEqual([
      year,
      month,
      day,
    ]);
  }
  expect(parseTime("0044-03-15 (BC)")).toBe(Date.parse("-000043-03-15T00:00:00Z"));
  expect(parseTime("2025-01-01T00:00:00.123456+05:30")).toBe(Date.UTC(2024, 11, 31, 18, 30, 0, 123));
  for (const text of ["infinity", "-infinity", ""]) expect(parseTime(text)).toBeNaN();
});

test("`stepTime()` follows the calendar", () => {
  const text = (time: number): string => new Date(time).toISOString().slice(0, 10);
  expect(text(stepTime(Date.UTC(2024, 1, 1), "month"))).toBe("2024-03-01");
  expect(text(stepTime(Date.UTC(2024, 0, 1), "quarter", -1))).toBe("2023-10-01");
  expect(text(stepTime(Date.UTC(2023, 11, 31), "day"))).toBe("2024-01-01");
});

test("`markGaps()` breaks a line where a unit has no rows", () => {
  const month = (index: number): number => Date.UTC(2025, index, 1);
  expect(
    markGaps(
      [
        [month(0), 5],
        [month(1), 6],
        [month(5), 7],
      ],
      "month",
      null,
    ),
  ).toEqual([
    [month(0), 5],
    [month(1), 6],
    [month(2), null],
    [month(4), null],
    [month(5), 7],
  ]);
  expect(
    markGaps(
      [
        [month(0), 5],
        [month(2), 7],
      ],
      "month",
      0,
    ),
  ).toEqual([
    [month(0), 5],
    [month(1), 0],
    [month(2), 7],
  ]);
});

test("`formatTime()` is as short as the unit allows", () => {
  const time = Date.UTC(2025, 6, 7, 8, 9, 10);
  expect(
    (["year", "quarter", "month", "day", "minute", "second"] as const).map((unit) => formatTime(time, unit)),
  ).toEqual(["2025", "2025 Q3", "2025-07", "2025-07-07", "2025-07-07 08:09", "2025-07-07 08:09:10"]);
});
