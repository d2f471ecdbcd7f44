import { expect, test } from "vitest";
import { exactDigits } from "./exact-digits.js";

test.each([
  ["0", 0, 0],
  ["-0.00e5", 0, 0],
  ["7", 1, 0],
  ["1200", 4, 0],
  ["12.50", 2, 1],
  ["0.001", 0, 3],
  ["1e-7", 0, 7],
  ["1.5E+3", 4, 0],
  ["-12.345e1", 3, 2],
  ["1e37", 38, 0],
  ["9007199254740993.10", 16, 1],
])("exactDigits() counts the digits of %s", (literal, whole, fraction) => {
  expect(exactDigits(literal)).toEqual({ whole, fraction });
});

test.each(["1e38", "1e-39", "1e400", "1e99999999999", `${"9".repeat(20)}.${"9".repeat(19)}`])(
  "exactDigits() finds more than 38 digits in %s",
  (literal) => {
    expect(exactDigits(literal)).toBeUndefined();
  },
);
