import * as fc from "fast-check";
import { expect, test } from "vitest";
import { highlightCode } from "./highlight-code.js";

test("`highlightCode()` colours SQL", () => {
  const pieces = highlightCode("SELECT 'it''s', 1.5 -- all\nFROM t", "sql").filter(
    ({ kind }) => kind !== "plain",
  );
  expect(pieces).toEqual([
    { kind: "word", text: "SELECT" },
    { kind: "text", text: "'it''s'" },
    { kind: "number", text: "1.5" },
    { kind: "remark", text: "-- all" },
    { kind: "word", text: "FROM" },
  ]);
});

test("`highlightCode()` tells keys from texts in JSON", () => {
  const pieces = highlightCode('{"a": ["b", true, -2e3]}', "json").filter(({ kind }) => kind !== "plain");
  expect(pieces.map(({ kind }) => kind)).toEqual(["key", "text", "word", "number"]);
});

test("`highlightCode()` keeps every character", () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom("sql" as const, "json" as const), (code, language) => {
      expect(
        highlightCode(code, language)
          .map(({ text }) => text)
          .join(""),
      ).toBe(code);
    }),
  );
});
