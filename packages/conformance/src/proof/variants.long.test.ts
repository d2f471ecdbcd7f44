import { expect, test } from "vitest";
import { judgeVariant, listVariants } from "./report-variants.js";

const variants = listVariants();

test("listVariants() has 100 variants at least, of both generations", () => {
  expect(variants.length).toBeGreaterThanOrEqual(100);
  expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length);
  expect(new Set(variants.map(({ generation }) => generation)).size).toBe(2);
});

test.each(variants)(
  "runConformance() has no finding about a legal variant: $generation, $name",
  async (variant) => {
    const { findings } = await judgeVariant(variant);
    expect(findings.map(({ id, verdict, detail }) => `${verdict} ${id}: ${detail}`)).toEqual([]);
  },
);
