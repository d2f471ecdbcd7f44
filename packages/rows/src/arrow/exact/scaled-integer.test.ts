import { expect, test } from "vitest";
import { scaledInteger } from "./scaled-integer.js";

test.each([
  ["0", 0, 0n],
  ["-0", 5, 0n],
  ["12", 0, 12n],
  ["-12", 2, -1200n],
  ["1.5", 1, 15n],
  ["1.50", 1, 15n],
  ["1.", 0, 1n],
  ["-0.05", 2, -5n],
  ["1e3", 0, 1000n],
  ["1E+3", 0, 1000n],
  ["150e-1", 0, 15n],
  ["0.001e3", 0, 1n],
  ["100", -2, 1n],
  ["0e9999", 2, 0n],
  ["0.000", 0, 0n],
  ["0e-9999", 0, 0n],
  ["1e660", 0, 10n ** 660n],
])("scaledInteger(%j, %d) is %d", (text, scale, expected) => {
  expect(scaledInteger(text, scale)).toBe(expected);
});

test.each([
  ["1.55", 1],
  ["0.1", 0],
  ["1e-1", 0],
  ["101", -2],
  ["1e-9999", 2],
  ["1e661", 0],
  ["1e9999", 0],
  ["", 0],
  ["+1", 0],
  [".5", 1],
  ["1e", 0],
  ["1e12345", 0],
  ["0x1", 0],
  ["1 ", 0],
  [" 1", 0],
  ["NaN", 0],
])("scaledInteger(%j, %d) is not a whole number", (text, scale) => {
  expect(scaledInteger(text, scale)).toBeUndefined();
});
