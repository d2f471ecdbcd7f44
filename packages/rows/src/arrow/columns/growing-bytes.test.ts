import { expect, test } from "vitest";
import { ValueMismatch } from "../exact/value-mismatch.js";
import { GrowingBytes } from "./growing-bytes.js";
import { checkOffset } from "./offsets.js";

test("`GrowingBytes` has room for what is reserved, and grows only when it has not", () => {
  const bytes = new GrowingBytes(8);
  bytes.putInt32(1);
  expect([bytes.reserve(4), bytes.length, bytes.bytes.length]).toEqual([4, 8, 8]);
  expect([bytes.reserve(1), bytes.length, bytes.bytes.length]).toEqual([8, 9, 16]);
  expect([bytes.reserve(100), bytes.length, bytes.bytes.length]).toEqual([9, 109, 109]);
  expect([bytes.view.byteLength, bytes.view.getInt32(0, true), bytes.written().length]).toEqual([
    109, 1, 109,
  ]);
});

test("values end at 2 GiB, the maximum of an offset", () => {
  expect(() => {
    checkOffset(2 ** 31 - 1);
  }).not.toThrow();
  expect(() => {
    checkOffset(2 ** 31);
  }).toThrow(ValueMismatch);
});
