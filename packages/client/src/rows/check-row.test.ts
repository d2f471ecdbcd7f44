import { expect, test } from "vitest";
import { checkRow } from "./check-row.js";

test("checkRow() returns a row on one line, digit by digit", () => {
  const row = '{"a":"b\\nc","n":9007199254740993}';
  expect(checkRow(row)).toBe(row);
  expect(checkRow('{\r\n  "a": 1,\n\n\t"b": 2\r}')).toBe('{ "a": 1, "b": 2 }');
});

test.each(["[]", "1", "null", '"text"', "9007199254740993"])("checkRow() refuses %s", (text) => {
  expect(() => checkRow(text)).toThrow(`expected an object as a row, got ${text}`);
});

test("checkRow() shows the start of what is not JSON, and keeps the cause", () => {
  expect(() => checkRow(`{${"x".repeat(100)}`)).toThrow(
    expect.objectContaining({
      ending: "cut",
      message: `expected a row of JSON, got "{${"x".repeat(59)}…"`,
      cause: expect.any(SyntaxError),
    }),
  );
});

test.each([
  ['{"__streamError":{"message":"Gone","code":503}}', "Gone", 503],
  ['{"__streamError":{"message":"Gone","code":"503"}}', "Gone", undefined],
  ['{"__streamError":{}}', "the connector did not report a reason", undefined],
  ['{"__streamError":"Gone"}', "Gone", undefined],
  ['{"__streamError":null}', "the connector did not report a reason", undefined],
])("checkRow() takes %s for the mark of a failure", (text, message, code) => {
  expect(() => checkRow(text)).toThrow(expect.objectContaining({ ending: "marked", message, code }));
});

test("checkRow() takes a row that has another member for a row", () => {
  const row = '{"__streamError":"a column","a":1}';
  expect(checkRow(row)).toBe(row);
});
