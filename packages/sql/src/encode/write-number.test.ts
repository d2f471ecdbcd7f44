import { Buffer } from "node:buffer";
import { assert, bigInt, property } from "fast-check";
import { expect, it } from "vitest";
import { ByteTarget } from "./byte-target.js";
import type { ValueWriter } from "./value-writer.js";
import { writeJsonDecimal, writeJsonFloat, writeJsonInteger, writeJsonLongInteger } from "./write-number.js";

function written(write: ValueWriter, text: string): string {
  const target = new ByteTarget(text.length * 6 + 16);
  target.read(Buffer.from(text));
  write(target, 0, text.length);
  return target.take(0).toString();
}

it("`writeJsonLongInteger()` writes as text exactly what a double would change", () => {
  assert(
    property(bigInt({ min: -(2n ** 63n), max: 2n ** 63n }), (value) => {
      const safe = BigInt(Number.MAX_SAFE_INTEGER) >= value && value >= BigInt(Number.MIN_SAFE_INTEGER);
      expect(written(writeJsonLongInteger, String(value))).toBe(safe ? String(value) : `"${value}"`);
    }),
  );
  expect(written(writeJsonLongInteger, "9007199254740991")).toBe("9007199254740991");
  expect(written(writeJsonLongInteger, "-9007199254740992")).toBe('"-9007199254740992"');
});

it("`writeJsonDecimal()` loses no digit", () => {
  for (const text of ["0", "-0.10", "123456789012345", "0.00000000000000000001", "1000000000000000000000"]) {
    expect(written(writeJsonDecimal, text)).toBe(text);
  }
  for (const text of ["1234567890123456", "1.234567890123456", "NaN", "-Infinity", `1${"0".repeat(400)}`]) {
    expect(written(writeJsonDecimal, text)).toBe(`"${text}"`);
  }
});

it("`writeJsonFloat()` and `writeJsonInteger()` write what is no number as text", () => {
  expect(written(writeJsonFloat, "1.5e-07")).toBe("1.5e-07");
  for (const text of ["NaN", "Infinity", ""]) expect(written(writeJsonFloat, text)).toBe(`"${text}"`);
  expect(written(writeJsonInteger, "-12")).toBe("-12");
  expect(written(writeJsonInteger, '1,"forged":2')).toBe('"1,\\"forged\\":2"');
});
