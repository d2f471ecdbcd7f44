import { expect, test } from "vitest";
import { ValueMismatch } from "../exact/value-mismatch.js";
import { checkOffset } from "./offsets.js";

test("values end at 2 GiB, the maximum of an offset", () => {
  expect(() => {
    checkOffset(2 ** 31 - 1);
  }).not.toThrow();
  expect(() => {
    checkOffset(2 ** 31);
  }).toThrow(ValueMismatch);
});
