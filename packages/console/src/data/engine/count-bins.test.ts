import { expect, test } from "vitest";
import { ColumnProfile } from "./column-profile.js";
import { countBins } from "./count-bins.js";

function binsOf(values: readonly unknown[]): readonly number[] {
  const profile = new ColumnProfile("a");
  for (const value of values) profile.add(value);
  return countBins(
    profile.facts(values.length),
    values.map((a) => ({ a })),
  );
}

test("`countBins()` spreads numbers and dates between their ends", () => {
  expect(binsOf([0, 1, 2, 12])).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(binsOf(["2026-01-01", "2026-01-13", "2026-01-13"])).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
});

test("`countBins()` has none for text and for one single value", () => {
  expect(binsOf(["a", "b"])).toEqual([]);
  expect(binsOf([7, 7])).toEqual([]);
});
