import { expect, test } from "vitest";
import { type CellKind, isYear, kindOf } from "./cell-kind.js";
import { detectFormat } from "./detect-format.js";
import { findHeader } from "./find-header.js";
import { readRecords } from "./record-reader.js";

test.each<readonly [CellKind, readonly string[]]>([
  ["empty", ["", " ", "\t"]],
  [
    "number",
    [
      "1",
      "-2",
      "+3",
      "1.5",
      "1,5",
      "1,234",
      "1.234.567,8",
      "1 234",
      "1'234.5",
      "1e5",
      "1.5E-3",
      "50%",
      "50 %",
      " 7 ",
      ".5",
    ],
  ],
  [
    "date",
    [
      "2026-01-31",
      "2026/1/3",
      "1.2.26",
      "31.01.2026",
      "1/2/2026",
      "1-2-26",
      "2026-01-31T10:00",
      "2026-01-31 9:00:00Z",
      "9:30",
      "09:30:15.5",
    ],
  ],
  ["bool", ["true", "FALSE", "True "]],
  [
    "text",
    [
      "a",
      "1a",
      "1,23,4",
      "2026-1-31x",
      "1.2.3.4",
      "yes",
      "12:3",
      "1e",
      "--1",
      "trues",
      "10:00:0",
      "a2026-01-31",
    ],
  ],
])("kindOf() finds %s", (kind, texts) => {
  expect(texts.map((text) => [text, kindOf(text)])).toEqual(texts.map((text) => [text, kind]));
});

test("isYear() takes four digits from 1500 to 2199", () => {
  const years = ["1500", "1999", " 2026 ", "2199"];
  expect(years.filter((text) => !isYear(text))).toEqual([]);
  expect(["1499", "2200", "999", "20260", "a2026", "2026a", "1.999"].filter(isYear)).toEqual([]);
});

/** Finds the header of a table that is written with semicolons. */
function finding(text: string) {
  const format = { delimiter: ";", quote: '"', escape: '"' };
  const [first, ...others] = readRecords(text, format, { isAll: true, max: 100 });
  return first && findHeader(first, others);
}

test.each([
  ["name;size\na;1\nb;2", true, true],
  ["name;other\na;b\nc;d", true, false],
  ["a;1\nb;2\nc;3", false, false],
  ["1;2\n3;4", false, false],
  ["2026-01-01;x\n2026-01-02;y", false, false],
  ["true;x\nfalse;y", false, false],
  // Years and positions are names of columns too, unless a year stands above years.
  ["2024;2025;2026\n1;2;3\n4;5;6", true, false],
  ["country;2024;2025\na;1;2", true, false],
  ["y;2024;2025\na;x;y", true, false],
  ["2024;x\n2025;y", false, false],
  ["0;1;2\na;b;c", true, false],
  ["1;2;3\nx;y;z", true, false],
  ["1;3;4\nx;y;z", false, false],
  [";0;1\n0;a;b", true, false],
  ["5;6;7\nx;y;z", false, false],
  [";b\nc;d", true, false],
  // A cell in quotes above bare ones is of another kind.
  ['"1";x\n2;y', true, true],
  ['"1";x\n"2";y', false, false],
  // Nothing below says nothing.
  ["a;b", true, false],
  ["a;1", false, false],
  ["name;size\na;\nb;", true, false],
  ["name;size\na;\nb;5", true, true],
])("the first record of %j is a header: %s, by contrast: %s", (text, hasHeader, hasContrast) => {
  expect(finding(text)).toEqual({ hasHeader, hasContrast });
});

test.each([
  ["a,b\n1,2\n3,4\n", { delimiter: ",", header: true }],
  ["a;b\n1,5;2\n3,5;4\n", { delimiter: ";", header: true }],
  ["a\tb\n1\t2\n3\t4\n", { delimiter: "\t", header: true }],
  ["a|b\n1|2\n3|4\n", { delimiter: "|", header: true }],
  ["sep=;\na;b\n1;2\n", { delimiter: ";", header: true, skipped: 1 }],
  ['"sep=|"\r\na|b\r\n1|2\r\n', { delimiter: "|", header: true, skipped: 1 }],
  ["'a';'b;c'\n'1';'2'\n'3';'4'\n", { delimiter: ";", header: true, quote: "'" }],
  ["1,2\n3,4\n5,6\n", { delimiter: ",", header: false }],
  ['a,b\n"x\\"y",1\n"z",2\n', { delimiter: ",", header: true, escape: "\\" }],
  ["Report of 2026\n\na,b\n1,2\n3,4\n5,6\n", { delimiter: ",", header: true, skipped: 2 }],
])("detectFormat() of %j is %j", (text, expected) => {
  const { format, hasHeader, skippedLines } = detectFormat({ text, isAll: true, isTsv: false, settings: {} });
  const {
    delimiter,
    header,
    skipped = 0,
    quote = '"',
    escape = quote,
  } = expected as {
    delimiter: string;
    header: boolean;
    skipped?: number;
    quote?: string;
    escape?: string;
  };
  expect({ format, hasHeader, skippedLines }).toEqual({
    format: { delimiter, quote, escape },
    hasHeader: header,
    skippedLines: skipped,
  });
});
