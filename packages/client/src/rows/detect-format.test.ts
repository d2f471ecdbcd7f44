import { expect, it } from "vitest";
import { detectFormat, type RowFormat } from "./detect-format.js";

type Case = readonly [start: string, contentType: string, more: RowFormat | undefined, whole: RowFormat];

it.each<Case>([
  // An array is JSON whatever the content type, unless it can be a header of CSV.
  ['[{"a":1}', "text/csv", "json", "json"],
  ["[ ]", "text/csv", "json", "json"],
  ["[", "text/csv", undefined, "json"],
  ["[", "application/json", undefined, "json"],
  ["[a],b\n", "text/csv", "csv", "csv"],
  ["[1", "application/json", "json", "json"],
  // An object is a line, unless it can be a header of CSV.
  ['{"a":1', "application/json", "ndjson", "ndjson"],
  ['{ "a":1}\n', "text/csv", "ndjson", "ndjson"],
  ["{}\n", "text/csv", "ndjson", "ndjson"],
  ["{a},b\n", "text/csv", "csv", "csv"],
  ['{a},"b"\n', "text/csv", "csv", "csv"],
  ['{a},{"b"\n', "text/csv", "csv", "csv"],
  ['{ "a":1}', "text/csv", undefined, "ndjson"],
  // A body without content has the announced format.
  [" \n", "text/csv", undefined, "csv"],
  ["", "application/x-ndjson", undefined, "ndjson"],
  ["", "application/json", undefined, "json"],
  // Other text is CSV if it is announced, or if it looks like a header.
  ["a sentence", "text/csv", "csv", "csv"],
  ["known\n", "text/plain", "csv", "csv"],
  [" known ,b c \n1,2", "text/plain", "csv", "csv"],
  ["name,size\n", "text/plain", "csv", "csv"],
  ["name,\n", "text/plain", "json", "json"],
  ["Sorry, something failed\n", "text/plain", "json", "json"],
  ["name\n1\n", "text/plain", "csv", "csv"],
  ["name\n", "text/plain", undefined, "json"],
  ["ärger_1.x-y\n1\n", "text/plain", "csv", "csv"],
  ["1\n2\n", "text/plain", "json", "json"],
  ["two words\n1\n", "text/plain", "json", "json"],
  ["null\n1\n", "text/plain", "json", "json"],
  ["true\n1\n", "text/plain", "json", "json"],
  ["false\n1\n", "text/plain", "json", "json"],
  ["name,si", "text/plain", undefined, "csv"],
  // A text without a line end is no header after a while.
  [`${"x".repeat(1_048_576)} y`, "text/plain", "json", "json"],
  [`${"x".repeat(1_048_574)},y`, "text/plain", undefined, "csv"],
])(
  "%.40j of type %s is %s while more follows, and %s as the whole body",
  (start, contentType, more, whole) => {
    const options = { contentType, columns: ["known"] };
    expect(detectFormat(start, { ...options, isEnd: false })).toBe(more);
    expect(detectFormat(start, { ...options, isEnd: true })).toBe(whole);
  },
);
