import { execFileSync } from "node:child_process";
import { isLong } from "@wellhead/test-support/properties/is-long";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CsvSplitter } from "./csv-splitter.js";
import { IncompleteRowsError } from "./incomplete-rows-error.js";

/** Splits a text in pieces of a size. */
function split(
  text: string,
  size: number,
  columns: ConstructorParameters<typeof CsvSplitter>[0] = [],
): unknown[] {
  const rows: string[] = [];
  const splitter = new CsvSplitter(columns);
  for (let from = 0; from < text.length; from += size) splitter.push(text.slice(from, from + size), rows);
  splitter.end(rows);
  return rows.map((row): unknown => JSON.parse(row));
}

/** What Python's csv module wrote for each table, with the requested line ends and quoting. */
function writtenByPython(tables: readonly Table[]): readonly string[] {
  const program = `
import csv, io, json, sys
out = []
for table in json.load(sys.stdin):
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=table["delimiter"], lineterminator=table["lineEnd"], quoting=table["quoting"])
    writer.writerows(table["records"])
    out.append(text.getvalue())
print(json.dumps(out))`;
  const output = execFileSync("python3", ["-c", program], { input: JSON.stringify(tables), maxBuffer: 1e9 });
  const texts: string[] = JSON.parse(output.toString());
  return texts;
}

interface Table {
  readonly records: readonly (readonly string[])[];
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly quoting: number;
}

const cell = fc.string({
  unit: fc.constantFrom("a", "é", '"', "\n", "\r", ",", ";", " ", "1", "🙂"),
  maxLength: 6,
});
const table: fc.Arbitrary<Table> = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.record({
      records: fc
        .array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 12 })
        .map((rows) => [Array.from({ length: width }, (_, index) => `name ${index}`), ...rows]),
      delimiter: width === 1 ? fc.constant(",") : fc.constantFrom(",", ";", "\t", "|"),
      // QUOTE_MINIMAL leaves a line feed bare that is not part of the line end, so other line ends take QUOTE_ALL.
      lineEnd: fc.constantFrom("\r\n", "\n", "\r"),
      quoting: fc.constantFrom(0, 1),
    }),
  )
  .map((made) => (made.lineEnd === "\r\n" ? made : { ...made, quoting: 1 }));

describe("CsvSplitter reads what Python's csv module wrote", () => {
  const tables = fc.sample(table, { numRuns: 400, seed: 11 });
  const texts = writtenByPython(tables);

  it.each([1, 2, 3, 7, 1_000_000])("in pieces of %i characters", (size) => {
    for (const [index, { records }] of tables.entries()) {
      const [names = [], ...rows] = records;
      const expected = rows.map((row) => names.map((name, column) => [name, row[column]]));
      const read = split(texts[index] ?? "", size).map((row) =>
        Object.entries(row as Record<string, unknown>).map(([name, value]): unknown => [name, value ?? ""]),
      );
      expect(read, JSON.stringify(texts[index])).toEqual(expected);
    }
  });
});

