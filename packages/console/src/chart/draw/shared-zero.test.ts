import { expect, test } from "vitest";
import { sharedZero } from "./shared-zero.js";

test("sharedZero() gives axes of different sizes one zero", () => {
  const ranges = [
    { low: -3, high: 40 },
    { low: -9000, high: 100 },
  ];
  const ends = sharedZero(ranges, 4) ?? [];
  const heights = ends.map(({ min, max }) => -min / (max - min));
  expect(heights[0]).toBeCloseTo(heights[1] ?? Number.NaN, 12);
  for (const [index, { min, max, interval }] of ends.entries()) {
    expect(min).toBeLessThanOrEqual(ranges[index]?.low ?? Number.NaN);
    expect(max).toBeGreaterThanOrEqual(ranges[index]?.high ?? Number.NaN);
    expect([min / interval, max / interval].every((mark) => Number.isInteger(mark))).toBe(true);
  }
});

test("sharedZero() leaves axes alone whose values are not below zero", () => {
  expect(
    sharedZero(
      [
        { low: 5, high: 9 },
        { low: 0, high: 1 },
      ],
      4,
    ),
  ).toBeUndefined();
});

test("sharedZero() has room for values that are all below zero, and for none", () => {
  expect(
    sharedZero(
      [
        { low: -4, high: -1 },
        { low: 0, high: 0 },
      ],
      4,
    ),
  ).toEqual([
    { min: -4, max: 0, interval: 1 },
    { min: -4, max: 0, interval: 1 },
  ]);
});
