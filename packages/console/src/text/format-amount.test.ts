import { expect, test } from "vitest";
import { formatBytes, formatCount, formatDuration } from "./format-amount.js";

test("`formatCount()` sets thousands apart", () => {
  expect(formatCount(1_234_567)).toBe("1,234,567");
});

test("`formatBytes()` takes the unit that fits", () => {
  expect([812, 3_400, 120_000, 3_400_000, 120_000_000].map(formatBytes)).toEqual([
    "812 B",
    "3.4 KB",
    "120 KB",
    "3.4 MB",
    "120 MB",
  ]);
});

test("`formatDuration()` takes the unit that fits", () => {
  expect([12.4, 3_400, 125_000].map(formatDuration)).toEqual(["12 ms", "3.4 s", "2 min 5 s"]);
});
