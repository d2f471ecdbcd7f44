/** @import { EquivalentMutant } from "./mutant-survivors.mjs" */

/**
 * Changes of the client that no test can detect.
 *
 * @type {readonly EquivalentMutant[]}
 */
export const clientMutants = [
  {
    file: "packages/client/src/json/exact-json.ts",
    original: "/(?:^|[:,[\\s])-?(?:\\d[\\d.]{15}|\\d[\\d.]*[eE])/",
    replacement: "/(?:^|[:,[\\s])-?(?:\\d[\\d.]|\\d[\\d.]*[eE])/",
    reason: "more texts are looked at number by number, which returns the same, but takes longer",
  },
  {
    file: "packages/client/src/json/exact-json.ts",
    original: "[]",
    replacement: '["Stryker was here"]',
    reason: "each number is found by the index that it was added with",
  },
  {
    file: "packages/client/src/json/exact-json.ts",
    original: "numbers.length === 0",
    replacement: "false",
    reason: "the same text is parsed again, which takes longer",
  },
  {
    file: "packages/client/src/json/exact-json.ts",
    original: "numberAtIndex.exec(json)?.[0]",
    replacement: "numberAtIndex.exec(json)[0]",
    reason: "a number begins there; the comparison is for the type only",
  },
  {
    file: "packages/client/src/json/lenient-json.ts",
    original: "{ return undefined; }",
    replacement: "{}",
    reason: "a function without a result returns undefined",
  },
  {
    file: "packages/client/src/http/connector-error.ts",
    original: "true",
    replacement: "false",
    reason: "only whether the member exists is asked",
  },
  {
    file: "packages/client/src/rows/incomplete-rows-error.ts",
    original: "true",
    replacement: "false",
    reason: "only whether the member exists is asked",
  },
  {
    file: "packages/client/src/rows/chunks.ts",
    original: "length > this.#buffer.length",
    replacement: "true",
    reason: "the memory grows earlier, which takes longer",
  },
  {
    file: "packages/client/src/rows/chunks.ts",
    original: "length > this.#buffer.length",
    replacement: "length >= this.#buffer.length",
    reason: "the memory grows earlier, which takes longer",
  },
  {
    file: "packages/client/src/rows/chunks.ts",
    original: "2 * this.#buffer.length",
    replacement: "2 / this.#buffer.length",
    reason: "the memory grows by less at once, which takes longer",
  },
  {
    file: "packages/client/src/rows/csv-splitter.ts",
    original: "/[,\\r\\n]/g",
    replacement: "/[^,\\r\\n]/g",
    reason: "the header replaces it before it is used",
  },
  {
    file: "packages/client/src/rows/row-reading.ts",
    original: "last?.push",
    replacement: "last.push",
    reason: "at the end there is a format; the comparison is for the type only",
  },
  {
    file: "packages/client/src/rows/row-reading.ts",
    original: "last?.end",
    replacement: "last.end",
    reason: "at the end there is a format; the comparison is for the type only",
  },
  {
    file: "packages/client/src/rows/row-reading.ts",
    original: "last !== undefined",
    replacement: "true",
    reason: "at the end there is a format; the comparison is for the type only",
  },
  {
    file: "packages/client/src/rows/row-reading.ts",
    original: "[]",
    replacement: '["Stryker was here"]',
    reason: "nobody reads the rows that the end would add",
  },
  {
    file: "packages/client/src/json/pending-text.ts",
    original: "this.#pieces.length < maxPieces",
    replacement: "true",
    reason: "the pieces are joined earlier or later, which takes more time or memory",
  },
  {
    file: "packages/client/src/json/pending-text.ts",
    original: "this.#pieces.length < maxPieces",
    replacement: "false",
    reason: "the pieces are joined earlier or later, which takes more time or memory",
  },
  {
    file: "packages/client/src/json/pending-text.ts",
    original: "this.#pieces.length < maxPieces",
    replacement: "this.#pieces.length <= maxPieces",
    reason: "the pieces are joined earlier or later, which takes more time or memory",
  },
  {
    file: "packages/client/src/json/pending-text.ts",
    original: "this.#pieces.length < maxPieces",
    replacement: "this.#pieces.length >= maxPieces",
    reason: "the pieces are joined earlier or later, which takes more time or memory",
  },
  {
    file: "packages/client/src/json/exact-json.ts",
    original: "!suspicious.test(text)",
    replacement: "false",
    reason: "more numbers are compared digit by digit, which returns the same, but takes longer",
  },
  {
    file: "packages/client/src/json/exact-json.ts",
    original: "literal.length <= maxPlainLength && !/[eE]/.test(literal)",
    replacement: "false",
    reason: "more numbers are compared digit by digit, which returns the same, but takes longer",
  },
  {
    file: "packages/client/src/json/exact-json.ts",
    original: "literal.length <= maxPlainLength",
    replacement: "literal.length < maxPlainLength",
    reason: "more numbers are compared digit by digit, which returns the same, but takes longer",
  },
  {
    file: "packages/client/src/json/exact-json.ts",
    original: "Number(exponent) - fraction.length + digits.length - trimmed.length",
    replacement: "Number(exponent) - fraction.length + digits.length + trimmed.length",
    reason: "only equal digits are compared further, and both exponents grow by the same",
  },
];
