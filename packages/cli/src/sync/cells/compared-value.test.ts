import { ExactNumber } from "@wellhead/client";
import { expect, test } from "vitest";
import { type Column, type ColumnKind, columnOf } from "./column.js";
import { comparedCell, comparedValue } from "./compared-value.js";

function column(kind: ColumnKind, isText = false): Column {
  const field = {
    id: "f",
    name: "F",
    type: "text",
    subType: "",
    description: "",
    isIgnored: false,
    options: [],
  };
  return { ...columnOf({ ...field, relation: undefined, column: undefined }, "f"), kind, isText };
}

/** A value of a source, and how each target may write it. */
const equal: readonly (readonly [ColumnKind, boolean, unknown, string])[] = [
  ["number", false, 1.5, "1.50"],
  ["number", false, 1e21, "1000000000000000000000"],
  ["number", false, new ExactNumber("1.10"), "1.1"],
  ["number", false, new ExactNumber("9007199254740993"), "9007199254740993"],
  ["number", false, -0, "0"],
  ["number", false, "7", "7"],
  ["boolean", false, "true", "true"],
  ["boolean", false, true, "true"],
  ["boolean", false, false, "false"],
  ["text", false, "a", "a"],
  ["key", false, "1.50", "1.50"],
  ["text", false, "2026-01-01", "2026-01-01"],
  ["text", false, "a\0b", "a\\u0000b"],
  ["date", false, "2026-01-01", "2026-01-01"],
  ["date", false, "2026-01-01T10:00:00Z", "2026-01-01 10:00:00+00"],
  ["date", false, "2026-01-01T10:00:00+02:00", "2026-01-01 08:00:00+00"],
  ["date", false, "2026-01-01T10:00:00", "2026-01-01 10:00:00"],
  ["date", false, "2026-01-01T10:00:00.123456", "2026-01-01 10:00:00.123456"],
  ["date", true, "2026-01-01T10:00:00Z", "2026-01-01T10:00:00Z"],
  ["json", false, { b: 1, a: [1.0, "x", null, true] }, '{"a": [1.00, "x", null, true], "b": 1}'],
  ["json", false, "text", '"text"'],
  ["json", false, 5, "5.0"],
  ["json", false, { a: 1e21 }, '{"a": 1000000000000000000000}'],
  ["json", false, [new ExactNumber("1.10")], "[1.1]"],
  ["json", true, "text", "text"],
  ["list", false, ["a", "b"], '["a", "b"]'],
  // What a column of text holds is compared as it is written.
  ["text", false, { b: [1.0], a: null }, '{"b":[1],"a":null}'],
  ["list", true, [["b"], { b: 1, a: 2 }], '[["b"],{"b":1,"a":2}]'],
];

test.each(equal)("a %s (text: %s) of %j equals the cell %j", (kind, isText, value, cell) => {
  const written = comparedValue(column(kind, isText), value);
  expect(written).toBeTypeOf("string");
  expect(comparedCell(column(kind, isText), cell)).toBe(written);
});

test.each<readonly [ColumnKind, boolean, unknown, string]>([
  ["number", false, 1, "2"],
  ["text", false, "1.5", "1.50"],
  ["key", false, "1", "1.0"],
  ["boolean", false, true, "false"],
  ["date", false, "2026-01-01", "2026-01-01 00:00:00"],
  ["date", false, "2026-01-01", "2026-01-01 00:00:00+00"],
  ["date", false, "2026-01-01T10:00:00", "2026-01-01 10:00:00+00"],
  ["date", true, "2026-01-01T10:00:00Z", "2026-01-01 10:00:00+00"],
  ["json", false, { a: 1 }, '{"a": 2}'],
  ["json", false, { a: 1 }, '{"b": 1}'],
  ["json", false, ["a", "b"], '["b", "a"]'],
  ["json", false, "1", "1"],
  ["list", false, ["a"], '["a", null]'],
])("a %s (text: %s) of %j differs from the cell %j", (kind, isText, value, cell) => {
  expect(comparedCell(column(kind, isText), cell)).not.toBe(comparedValue(column(kind, isText), value));
});

test("a missing value and null are a cell without a value, and nothing else is", () => {
  for (const kind of ["key", "text", "number", "boolean", "date", "list", "json"] as const) {
    expect([comparedValue(column(kind), null), comparedValue(column(kind), undefined)]).toEqual([null, null]);
    expect(comparedCell(column(kind), null)).toBeNull();
  }
  expect([comparedValue(column("text"), ""), comparedCell(column("text"), "")]).toEqual(["", ""]);
});

test("a text of a date that targets do not know stays as it is", () => {
  expect(comparedValue(column("date"), "soon")).toBe("soon");
  expect(comparedCell(column("date"), "2026-01-01 10:00:00+02:30")).toBe("2026-01-01T07:30:00.000Z");
  expect(comparedCell(column("date"), "2026-01-01 10:00:00-03")).toBe("2026-01-01T13:00:00.000Z");
});
