import { Buffer } from "node:buffer";
import { array, assert, constant, double, integer, oneof, property, string, tuple } from "fast-check";
import { expect, test } from "vitest";
import { digitsAfterPoint, isNamed, parseText, plainDigits, plainNumber, visitMembers } from "./scan-json.js";

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
  const values = oneof(double().map(String), integer().map(String), short, constant("-0"), constant("-0.50"));
  let plain = 0;
  assert(
    property(values, (json) => {
      const { source, start, end } = inside(json);
      const digits = plainDigits(source, start, end);
      if (Number.isNaN(digits)) return true;
      plain += 1;
      const after = digitsAfterPoint(source, start, end);
      const isSame = Object.is(plainNumber(source, start, end), Number(json));
      return isSame && after === (json.split(".")[1] ?? "").length;
    }),
    { numRuns: 2000 },
  );
  expect(plain).toBeGreaterThan(500);
});

test.each(["true", "null", '"1"', "1e5", "1E-2", "[1]", "1234567890123456", "-123456789012345"])(
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
