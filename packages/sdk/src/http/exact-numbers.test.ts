import { assert, constantFrom, jsonValue, pre, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { exactNumbers } from "./exact-numbers.js";

describe("exactNumbers()", () => {
  it.each([
    ["9007199254740993", '"9007199254740993"'],
    ["-9007199254740993", '"-9007199254740993"'],
    ["[1e400,-1E+400]", '["1e400","-1E+400"]'],
    ["9007199254740991", "9007199254740991"],
    ["0.1234567890123456789", "0.1234567890123456789"],
    [
      '{"id":12345678901234567890,"s":"12345678901234567890"}',
      '{"id":"12345678901234567890","s":"12345678901234567890"}',
    ],
    [
      String.raw`["a\"9007199254740993","\\",9007199254740993]`,
      String.raw`["a\"9007199254740993","\\","9007199254740993"]`,
    ],
    ["[1e5]", "[1e5]"],
    ["07E760", "07E760"],
    ["[12345678901234567890", '["12345678901234567890"'],
  ])("writes %s as %s", (text, written) => {
    expect(exactNumbers(text, 9)).toBe(written);
  });

  it("measures the nesting outside strings", () => {
    expect(() => exactNumbers("[[[]]]", 2)).toThrow(RangeError);
    expect(exactNumbers('[["[[[["],[]]', 2)).toBe('[["[[[["],[]]');
  });

  it("leaves JSON of ordinary values as it is", () => {
    assert(
      property(jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        pre(!/\d{16}/.test(text));
        expect(JSON.parse(exactNumbers(text, 50))).toEqual(JSON.parse(text));
      }),
      { numRuns: 1000 },
    );
  });

  it("never breaks on any text", () => {
    assert(
      property(string({ unit: constantFrom(...Array.from('[]{}",\\:0123456789eE+-. a')) }), (text) => {
        const parsed = (input: string) => {
          try {
            return { value: JSON.parse(input) as unknown };
          } catch {
            return undefined;
          }
        };
        expect(parsed(exactNumbers(text, 1000)) === undefined).toBe(parsed(text) === undefined);
      }),
      { numRuns: 5000 },
    );
  });
});
