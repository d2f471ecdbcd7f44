import { expect, test } from "vitest";
import { judgeVariant, listVariants } from "./report-variants.js";

const isLong = process.env["WELLHEAD_LONG"] !== undefined;

/** Variants that each were reported as faults once, and differ most from each other. */
const sample = new Set([
  "a cell is blank when a filter is set",
  "rows must have all of several values",
  "the same options for every parent",
  "429 now and then",
  "a type that this account may not read",
]);
const variants = listVariants();

test("listVariants() has 100 variants at least, of both generations", () => {
  expect(variants.length).toBeGreaterThanOrEqual(100);
  expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length);
  expect(new Set(variants.map(({ generation }) => generation)).size).toBe(2);
});

test.each(variants.filter(({ name }) => isLong || sample.has(name)))(
  "runConformance() has no finding about a legal variant: $generation, $name",
  async (variant) => {
    const { findings } = await judgeVariant(variant);
    expect(findings.map(({ id, verdict, detail }) => `${verdict} ${id}: ${detail}`)).toEqual([]);
  },
);
