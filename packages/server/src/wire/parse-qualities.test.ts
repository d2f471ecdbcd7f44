import { expect, test } from "vitest";
import { negotiateFormat } from "../faces/reports/wire/formats.js";
import { allQualities, parseQualities } from "./wire-request.js";

// RFC 9110, section 12.4.2: from 0 to 1 with at most three digits. Any other value counts as 0 and refuses the choice.
test.each([
  ["", 1],
  [";q=1", 1],
  [";q=1.", 1],
  [";q=1.0", 1],
  [";q=1.000", 1],
  [";q=0.5", 0.5],
  [";q=0.55", 0.55],
  [";q=0.555", 0.555],
  [";Q=0.5", 0.5],
  [" ; q=0.5 ", 0.5],
  [";charset=x;q=0.5", 0.5],
  [";q=0", 0],
  [";q=0.", 0],
  [";q=0.000", 0],
  [";q=", 0],
  [";q=x", 0],
  [";q=.5", 0],
  [";q=0.5555", 0],
  [";q=1.0000", 0],
  [";q=1.5", 0],
  [";q=2", 0],
  [";q=10", 0],
  [";q=-0.5", 0],
  [";q=00.5", 0],
  [";q=0.5x", 0],
  [";q=x0.5", 0],
])("a choice with %j has the quality %s", (parameters, quality) => {
  expect(allQualities(`text/csv${parameters}`)).toEqual([{ name: "text/csv", quality }]);
});

test("choices are the best first, equals as they were named, and those of no quality are none", () => {
  const names = (header: string) => parseQualities(header).map(({ name }) => name);
  expect(names("a;q=0.2, b, c;q=0.5, D, e;q=0, f;q=0.5")).toEqual(["b", "d", "c", "f", "a"]);
  expect(names(" ,, a ,;q=1,")).toEqual(["a"]);
  expect(names("a;q=0")).toEqual([]);
});

test("of a header with more choices than anybody has, the first 32 are read", () => {
  const header = Array.from({ length: 100 }, (_, index) => `a${index}`).join(",");
  expect(allQualities(header).map(({ name }) => name)).toEqual(
    Array.from({ length: 32 }, (_, index) => `a${index}`),
  );
});

test.each([
  ["application/json, text/csv", "json"],
  ["application/ndjson, text/csv", "ndjson"],
  ["application/jsonl, text/csv", "ndjson"],
  ["application/x-ndjson, text/csv", "ndjson"],
  ["application/*, text/csv", "json"],
  ["text/*, application/json", "csv"],
  ["*/*, text/csv", "json"],
  ["image/png, text/csv;q=0.1", "csv"],
  ["image/png", "json"],
  ["", "json"],
])("Accept %j asks for %s", (accept, format) => {
  expect(negotiateFormat(accept)).toBe(format);
});
