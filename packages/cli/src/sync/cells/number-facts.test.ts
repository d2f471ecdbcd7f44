import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import {
  coversNumber,
  declaredDecimal,
  declaredNumbers,
  noNumbers,
  plainNumber,
  widestNumbers,
} from "./number-facts.js";

const numbers = [
  0,
  -0,
  1,
  -1,
  9,
  10,
  100,
  0.5,
  0.05,
  1.5,
  10.25,
  123.456,
  99999.9,
  1e21,
  1e-7,
  1.5e300,
  0.1 + 0.2,
  123456789012345,
  9007199254740991,
  2 ** 63,
  -(2 ** 63),
  1.23456789012345,
  12345678901234.5,
];

test("coversNumber() is true only when the number changes neither its text nor the facts", () => {
  let covered = 0;
  for (const first of numbers) {
    for (const second of numbers) {
      const known = [first, second].flatMap((number) => plainNumber(String(number))?.facts ?? []);
      const facts = known.reduce(widestNumbers, noNumbers);
      for (const number of numbers) {
        const text = String(number);
        if (!coversNumber(facts, text)) continue;
        covered += 1;
        const plain = plainNumber(text);
        expect([plain?.text, widestNumbers(facts, plain?.facts ?? noNumbers)]).toEqual([text, facts]);
      }
    }
  }
  expect(covered).toBeGreaterThan(500);
});

test("coversNumber() recognizes numbers like those before", () => {
  const facts = [12.5, 1000].flatMap((number) => plainNumber(String(number))?.facts ?? []);
  const both = facts.reduce(widestNumbers, noNumbers);
  expect(
    ["7", "999", "99.9", "0", "1.25", "12345", "-7", "1e+21"].map((text) => coversNumber(both, text)),
  ).toEqual([true, true, true, true, false, false, false, false]);
});

test("coversNumber() misses a number beyond 64 bits that has as many digits as those before", () => {
  const facts = plainNumber("9000000000000000000")?.facts ?? noNumbers;
  expect(facts).toMatchObject({ digits: 19, areLong: true });
  expect(coversNumber(facts, "9300000000000000000")).toBe(false);
});

/** What Python's `decimal` and `float` make of numbers: their text and the facts. */
const oracle = `
import json, math, sys
from decimal import Decimal
def facts(text):
    number = Decimal(text)
    whole, _, fraction = format(number.copy_abs(), "f").partition(".")
    whole, fraction = whole.lstrip("0"), fraction.rstrip("0")
    plain = ("-" if number < 0 else "") + (whole or "0") + ("." + fraction if fraction else "")
    double = float(text)
    return {"text": plain, "facts": {
        "digits": len(whole), "scale": len(fraction), "significant": len((whole + fraction).lstrip("0")),
        "areLong": fraction == "" and -2**63 <= int(number) < 2**63,
        "areDouble": math.isfinite(double) and Decimal(repr(double)) == number}}
print(json.dumps([facts(text) for text in json.load(sys.stdin)]))`;

/** Digits and exponents of every length near the limits of doubles and of 64 bits. */
function literals(): readonly string[] {
  let state = 7;
  const below = (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  const digits = (count: number): string =>
    Array.from({ length: count }, () => "0000123456789"[below(13)]).join("");
  const drawn = Array.from({ length: 3000 }, (_, index) => {
    const fraction = index % 3 === 0 ? "" : `.${digits(1 + below(20))}`;
    const exponent = index % 4 === 0 ? `e${below(2) === 0 ? "-" : "+"}${below(30)}` : "";
    return `${below(2) === 0 ? "" : "-"}${digits(1 + below(21))}${fraction}${exponent}`;
  });
  const limits = [2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n), -(2n ** 63n) - 1n, 10n ** 18n, 10n ** 19n].map(
    String,
  );
  const exponents = [
    "1e400",
    "1e-400",
    "1.5E300",
    "5e-324",
    "1e308",
    "1e309",
    "-0",
    "0.0e5",
    "9007199254740993",
  ];
  const long = Array.from({ length: 10 }, (_, count) => `0.${"1".repeat(count + 10)}`);
  return [...drawn, ...limits, ...exponents, ...long];
}

test("plainNumber() writes numbers as Python does, with the same facts", () => {
  const texts = literals();
  const options = { input: JSON.stringify(texts), encoding: "utf8", maxBuffer: 2 ** 26 } as const;
  const expected: unknown = JSON.parse(execFileSync("python3", ["-c", oracle], options));
  expect(texts.map((text) => plainNumber(text))).toEqual(expected);
});

test("plainNumber() takes numbers of JSON only, with exponents of at most 400", () => {
  const texts = [
    "",
    "-",
    "1.",
    ".5",
    "1e",
    "0x1",
    "1 ",
    " 1",
    "1e401",
    "1e-401",
    "+1",
    "1e5.0",
    "NaN",
    "--1",
    "1ee5",
  ];
  expect(texts.filter((text) => plainNumber(text) !== undefined)).toEqual([]);
});

test.each([
  ["decimal(10,2)", { digits: 10, scale: 2 }],
  ["decimal(2,2)", { digits: 2, scale: 2 }],
  ["decimal(1,0)", { digits: 1, scale: 0 }],
  ["decimal(2,3)", undefined],
  ["decimal(0,0)", undefined],
  ["xdecimal(10,2)", undefined],
  ["decimal(10,2)x", undefined],
  ["decimal(10)", undefined],
  ["", undefined],
])("declaredDecimal() reads %j", (storedAs, decimal) => {
  expect(declaredDecimal(storedAs)).toEqual(decimal);
});

test.each([
  [undefined, noNumbers],
  [
    { digits: 10, scale: 2 },
    { digits: 8, scale: 2, significant: 10, areLong: false, areDouble: true },
  ],
  [
    { digits: 15, scale: 0 },
    { digits: 15, scale: 0, significant: 15, areLong: true, areDouble: true },
  ],
  [
    { digits: 16, scale: 0 },
    { digits: 16, scale: 0, significant: 16, areLong: true, areDouble: false },
  ],
  [
    { digits: 18, scale: 0 },
    { digits: 18, scale: 0, significant: 18, areLong: true, areDouble: false },
  ],
  [
    { digits: 19, scale: 0 },
    { digits: 19, scale: 0, significant: 19, areLong: false, areDouble: false },
  ],
])("declaredNumbers() of %j includes every number of them", (decimal, facts) => {
  expect(declaredNumbers(decimal)).toEqual(facts);
});

test("widestNumbers() has the most of both", () => {
  const small = { digits: 1, scale: 5, significant: 3, areLong: true, areDouble: false };
  const large = { digits: 4, scale: 2, significant: 6, areLong: false, areDouble: true };
  const both = { digits: 4, scale: 5, significant: 6, areLong: false, areDouble: false };
  expect([widestNumbers(small, large), widestNumbers(large, small)]).toEqual([both, both]);
});