describe("CsvSplitter", () => {
  it("converts cells to the type of their column only when they are of that type", () => {
    const columns = ["n", "b", "t"].map((id, index) => ({
      id,
      name: id,
      description: "",
      type: ["number", "bool", "text"][index] ?? "",
    }));
    expect(split('n,b,t\n1.50,TRUE,1\n00501,yes,\n,,""\n', 5, columns)).toEqual([
      { n: 1.5, b: true, t: "1" },
      { n: "00501", b: "yes", t: null },
      { n: null, b: null, t: "" },
    ]);
  });

  it("takes numbers as JSON has them and booleans in any case, in columns of their type only", () => {
    const column = (id: string, type: string) => ({ id, name: id, description: "", type });
    const columns = [column("n", "number"), column("b", "bool"), column("t", "other")];
    const numbers = ["0", "-10", "1.25", "1e5", "1E-12", "1.5e+10"];
    const texts = ["x1", "1x", "01", "1.", ".5", "1e", "+1", "1.5.5", "--1", " 1"];
    for (const text of [...numbers, ...texts]) {
      const value = numbers.includes(text) ? Number(text) : text;
      expect(split(`n,b,t\n${text},1,1\n`, 9, columns)).toEqual([{ n: value, b: "1", t: "1" }]);
    }
    const cells = ["true", "False", "xtrue", "truex", "1"];
    const read = split(`n,b,t\n${cells.map((text) => `a,${text},true`).join("\n")}`, 9, columns);
    expect(read).toEqual(
      [true, false, "xtrue", "truex", "1"].map((value) => ({ n: "a", b: value, t: "true" })),
    );
  });

  it.each([
    ["a,b", []],
    ["a,b\r\n", []],
    ["a\n1\n\n3\n", [{ a: "1" }, { a: null }, { a: "3" }]],
    ["a\n1", [{ a: "1" }]],
    ['a\n""', [{ a: "" }]],
    ["a,b\nx\n", [{ a: "x", b: null }]],
    ["a,b\n1,2,\n", [{ a: "1", b: "2" }]],
    [" a , b\n1,2\n", [{ a: "1", b: "2" }]],
    ["a,a,a\n1,2,3\n", [{ a: "1", a_2: "2", a_3: "3" }]],
    ['a,b\nx"y,z""\n', [{ a: 'x"y', b: 'z""' }]],
    ['a,b\n"x"y,"1"\n', [{ a: "xy", b: "1" }]],
  ])("reads %j as %j", (text, rows) => {
    for (const size of [1, 3, 100]) expect(split(text, size)).toEqual(rows);
  });

  it.runIf(isLong)("refuses rows of more than 64 Mi characters", () => {
    const splitter = new CsvSplitter([]);
    splitter.push("a,b\n1,", []);
    expect(() => splitter.push("x".repeat(64 * 1024 * 1024), [])).toThrow(
      "a row is longer than 67108864 characters",
    );
  });

  it("keeps the digits of numbers", () => {
    const rows: string[] = [];
    const splitter = new CsvSplitter([{ id: "n", name: "n", description: "", type: "number" }]);
    splitter.push("n\n9007199254740993\n0.10\n", rows);
    expect(rows).toEqual(['{"n":9007199254740993}', '{"n":0.10}']);
  });

  it("reads empty cells of a single column as rows", () => {
    expect(split("a\r\n1\r\n\r\n3\r\n", 1)).toEqual([{ a: "1" }, { a: null }, { a: "3" }]);
  });

  it("keeps columns that share a name or have none", () => {
    expect(split("a,a,,__proto__\n1,2,3,4\n", 3)).toEqual([
      JSON.parse('{"a":"1","a_2":"2","column_3":"3","__proto__":"4"}'),
    ]);
  });

  it.each([
    ["a,b\n1,2\n3,", null],
    ["\n\r\na,b\r1,2\r\r\n3,\n\n", null],
    ["a,b\r1,2\n3,\n", null],
    ["a,b\r\n1,2\r3,\n", null],
    ['a,b\n1,2\n3,""', ""],
    ['"a","b"\n"1","2"\n"3",', null],
  ])("reads each record of %j, whatever ends it", (text, last) => {
    for (const size of [1, 2, 5, 100]) {
      expect(split(text, size)).toEqual([
        { a: "1", b: "2" },
        { a: "3", b: last },
      ]);
    }
  });

  it.each([
    ["a,b\n1,2,3\n", "row 1 of the CSV has 3 cells"],
    ['a,b\n1,"2', "inside a quoted cell"],
    ['a,"b', "inside a quoted cell"],
    ["", "got nothing"],
    [" ", "got nothing"],
    ["\r\n", "got nothing"],
  ])("refuses %j", (text, message) => {
    expect(() => split(text, 2)).toThrow(new RegExp(message));
    expect(() => split(text, 2)).toThrow(IncompleteRowsError);
  });
});
