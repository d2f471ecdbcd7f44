import { type EntityColumn, type EntityField, ExactNumber } from "@wellhead/client";
import { describe, expect, test } from "vitest";
import { CellWriter, type Column, cellText, columnOf, decimalOf, keyColumnsOf } from "./column.js";

const field: EntityField = {
  id: "f",
  name: "F",
  type: "text",
  subType: "",
  description: "",
  isIgnored: false,
  options: [],
  relation: undefined,
  column: undefined,
};

function ofEntity(changes: Partial<EntityField>): Column {
  return columnOf({ ...field, ...changes }, "f");
}

function ofSource(type: string, storedAs = "", key?: number): Column {
  const column: EntityColumn = { type, key, storedAs };
  return columnOf({ ...field, column }, "f");
}

/** Writes values one after the other; returns the cells and the column. */
function written(
  column: Column,
  values: readonly unknown[],
): { cells: readonly (string | null)[]; column: Column } {
  const writer = new CellWriter(column);
  return { cells: values.map((value) => writer.write(value)), column: writer.column };
}

describe("columnOf()", () => {
  test.each<readonly [Partial<EntityField>, Partial<Column>]>([
    [{ id: "id" }, { kind: "key" }],
    [{ type: "text" }, { kind: "text", isCommaList: false }],
    [{ type: "number" }, { kind: "number" }],
    [{ type: "text", subType: "boolean" }, { kind: "boolean" }],
    [{ type: "date" }, { kind: "date", hasDays: false, hasInstants: false }],
    [
      { type: "date", subType: "day" },
      { kind: "date", hasDays: true },
    ],
    [
      { type: "text", subType: "day" },
      { kind: "text", hasDays: false },
    ],
    [
      { type: "date", subType: "date-range" },
      { kind: "text", hasDays: false },
    ],
    [
      { type: "array[text]", subType: "multi-select" },
      { kind: "list", isCommaList: true },
    ],
    [{ type: "array[text]" }, { kind: "list", isCommaList: false }],
    [{ type: "other" }, { kind: "text" }],
  ])("of a field %j is %j", (changes, column) => {
    expect(ofEntity(changes)).toMatchObject({
      field: changes.id ?? "f",
      name: "f",
      isText: false,
      ...column,
    });
  });

  test("is text for the key of another entity, whatever the type is", () => {
    const relation = {
      cardinality: "many-to-one",
      name: "",
      targetName: "",
      targetType: "other",
      targetFieldId: "id",
      isNative: false,
    };
    expect(ofEntity({ type: "number", relation }).kind).toBe("text");
    expect(ofEntity({ type: "number", relation: { ...relation, targetFieldId: "no" } }).kind).toBe("number");
  });

  test.each<readonly [string, string, Partial<Column>]>([
    ["text", "", { kind: "text" }],
    ["id", "", { kind: "number" }],
    ["number", "", { kind: "number" }],
    ["number", "double", { kind: "number", isDouble: true }],
    ["number", "decimal(6,2)", { kind: "number", decimal: { digits: 6, scale: 2 } }],
    ["bool", "", { kind: "boolean" }],
    ["date", "day", { kind: "date", hasDays: true, hasInstants: false, hasLocals: false }],
    ["date", "instant", { kind: "date", hasDays: false, hasInstants: true, hasLocals: false }],
    ["date", "local", { kind: "date", hasDays: false, hasInstants: false, hasLocals: true }],
    ["array[text]", "", { kind: "list" }],
    ["array[number]", "", { kind: "json" }],
    ["array[date]", "", { kind: "json" }],
    ["text", "json", { kind: "json" }],
    ["number", "text", { kind: "text" }],
    ["bool", "text", { kind: "text" }],
  ])("of a column %s stored as %j is %j", (type, storedAs, column) => {
    expect(ofSource(type, storedAs)).toMatchObject({
      isExact: true,
      isCommaList: false,
      isText: false,
      ...column,
    });
  });

  test("knows of a double and a decimal only what the source says", () => {
    expect(ofSource("number")).not.toHaveProperty("isDouble");
    expect(ofSource("number")).not.toHaveProperty("decimal");
    expect(ofSource("number")).not.toHaveProperty("keyPosition");
    expect(ofSource("number", "decimal(6,2)").numbers).toMatchObject({ digits: 4, scale: 2, significant: 6 });
  });
});

