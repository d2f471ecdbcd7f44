import { expect, test } from "vitest";
import { rowHeight, scrollMap } from "./scroll-map.js";

test("`scrollMap()` reaches the first and the last of fifty million rows within the height of an element", () => {
  const map = scrollMap(50_000_000, 600);
  expect(map.height).toBeLessThan(17_000_000);
  expect(map.topOf(0)).toBe(0);
  expect(map.topOf(map.height - 600)).toBeCloseTo(50_000_000 * rowHeight - 600, 3);
  expect(map.scrollOf(map.topOf(123_456))).toBeCloseTo(123_456, 6);
});

test("`scrollMap()` changes nothing for a table that fits", () => {
  const map = scrollMap(1_000, 600);
  expect([map.height, map.topOf(500), map.scrollOf(500)]).toEqual([1_000 * rowHeight, 500, 500]);
  expect(scrollMap(3, 600).topOf(0)).toBe(0);
});
