import { expect, test } from "vitest";
import { plainDate } from "./plain-date.js";

const dayMs = 86_400_000;

test("every day and every instant that a Date writes is its own normal form", () => {
  for (let day = Date.UTC(2023, 0, 1); day < Date.UTC(2025, 0, 1); day += dayMs) {
    const instant = new Date(day + ((day / 7) % dayMs)).toISOString();
    const date = instant.slice(0, 10);
    expect([plainDate(instant), plainDate(date)]).toEqual([
      { text: instant, isDay: false },
      { text: date, isDay: true },
    ]);
  }
});

test.each([
  ["2026-02-29", undefined],
  ["2024-02-29", "2024-02-29"],
  ["2026-04-31T00:00:00.000Z", undefined],
  ["2026-13-01T00:00:00.000Z", undefined],
  ["2026-12-01T24:00:00.001Z", undefined],
  ["2026-12-01T23:60:00.000Z", undefined],
  ["0000-01-01", undefined],
  ["0000-01-01T00:00:00.000Z", undefined],
  ["2026-01-01T00:00:00.000", undefined],
  ["2026-01-01T02:00:00.000+02:00", "2026-01-01T00:00:00.000Z"],
  ["2026-01-01T00:00:00.000100Z", "2026-01-01T00:00:00.000100Z"],
  ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"],
])("%s is %s", (value, text) => {
  expect(plainDate(value)?.text).toBe(text);
});
