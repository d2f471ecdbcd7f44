import { Buffer } from "node:buffer";
import { array, assert, constant, double, integer, oneof, property, string, tuple } from "fast-check";
import { expect, test } from "vitest";
import {
  digitsAfterPoint,
  isNamed,
  parseScalar,
  parseText,
  plainDigits,
  plainNumber,
  visitItems,
  visitMembers,
} from "./scan-json.js";

/** Bytes with other JSON around them, as a value in a row has. */
function inside(json: string): { source: Buffer; start: number; end: number } {
  const bytes = Buffer.from(json);
  return {
    source: Buffer.concat([Buffer.from('"\\":'), bytes, Buffer.from(',"\\n"')]),
    start: 4,
    end: 4 + bytes.length,
  };
}

test("plainDigits() and digitsAfterPoint() make the number of JSON, or none", () => {
  const short = tuple(integer({ min: -9_999_999, max: 9_999_999 }), integer({ min: 0, max: 9_999 })).map(
    ([whole, fraction]) => `${whole}.${fraction}`,
  );
  const fixed = ["-0", "-0.50", "0.0000000000123", "999999999999999", "-9.9999999999999", `${10 ** 15}`];
  const values = oneof(
    double().map(String),
    integer().map(String),
    short,
    ...fixed.map((json) => constant(json)),
  );
  let plain = 0;
  assert(
    property(values, (json) => {
      const { source, start, end } = inside(json);
      const digits = plainDigits(source, start, end);
      const isPlain = /^[-\d.]{1,15}$/.test(json);
      if (Number.isNaN(digits)) return !isPlain;
      plain += 1;
      const after = digitsAfterPoint(source, start, end);
      const isSame = Object.is(plainNumber(source, start, end), Number(json));
      return isPlain && isSame && after === (json.split(".")[1] ?? "").length;
    }),
    { numRuns: 2000 },
  );
  expect(plain).toBeGreaterThan(500);
});

test.each(["true", "null", '"1"', "1e5", "1E-2", "[1]", "1234567890123456", "-1234567890123456"])(
  "plainDigits() does not know %s",
  (json) => {
    const { source, start, end } = inside(json);
    expect(plainDigits(source, start, end)).toBeNaN();
  },
);

test("parseText() returns the text that JSON.parse() returns", () => {
  assert(
    property(array(oneof(string({ unit: "grapheme" }), constant('"\\/\b\f\n\r\t'))), (parts) => {
      const { source, start, end } = inside(JSON.stringify(parts.join("")));
      expect(parseText(source, start, end)).toBe(parts.join(""));
    }),
  );
});

test("isNamed() compares names as they are written", () => {
  const source = Buffer.from('{"a":1,"ab":2,"b":3,"\\u0061":4}');
  const named = (json: string) => {
    const found: boolean[] = [];
    visitMembers(source, 0, (member) => found.push(isNamed(source, member, Buffer.from(json))));
    return found;
  };
  expect(named('"a"')).toEqual([true, false, false, false]);
  expect(named('"b"')).toEqual([false, false, true, false]);
  expect(named('"ab"')).toEqual([false, true, false, false]);
  expect(named('"abc"')).toEqual([false, false, false, false]);
});

test.each([
  ["1.5", 1.5],
  ["-12", -12],
  ["123456789012345", 123_456_789_012_345],
  // A double might round these.
  ["1234567890123456", "1234567890123456"],
  ["0.1234567890123456789", "0.1234567890123456789"],
  ["-0.1234567890123456789", "-0.1234567890123456789"],
  ["1e5", "1e5"],
  ["9E-2", "9E-2"],
  [String.raw`"a\u00e9é"`, "aéé"],
  ["true", true],
  ["[1]", [1]],
])("parseScalar() reads %s", (json, value) => {
  const { source, start, end } = inside(json);
  expect(parseScalar(source, start, end)).toEqual(value);
});

test("values that are cut off end where the bytes do", () => {
  const items: number[][] = [];
  visitItems(Buffer.from('[1,["]"'), 0, (...span) => items.push(span));
  expect(items).toEqual([
    [1, 2],
    [3, 7],
  ]);
  const ends: number[] = [];
  expect(visitMembers(Buffer.from('{"a":1,"b":{"c'), 0, ({ end }) => ends.push(end))).toBe(15);
  expect(ends).toEqual([6, 14]);
});
