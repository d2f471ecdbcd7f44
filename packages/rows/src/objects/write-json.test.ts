import { anything, assert, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonRows } from "./json-rows.js";
import { writeJson } from "./write-json.js";

describe("writeJson()", () => {
  test("writes what JSON.stringify writes, where that can write it", () => {
    assert(
      property(
        anything({
          withDate: true,
          withNullPrototype: true,
          withBoxedValues: false,
          withSparseArray: true,
        }),
        (value) => {
          expect(writeJson(value)).toBe(JSON.stringify(value));
        },
      ),
    );
  });

  test("writes 64-bit integers with all digits at any depth", () => {
    const value = { a: 9_007_199_254_740_993n, b: [1n, { c: -2n }], d: undefined, e: Number.NaN };
    expect(writeJson(value)).toBe('{"a":9007199254740993,"b":[1,{"c":-2}],"e":null}');
  });

  test("writes dates as ISO 8601, invalid ones as null, and escapes lone surrogates", () => {
    expect(writeJson([new Date(0), new Date(Number.NaN), "\uD800"])).toBe(
      String.raw`["1970-01-01T00:00:00.000Z",null,"\ud800"]`,
    );
  });

  test("refuses a value that contains itself", () => {
    const value: Record<string, unknown> = {};
    value["self"] = value;
    expect(() => writeJson(value)).toThrow("contains itself");
  });
});

describe("JsonRows", () => {
  test.each([",", "\n"])(
    "writes the same rows with and without 64-bit integers, joined by %j",
    (separator) => {
      const writer = new JsonRows(separator);
      const plain = { a: 1, b: "x", c: undefined };
      expect(writer.write([plain, plain])).toBe(['{"a":1,"b":"x"}', '{"a":1,"b":"x"}'].join(separator));
      expect(writer.write([plain, { a: 2n }])).toBe(['{"a":1,"b":"x"}', '{"a":2}'].join(separator));
      expect(writer.write([plain])).toBe('{"a":1,"b":"x"}');
    },
  );
});
