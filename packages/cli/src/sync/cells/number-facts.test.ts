import { expect, test } from "vitest";
import { coversNumber, noNumbers, plainNumber, widestNumbers } from "./number-facts.js";

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
