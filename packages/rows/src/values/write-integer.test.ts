import { expect, it } from "vitest";
import { ByteWriter } from "../bytes/byte-writer.js";
import { writeDigits, writeInteger } from "./write-integer.js";

it("`writeInteger()` writes what JavaScript writes, at every number of digits", () => {
  const target = new ByteWriter(0);
  const values = new Set([0, 1, 9, Number.MAX_SAFE_INTEGER]);
  for (let power = 10; power < Number.MAX_SAFE_INTEGER; power *= 10)
    for (const value of [power - 1, power, power + 1, power * 7 + 3, Math.floor(power / 9) * 10 + 4])
      if (Number.isSafeInteger(value)) values.add(value);
  for (const size of values)
    for (const value of [size, -size]) {
      writeInteger(target, value);
      expect(target.take(0).toString()).toBe(value === 0 ? "0" : String(value));
    }
});

it("`writeInteger()` appends to what was written before, and grows the buffer", () => {
  const target = new ByteWriter(1);
  let expected = "";
  for (let value = 1; value < 1e15; value *= -13) {
    writeInteger(target, value);
    expected += String(value);
  }
  expect(target.take(0).toString()).toBe(expected);
});

it("`writeDigits()` writes leading zeros", () => {
  const target = new ByteWriter(64);
  for (const value of [0, 7, 42, 105, 2_147_483_647])
    for (let count = String(value).length; count <= 12; count += 1) {
      target.put(0x78);
      writeDigits(target, value, count);
      expect(target.take(64).toString()).toBe(`x${String(value).padStart(count, "0")}`);
    }
});
