import { expect, test } from "vitest";
import { valueFault } from "./value-fault.js";

test.each<[string, unknown]>([
  ["id", "a"],
  ["id", 7],
  ["text", ""],
  ["text", { nested: [1] }],
  ["text", [{ nested: 1 }]],
  ["number", 1.5],
  ["bool", false],
  ["date", "2024-01-02"],
  ["date", "2024-01-02T03:04"],
  ["date", "2024-01-02T03:04:05"],
  ["date", "2024-01-02 03:04:05.678"],
  ["date", "2024-01-02T03:04:05.678Z"],
  ["date", "2024-01-02T03:04:05+02:00"],
  ["array[text]", ["a", null]],
  ["array[number]", []],
  ["array[date]", ["2024-01-02"]],
  ["number", null],
  ["text", undefined],
  ["", { any: "thing" }],
  ["", ["anything"]],
  ["", "anything"],
  ["location", { lat: 1 }],
])("valueFault() accepts for %j the value %j", (type, value) => {
  expect(valueFault(type, value)).toBeUndefined();
});

test.each<[string, unknown, string]>([
  ["id", true, "true is no id"],
  ["id", { a: 1 }, '{"a":1} is no id'],
  ["text", 1, "1 is no text"],
  ["number", "1", '"1" is no number'],
  ["bool", 0, "0 is no bool"],
  ["date", 20_240_102, "20240102 is no date"],
  ["date", "02.01.2024", '"02.01.2024" is no date'],
  ["date", "x2024-01-02", '"x2024-01-02" is no date'],
  ["date", "2024-01-02T03:04Zx", '"2024-01-02T03:04Zx" is no date'],
  ["date", "2024-13-02", '"2024-13-02" is no date'],
  ["id", [], "an array is no id"],
  ["number", [1], "an array is no number"],
  ["bool", [true], "an array is no bool"],
  ["date", ["2024-01-02"], "an array is no date"],
  ["array[text]", "a", '"a" is no array[text]'],
  ["array[number]", 1, "1 is no array[number]"],
  ["array[date]", "2024-01-02", '"2024-01-02" is no array[date]'],
  ["array[text]", ["a", 1], "1 is no text"],
  ["array[number]", [1, "2"], '"2" is no number'],
])("valueFault() refuses for %j the value %j", (type, value, fault) => {
  expect(valueFault(type, value)).toBe(fault);
});

test("valueFault() quotes no more of a long value than helps", () => {
  expect(valueFault("number", "x".repeat(500))).toBe(`"${"x".repeat(59)} is no number`);
});
