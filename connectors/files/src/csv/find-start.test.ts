import { describe, expect, test } from "vitest";
import { findStart, isProse, plainStart, type TableStart } from "./find-start.js";
import { readRecords } from "./record-reader.js";

const semicolons = { delimiter: ";", quote: '"', escape: '"' };
const commas = { ...semicolons, delimiter: "," };

function recordsOf(text: string, format = semicolons) {
  return readRecords(text, format, { isAll: true, max: 1000 });
}

const repeat = (count: number, line: string): string => `${line}\n`.repeat(count);

/** A table of names and numbers. */
const table = "id;n\n1;2\n3;4\n";
/** Texts, which do not show that the first record is a header. */
const texts = "name;city\nAnn;Rome\nBob;Oslo\n";

describe("findStart() finds the table", () => {
  test.each<readonly [string, string, Partial<TableStart>]>([
    ["at the first record", table, { index: 0, width: 2, share: 1, title: "none" }],
    ["after empty records", `;;\n\n${texts}`, { index: 2, width: 2, title: "none" }],
    ["after a record of spaces", ` ; \n${texts}`, { index: 1, title: "none" }],
    ["in a file of empty records", ";\n;\n", { index: 0, width: 2, share: 1, title: "none" }],
    ["in an empty file", "", { index: 0, width: 1, share: 1, title: "none" }],
    // Most of the names are there.
    ["below nothing, if its header has gaps", "a;b;c;\n1;2;3;4\n5;6;7;8\n", { index: 0, title: "none" }],
    [
      "below a line that is half empty",
      "a;b;;\nid;x;y;z\n1;2;3;4\n5;6;7;8\n",
      { index: 1, title: "certain" },
    ],
    ["below a line of another width", "Report;2026\nid;n;m\n1;2;3\n4;5;6\n", { index: 1, title: "certain" }],
    ["at a header that nine of ten fit", `a;b\n${repeat(9, "x;y")}x;y;z\n1;2;3\n`, { index: 0, share: 0.9 }],
    ["below comments", `# by hand\n# today\nname;city\nAnn;Rome\n`, { index: 2, title: "certain" }],
    [
      "below a comment and an empty line",
      "# by hand\n\nname;city\nAnn;Rome\n",
      { index: 2, title: "certain" },
    ],
    ["below twenty lines", `${repeat(20, "x")}${table}`, { index: 20, title: "certain" }],
    ["below numbers of one row", "Report\nid;n;m\n1;2;3\n", { index: 1, title: "certain" }],
    ["below an empty line", `Report\n\n${texts}`, { index: 2, title: "certain" }],
    ["below a line of delimiters", `Report\n;;\n${texts}`, { index: 2, title: "certain" }],
    ["below a padded line", "Report;;\nname;city;age\nAnn;Rome;old\n", { index: 1, title: "certain" }],
    [
      "below a padded line and an empty one",
      "Report;;\n\nname;city;age\nAnn;Rome;old\n",
      { index: 2, title: "certain" },
    ],
    ["below a title, if nine of ten rows fit", `Report\nid;n\n${repeat(9, "1;2")}1;2;3\n4;5\n`, { index: 1 }],
  ])("%s", (_name, text, expected) => {
    expect(findStart(recordsOf(text), ";")).toMatchObject(expected);
  });

  test.each<readonly [string, string]>([
    ["one row, two cells", "Report\nid;n\n1;2\n"],
    ["texts only", `Report\n${texts}`],
    ["texts of one row below an empty line", "Report\n\nname;city\nAnn;Rome\n"],
    ["a comment that says nothing", "#\nname;city\nAnn;Rome\n"],
    ["a number sign within a text", "No #1\nname;city\nAnn;Rome\n"],
    ["a line that is no comment", "# by hand\nReport\nname;city\nAnn;Rome\n"],
    ["a first row of values", "# by hand\n1;2\n3;4\n5;6\n"],
  ])("that likely begins below a title: %s", (_name, text) => {
    const { index, title } = findStart(recordsOf(text), ";");
    expect({ hasTitle: index > 0, title }).toEqual({ hasTitle: true, title: "likely" });
  });

  test.each<readonly [string, string]>([
    ["a padded line of two cells", `Report;\n${texts}`],
    ["a text in the last cell", "Report;;\n;;x\nname;city;age\nAnn;Rome;old\n"],
    ["a line with as many texts as the header", "Report;2026\nid;n;\n1;2;\n3;4;\n"],
    ["rows of other widths", "Report\na;b;c\n1;2\n3\n4;5;6\n"],
    ["no rows below it", "Report\na;b\n\n"],
    ["twenty-one lines", `${repeat(21, "x")}${table}`],
  ])("at the first line where it cannot be a title: %s", (_name, text) => {
    expect(findStart(recordsOf(text), ";")).toMatchObject({ index: 0, title: "none" });
  });

  test("and takes no list of numbers with decimal commas for two columns", () => {
    const startOf = (text: string) => findStart(recordsOf(text, commas), ",");
    expect(startOf("price\n1,5\n2,5\n3,5\n")).toMatchObject({ index: 0, title: "none" });
    expect(startOf(`price\n${repeat(10, "1,5")}7\n2,5\n`)).toMatchObject({ index: 0, title: "none" });
    expect(startOf("Report\nid,n\n1,5\n2,6\n")).toMatchObject({ index: 1, title: "certain" });
    expect(startOf("people\nDoe,Jane\nRoe,Ann\n")).toMatchObject({ index: 1, title: "likely" });
    expect(findStart(recordsOf("list\n1;5\n2;6\n3;7\n"), ";")).toMatchObject({ index: 1, title: "likely" });
  });

  test("and takes no sentences below an empty line for a table", () => {
    const text = "Text\n\nHello, you\nWell, yes\nOh, no\n";
    expect(findStart(recordsOf(text, commas), ",")).toMatchObject({ index: 2, title: "likely" });
  });
});

test.each<readonly [string, number]>([
  ["a;b", 1],
  ["a;b;c\n1;2", 1],
  ["a;b;c\n1", 0],
  ["a;b\n1;2;3", 0],
  ["a;b;c\n1;2\n3;4;5", 0],
  ["a;b\n1;2\nx", 1],
  ["a;b\n1;2\n3\n4;5\n6;7\nx", 0.75],
])("the share of records of %j that are as wide as the first is %s: the last may be cut", (text, share) => {
  expect(plainStart(recordsOf(text)).share).toBe(share);
});

test.each<readonly [string, number]>([
  ["a;b\n", 0],
  ["\n\na;b\n", 2],
  ["\n\n", 0],
  ['""\na\n', 0],
  [";\na\n", 0],
])("plainStart() of %j is its first record that is not an empty line", (text, index) => {
  expect(plainStart(recordsOf(text))).toMatchObject({ index, title: "none" });
});

test.each<readonly [string, boolean]>([
  ["a, b\nc, d\n", true],
  ["a, b\nc,d\n", false],
  ["a, b\nc, d\ne,f\n", true],
  [" a,b\n c,d\n", false],
  ["a\nb\n", false],
  ['a, b\nc,"d"\ne,"f"\n', true],
  ['a,b\nc," d"\ne," f"\n', false],
  ['"a", b\n"c", d\n', true],
])("isProse() of %j is %s", (text, expected) => {
  expect(isProse(recordsOf(text, commas))).toBe(expected);
});