test("decimalOf() is the declared type as long as all values are within it", () => {
  const column = ofSource("number", "decimal(6,2)");
  const declared = { digits: 6, scale: 2 };
  expect(decimalOf(ofSource("number"))).toBeUndefined();
  expect(decimalOf(column)).toEqual(declared);
  expect(decimalOf(written(column, [9999.99]).column)).toEqual(declared);
  expect(decimalOf(written(column, [10_000]).column)).toBeUndefined();
  expect(decimalOf(written(column, [0.001]).column)).toBeUndefined();
});

test("keyColumnsOf() has the columns of the key in the order of the key", () => {
  const named = (name: string, column: Column): Column => ({ ...column, name });
  const columns = [
    named("c", ofSource("number")),
    named("b", ofSource("number", "", 1)),
    named("a", ofSource("number", "", 0)),
  ];
  expect(keyColumnsOf(columns).map(({ name }) => name)).toEqual(["a", "b"]);
  expect(keyColumnsOf([ofEntity({}), ofEntity({ id: "id" })]).map(({ kind }) => kind)).toEqual(["key"]);
  expect(keyColumnsOf([ofEntity({})])).toEqual([]);
});

describe("CellWriter of a field of an entity", () => {
  test.each<readonly [Partial<EntityField>, readonly unknown[], readonly (string | null)[], Partial<Column>]>(
    [
      [
        { type: "text" },
        ["a", 1, true, null, undefined, ""],
        ["a", "1", "true", null, null, ""],
        { isText: false },
      ],
      [{ id: "id" }, [7, "x"], ["7", "x"], { isText: false }],
      [{ type: "number" }, [1, " 2.50 ", "", "1e3"], ["1", "2.5", null, "1000"], { isText: false }],
      [{ type: "number" }, ["many", 1], ["many", "1"], { isText: true }],
      [
        { subType: "boolean" },
        ["Yes", "ON", 1, "checked", true, "no", "off", 0, "", false, "FALSE"],
        ["true", "true", "true", "true", "true", "false", "false", "false", "false", "false", "false"],
        { isText: false },
      ],
      [{ subType: "boolean" }, ["maybe"], ["maybe"], { isText: true }],
      [{ type: "date" }, ["2026-01-01", ""], ["2026-01-01", null], { hasDays: true, hasInstants: false }],
      [
        { type: "date" },
        ["2026-01-01T02:00:00+02:00"],
        ["2026-01-01T00:00:00.000Z"],
        { hasDays: false, hasInstants: true },
      ],
      [
        { type: "date", subType: "day" },
        ["2026-01-01T00:00:00.000Z", "2026-01-02T10:00:00Z", "2026-01-03T00:00:00Z"],
        ["2026-01-01", "2026-01-02T10:00:00.000Z", "2026-01-03T00:00:00.000Z"],
        { hasDays: true, hasInstants: true },
      ],
      [{ type: "date" }, ["soon"], ["soon"], { isText: true, hasDays: false, hasInstants: false }],
      [{ type: "array[text]" }, [["a", 1, null], "a, b", ""], ['["a","1",null]', '["a, b"]', "[]"], {}],
      [
        { type: "array[text]", subType: "multi-select" },
        ["a, b,, c ", ["a, b"], ""],
        ['["a","b","c"]', '["a, b"]', "[]"],
        {},
      ],
    ],
  )("%j writes %j", (changes, values, cells, column) => {
    const result = written(ofEntity(changes), values);
    expect(result.cells).toEqual(cells);
    expect(result.column).toMatchObject(column);
  });
});

