import type { TableColumn } from "@wellhead/sql";
import { describe, expect, it } from "vitest";
import { inRange, oneOfNumbers } from "./number-conditions.js";

const column = (databaseType: string): TableColumn => ({
  name: "n",
  type: "number",
  category: "number",
  databaseType,
  key: false,
});
const bind = (value: unknown) => `'${String(value)}'`;
/** The SQL of a double. */
const bits = (value: number) => {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleLE(value);
  return `reinterpretAsFloat64(unhex('${buffer.toString("hex")}'))`;
};

// A BFloat16 of 1e30 is 9.953037915854457e29, and rows show the shortest text of the 32-bit float: 9.953038e29.
describe.each(["BFloat16", "Nullable(BFloat16)", "Float32", "LowCardinality(Nullable(Float32))"])(
  "a filter of a column of type %s",
  (type) => {
    it("finds the number as rows show it", () => {
      const shown = `9953038${"0".repeat(23)}`;
      expect(oneOfNumbers(column(type), [shown], bind)).toBe(`(\`n\` = ${bits(Math.fround(9.953038e29))})`);
      expect(inRange(column(type), { min: shown, max: shown }, bind)).toEqual([
        `\`n\` >= ${bits(Math.fround(9.953038e29))}`,
        `\`n\` <= ${bits(Math.fround(9.953038e29))}`,
      ]);
    });

    it("finds none for digits that no row shows", () => {
      expect(oneOfNumbers(column(type), ["0.10000000000000000001"], bind)).toBe("0");
    });
  },
);
