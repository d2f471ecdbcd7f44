import type { ArrowType } from "@wellhead/contract/vocabulary";
import { expect, test } from "vitest";
import { chooseArrowType, isArrowTypeDeclared } from "./choose-type.js";

const text: ArrowType = { kind: "text" };
const json: ArrowType = { kind: "json" };
const day: ArrowType = { kind: "date" };
const double: ArrowType = { kind: "float", bits: 64 };
const integer: ArrowType = { kind: "int", bits: 64, signed: true };
const unsigned: ArrowType = { kind: "int", bits: 64, signed: false };
const instant = (unit: "us" | "ns"): ArrowType => ({ kind: "timestamp", unit, zone: "UTC" });
const local = (unit: "us" | "ns"): ArrowType => ({ kind: "timestamp", unit });
const list = (item: ArrowType): ArrowType => ({ kind: "list", item });

const big = 2n ** 60n;
const when = "2026-01-31T08:30:00";

test.each<[string, readonly unknown[], ArrowType]>([
  ["id", [1], text],
  ["bool", [], { kind: "bool" }],
  ["number", [], double],
  ["number", [1, 2.5, null], double],
  ["number", [big, 1n, undefined], integer],
  ["number", [1, big], integer],
  ["number", [2n ** 70n], text],
  ["number", [1.5, "0.12345678901234567890123"], text],
  ["date", [], text],
  ["date", ["2026-01-31", null], day],
  ["date", [new Date(0)], instant("us")],
  ["date", [`${when}.123456789Z`], instant("ns")],
  ["date", [when], local("us")],
  ["date", [`${when}.123456789`], local("ns")],
  ["date", ["2026-01-31", when], text],
  ["array[text]", [["a"]], list(text)],
  ["array[text]", [[1]], json],
  ["array[number]", [[]], list(double)],
  ["array[number]", [[1.5], [null]], list(double)],
  ["array[number]", [[big], [1n]], list(integer)],
  ["array[number]", [["x"]], json],
  ["array[date]", [[]], json],
  ["array[date]", [["2026-01-31"]], list(day)],
  ["array[date]", [["x"]], json],
  ["text", [], text],
  ["text", ["a", 1], text],
  ["text", [{ a: 1 }, [1]], json],
  ["text", [{ a: 1 }, "a"], text],
  ["text", [new Date(0)], text],
])("a column declared as %s with the values %o is %o", (column, values, type) => {
  expect(chooseArrowType({ column }, values)).toEqual(type);
});

test.each<[string, readonly unknown[], ArrowType]>([
  ["integer", [1], integer],
  ["integer", [2n ** 64n - 1n], unsigned],
  ["double", ["x"], double],
  ["day", [], day],
  ["local", [when], local("us")],
  ["local", [`${when}.123456789`], local("ns")],
  ["instant", [`${when}Z`], instant("us")],
  ["instant", [`${when}.123456789Z`], instant("ns")],
  ["json", ["{"], json],
  ["decimal", [], text],
  ["decimal(5,2)", [], { kind: "decimal", precision: 5, scale: 2 }],
  ["decimal(5,5)", [], { kind: "decimal", precision: 5, scale: 5 }],
  ["decimal(5,6)", [], text],
  ["decimal(1,0)", [], { kind: "decimal", precision: 1, scale: 0 }],
  ["decimal(0,0)", [], text],
  ["decimal(76,0)", [], { kind: "decimal", precision: 76, scale: 0 }],
  ["decimal(77,0)", [], text],
  ["decimal(20,12)", [], { kind: "decimal", precision: 20, scale: 12 }],
  ["unsigned decimal(5,2)", [], text],
  ["decimal(5,2) range", [], text],
])("a column stored as %s with the values %o is %o", (storedAs, values, type) => {
  expect(chooseArrowType({ column: "number", storedAs }, values)).toEqual(type);
});

test.each<[readonly unknown[], ArrowType]>([
  [[], json],
  [[null, undefined], json],
  [[true], { kind: "bool" }],
  [[1, 2n], double],
  [[1, big + 1n], integer],
  [[1n], integer],
  [[1.5], double],
  [["a", null], text],
  [[undefined, "a"], text],
  [[new Date(0)], instant("us")],
  [[{ a: 1 }], json],
  [["a", 1], json],
  [[true, 1n], json],
  [[1, 1n, "a"], json],
  [[1, "a"], json],
])("a column that is not declared, with the values %o, is %o", (values, type) => {
  expect(chooseArrowType(undefined, values)).toEqual(type);
});

test("an array has a list, however its items are stored", () => {
  const column = { column: "array[number]", storedAs: "double" };
  expect(chooseArrowType(column, [[1.5]])).toEqual(list(double));
});

test("has the first type that is declared where none holds the values, so that a row is named", () => {
  expect(chooseArrowType({ column: "number", storedAs: "integer" }, ["x"])).toEqual(integer);
});

test("the type of a column is declared where no value can change it", () => {
  const isDeclared = (column: string, storedAs?: string) =>
    isArrowTypeDeclared({ column, ...(storedAs !== undefined && { storedAs }) });
  expect(isArrowTypeDeclared(undefined)).toBe(false);
  expect([isDeclared("bool"), isDeclared("id")]).toEqual([true, true]);
  for (const column of ["number", "text", "date", "array[text]"] as const)
    expect(isDeclared(column), column).toBe(false);
  for (const storedAs of ["double", "day", "json", "decimal(5,2)", "decimal"] as const)
    expect(isDeclared("number", storedAs), storedAs).toBe(true);
  for (const storedAs of ["integer", "local", "instant"] as const)
    expect(isDeclared("number", storedAs), storedAs).toBe(false);
  expect(isDeclared("array[number]", "double")).toBe(false);
});
