import { expect, test } from "vitest";
import { GrowingBytes } from "./growing-bytes.js";

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
