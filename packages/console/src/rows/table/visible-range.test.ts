import * as fc from "fast-check";
import { expect, test } from "vitest";
import { visibleColumns, visibleRows } from "./visible-range.js";

test("`visibleRows()` covers what is in sight and stays within the rows", () => {
  expect(visibleRows(0, 300, { height: 30, count: 5 })).toEqual({ from: 0, to: 5 });
  expect(visibleRows(3_000, 300, { height: 30, count: 100_000 })).toEqual({ from: 92, to: 118 });
  expect(visibleRows(9_000, 300, { height: 30, count: 10 })).toEqual({ from: 10, to: 10 });
});

test("`visibleColumns()` covers every column that is in sight", () => {
  const widths = fc.array(fc.integer({ min: 20, max: 300 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(widths, fc.nat(3_000), fc.integer({ min: 1, max: 1_000 }), (all, scroll, viewport) => {
      const offsets = all.reduce<number[]>((sums, width) => [...sums, (sums.at(-1) ?? 0) + width], [0]);
      const { from, to } = visibleColumns(scroll, viewport, offsets);
      for (let column = 0; column < all.length; column += 1) {
        const inSight = (offsets[column + 1] ?? 0) > scroll && (offsets[column] ?? 0) < scroll + viewport;
        expect(!inSight || (column >= from && column < to)).toBe(true);
      }
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(all.length);
    }),
  );
});
