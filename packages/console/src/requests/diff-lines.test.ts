import * as fc from "fast-check";
import { expect, test } from "vitest";
import { diffLines } from "./diff-lines.js";

test("`diffLines()` marks what was added and removed", () => {
  expect(diffLines("a\nb\nc", "a\nx\nc\nd")).toEqual([
    { kind: "same", text: "a" },
    { kind: "removed", text: "b" },
    { kind: "added", text: "x" },
    { kind: "same", text: "c" },
    { kind: "added", text: "d" },
  ]);
});

test("`diffLines()` keeps both texts whole", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 12 })
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const side = (kind: string) =>
        lines
          .filter((line) => line.kind !== kind)
          .map((line) => line.text)
          .join("\n");
      expect(side("added")).toBe(before);
      expect(side("removed")).toBe(after);
    }),
  );
});
