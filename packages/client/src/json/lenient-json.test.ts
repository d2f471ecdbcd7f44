import { expect, test } from "vitest";
import { ExactNumber } from "./exact-json.js";
import { isRecord, parseJson, recordsOf, scalarText, textOf } from "./lenient-json.js";

const long = new ExactNumber("9007199254740993");

test("isRecord() and recordsOf() know objects from every other value", () => {
  const values = [{}, { a: 1 }, null, [], [{}], "text", 1, true, undefined, long];
  expect(values.filter((value) => isRecord(value))).toEqual([{}, { a: 1 }]);
  expect(recordsOf(values)).toEqual([{}, { a: 1 }]);
  expect(recordsOf({ 0: {}, length: 1 })).toEqual([]);
});

test("textOf() reads the first member that holds text or a number, of the record itself", () => {
  const record = { empty: "", no: false, yes: true, none: null, list: ["a"], zero: 0, long, text: "t" };
  expect(textOf(record, "empty", "no", "yes", "none", "list", "missing", "text", "zero")).toBe("t");
  expect(textOf(record, "zero", "text")).toBe("0");
  expect(textOf(record, "long")).toBe("9007199254740993");
  expect(textOf(record, "empty", "constructor", "toString")).toBe("");
  expect(textOf(record)).toBe("");
});

test("parseJson() returns undefined for what is not JSON, and scalarText() writes what it returned", () => {
  expect(["", "{", "undefined"].map((text) => parseJson(text))).toEqual([undefined, undefined, undefined]);
  expect(parseJson("null")).toBeNull();
  const texts = ["text", long, 1, null, true, [long], { a: "b" }].map((value) => scalarText(value));
  expect(texts).toEqual(["text", long.text, "1", "null", "true", `[${long.text}]`, '{"a":"b"}']);
  expect(scalarText(undefined)).toBe("");
});
