import { spawnSync } from "node:child_process";
import { assert, constantFrom, jsonValue, pre, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { exactNumbers } from "./exact-numbers.js";

describe("exactNumbers()", () => {
  it.each([
    ["9007199254740993", '"9007199254740993"'],
    ["-9007199254740993", '"-9007199254740993"'],
    ["[1e400,-1E+400]", '["1e400","-1E+400"]'],
    ["9007199254740991", "9007199254740991"],
    ["[9007199254740992,1234567890123456700]", '["9007199254740992","1234567890123456700"]'],
    ["0.1234567890123456789", '"0.1234567890123456789"'],
    ["[1E5,-0,-0.0,0e999]", "[1E5,-0,-0.0,0e999]"],
    ["0.100000000000000000000000000000", "0.100000000000000000000000000000"],
    ["0.100000000000000005551115123126", '"0.100000000000000005551115123126"'],
    ["1e-400", '"1e-400"'],
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

  it("writes such numbers as it is told", () => {
    expect(exactNumbers("[0.1,9007199254740993]", 9, (number) => `<${number}>`)).toBe(
      "[0.1,<9007199254740993>]",
    );
  });

  it("measures the nesting outside strings", () => {
    expect(() => exactNumbers("[[[]]]", 2)).toThrow(RangeError);
    expect(exactNumbers('[["[[[["],[]]', 2)).toBe('[["[[[["],[]]');
  });

  it("leaves JSON of ordinary values as it is", () => {
    assert(
      property(jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        pre(!/\d{18}/.test(text));
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

/** Returns the digits the client passes on for a number, whether as a JavaScript number or as text. */
const handedOn = (text: string) => String(JSON.parse(exactNumbers(text, 1)));

/** Compares decimals exactly, with a library that shares no code with ours. */
const oracle = `
import json, sys
from decimal import Decimal
pairs = json.load(sys.stdin)
print(json.dumps([
    [source, given] for source, given in pairs
    if json.loads(source, parse_float=Decimal, parse_int=Decimal) != Decimal(given)
]))`;

describe("exactNumbers(), beside python's decimals", () => {
  it("hands every number on with the value it was written with", () => {
    const edges =
      "9007199254740991 9007199254740992 9007199254740993 18446744073709551616 1e400 -1E-400 1E5 -0 0.0 -0.0e5 1e22 1e23 " +
      "123456789012345680000 5e-324 4.9406564584124654e-324 0.1 0.10000000000000001 0.30000000000000004 " +
      "1.7976931348623157e308 100e-2 0.00000012345678";
    const written = [...edges.split(" "), ...Array.from({ length: 2000 }, (_, seed) => randomNumber(seed))];
    const pairs = written.map((source) => [source, handedOn(source)]);
    const { stdout, stderr } = spawnSync("python3", ["-c", oracle], {
      input: JSON.stringify(pairs),
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual([]);
  });
});

/** Returns a number of up to forty digits, some with a point or an exponent; always the same for the same seed. */
function randomNumber(seed: number): string {
  let state = seed * 2_654_435_761 + 1;
  const next = (bound: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const digits = Array.from({ length: 1 + next(40) }, () => next(10))
    .join("")
    .replace(/^0+(?=\d)/, "");
  const point = next(2) === 0 ? "" : `.${Array.from({ length: 1 + next(25) }, () => next(10)).join("")}`;
  const exponent = next(3) === 0 ? `${next(2) === 0 ? "e" : "E"}${next(700) - 350}` : "";
  return `${next(2) === 0 ? "-" : ""}${digits}${point}${exponent}`;
}
