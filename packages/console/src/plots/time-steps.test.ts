import { expect, test } from "vitest";
import { formatTime, markGaps, parseTime, stepTime } from "./time-steps.js";

test("`parseTime()` reads times without a zone in UTC, whatever the zone of this computer is", () => {
  expect(parseTime("2025-03-30")).toBe(Date.UTC(2025, 2, 30));
  expect(parseTime("2025-03-30T02:30:00")).toBe(Date.UTC(2025, 2, 30, 2, 30));
  expect(parseTime("2025-03-30 02:30:00.5")).toBe(Date.UTC(2025, 2, 30, 2, 30, 0, 500));
  expect(parseTime("2025-03-30T02:30:00Z")).toBe(Date.UTC(2025, 2, 30, 2, 30));
  expect(parseTime("2025-03-30T02:30:00+02:00")).toBe(Date.UTC(2025, 2, 30, 0, 30));
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
