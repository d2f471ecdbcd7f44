import * as fc from "fast-check";
import { expect, test } from "vitest";
import { makeAxis, shortNumber } from "./axis-ticks.js";

test("`makeAxis()` covers every value with few round ticks", () => {
  const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(values, fc.boolean(), (all, fromZero) => {
      const { least, most, ticks } = makeAxis(all, { fromZero });
      expect(least).toBeLessThanOrEqual(Math.min(...all) + 1e-6 * (most - least));
      expect(most).toBeGreaterThanOrEqual(Math.max(...all) - 1e-6 * (most - least));
      expect(ticks.length).toBeLessThan(14);
      expect(!fromZero || (least <= 0 && most >= 0)).toBe(true);
    }),
  );
});

test("`makeAxis()` has something to show without values, and for one value", () => {
  expect(makeAxis([], { fromZero: false }).ticks.length).toBeGreaterThan(1);
  expect(makeAxis([5], { fromZero: false })).toMatchObject({ least: 5 });
  expect(makeAxis([0, 5e-324], { fromZero: false }).ticks).toEqual([0, 1]);
});

test("`shortNumber()` writes large numbers shortly", () => {
  expect([1_500_000, 20_000, 0.05, -3_000_000_000, 1_234].map(shortNumber)).toEqual([
    "1.5M",
    "20K",
    "0.05",
    "-3B",
    "1234",
  ]);
});
