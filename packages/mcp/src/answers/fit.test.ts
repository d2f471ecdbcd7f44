import { array, assert, integer, property, string } from "fast-check";
import { expect, test } from "vitest";
import { fitPage, jsonBytes } from "./fit.js";

test("pages of `fitPage()` together contain every item but those that do not fit alone, and none is too large", () => {
  const texts = array(string({ unit: "binary", maxLength: 60 }), { maxLength: 40 });
  assert(
    property(texts, integer({ min: 10, max: 120 }), (items, maxBytes) => {
      const read: string[] = [];
      for (let offset: number | null = 0; offset !== null; ) {
        const page: ReturnType<typeof fitPage<string>> = fitPage(items, offset, maxBytes);
        expect(jsonBytes(page.shown)).toBeLessThanOrEqual(maxBytes);
        expect(page.count + page.omittedCount).toBe(items.length);
        read.push(...page.shown);
        offset = page.nextOffset;
      }
      expect(read).toEqual(items.filter((item) => jsonBytes([item]) < maxBytes));
    }),
  );
});