describe("CellWriter of a column of a source", () => {
  test.each<readonly [string, string, readonly unknown[], readonly (string | null)[], Partial<Column>]>([
    ["bool", "", [true, false, null], ["true", "false", null], { isText: false }],
    ["bool", "", ["yes"], ["yes"], { isText: true }],
    ["bool", "", [1], ["1"], { isText: true }],
    ["number", "", [1, new ExactNumber("9007199254740993")], ["1", "9007199254740993"], { isText: false }],
    ["number", "", ["1"], ["1"], { isText: true }],
    ["number", "", [""], [""], { isText: true }],
    // A text of digits is none, also where the numbers so far include it.
    ["number", "", [12_345, "1"], ["12345", "1"], { isText: true }],
    ["number", "decimal(6,2)", ["1"], ["1"], { isText: true }],
    ["array[text]", "", [["a", null]], ['["a",null]'], { isText: false }],
    ["array[text]", "", [["a", 1]], ['["a",1]'], { isText: true }],
    ["array[text]", "", ["a"], ["a"], { isText: true }],
    ["text", "json", [{ a: 1 }, "x", 1], ['{"a":1}', '"x"', "1"], { isText: false }],
    ["date", "", ["2026-01-01"], ["2026-01-01"], { hasDays: true, hasInstants: false, hasLocals: false }],
    ["date", "", ["2026-01-01T10:00:00"], ["2026-01-01T10:00:00"], { hasLocals: true, hasInstants: false }],
    [
      "date",
      "",
      ["2026-01-01", "2026-01-02"],
      ["2026-01-01", "2026-01-02"],
      { hasDays: true, hasInstants: false },
    ],
    [
      "date",
      "",
      ["2026-01-01T10:00:00", "2026-01-02T10:00:00"],
      ["2026-01-01T10:00:00", "2026-01-02T10:00:00"],
      { hasDays: false, hasLocals: true, hasInstants: false },
    ],
    ["date", "", ["2026-01-01T10:00:00Z"], ["2026-01-01T10:00:00Z"], { hasInstants: true, hasLocals: false }],
    [
      "date",
      "day",
      ["2026-01-01T00:00:00.000Z"],
      ["2026-01-01T00:00:00.000Z"],
      { hasDays: true, hasInstants: true },
    ],
    ["date", "", ["2026-01-01 10:00"], ["2026-01-01 10:00"], { isText: true }],
    ["date", "", [20_260_101], ["20260101"], { isText: true }],
    ["text", "", [" a ", 1], [" a ", "1"], { isText: false }],
  ])("%s stored as %j writes %j", (type, storedAs, values, cells, column) => {
    const result = written(ofSource(type, storedAs), values);
    expect(result.cells).toEqual(cells);
    expect(result.column).toMatchObject(column);
  });

  test("records the facts of every number, and keeps the same column while none is new", () => {
    const writer = new CellWriter(ofSource("number"));
    for (const [value, facts] of [
      [5, { digits: 1, scale: 0, significant: 1, areLong: true, areDouble: true }],
      [12.5, { digits: 2, scale: 1, significant: 3, areLong: false, areDouble: true }],
      [
        new ExactNumber("0.12345678901234567"),
        { digits: 2, scale: 17, significant: 17, areLong: false, areDouble: false },
      ],
    ] as const) {
      writer.write(value);
      expect(writer.column.numbers).toEqual(facts);
    }
    const before = writer.column;
    for (const value of [7, -7, new ExactNumber("1.50"), 1e-5]) writer.write(value);
    expect(writer.column).toBe(before);
    writer.write(100);
    expect(writer.column).not.toBe(before);
  });

  test("records what only the range or the digits of a number show", () => {
    const column = {
      ...ofSource("number"),
      numbers: { digits: 19, scale: 0, significant: 19, areLong: true, areDouble: true },
    };
    expect(written(column, [new ExactNumber("9223372036854775807")]).column.numbers).toMatchObject({
      areLong: true,
      areDouble: false,
    });
    expect(written(column, [new ExactNumber("9300000000000000000")]).column.numbers).toMatchObject({
      areLong: false,
      areDouble: true,
    });
  });
});

test("cellText() writes what databases store", () => {
  const values = [
    "a",
    "a\0",
    "\ud800x",
    "\udfff",
    "😀",
    true,
    1.5,
    -0,
    { a: [1] },
    [null],
    new ExactNumber("1.50"),
  ];
  expect(values.map(cellText)).toEqual([
    "a",
    "a\\u0000",
    "\\ud800x",
    "\\udfff",
    "😀",
    "true",
    "1.5",
    "-0",
    '{"a":[1]}',
    "[null]",
    "1.50",
  ]);
});
