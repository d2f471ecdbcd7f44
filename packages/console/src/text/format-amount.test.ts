import { expect, test } from "vitest";
import { formatBytes, formatCount, formatDuration, formatFigure } from "./format-amount.js";

test("`formatCount()` sets thousands apart", () => {
  expect(formatCount(1_234_567)).toBe("1,234,567");
});

test("`formatBytes()` takes the unit that fits", () => {
  const sizes = [812, 3_400, 120_000, 3_400_000, 120_000_000, 999, 9_970, 999_499, 999_600, 9_960_000];
  expect(sizes.map(formatBytes)).toEqual([
    "812 B",
    "3.4 KB",
    "120 KB",
    "3.4 MB",
    "120 MB",
    "999 B",
    "10 KB",
    "999 KB",
    "1.0 MB",
    "10 MB",
  ]);
});

test("`formatDuration()` takes the unit that fits", () => {
  const durations = [12.4, 3_400, 125_000, 999.4, 999.6, 59_940, 59_960, 119_700];
  expect(durations.map(formatDuration)).toEqual([
    "12 ms",
    "3.4 s",
    "2 min 5 s",
    "999 ms",
    "1.0 s",
    "59.9 s",
    "1 min 0 s",
    "2 min 0 s",
  ]);
});

test("`formatFigure()` sets thousands of long figures apart and keeps every digit", () => {
  const figures = [
    "63122.50",
    "-1234567",
    "2024",
    "9007199254740993.125",
    "0.000001",
    "1e+300",
    "Infinity",
    "12345-6",
  ];
  expect(figures.map(formatFigure)).toEqual([
    "63,122.50",
    "-1,234,567",
    "2024",
    "9,007,199,254,740,993.125",
    "0.000001",
    "1e+300",
    "Infinity",
    "12345-6",
  ]);
});
