import { Buffer } from "node:buffer";
import { assert, bigInt, constantFrom, double, oneof, property, string } from "fast-check";
import { expect, it } from "vitest";
import { ByteWriter, type ValueWriter } from "../bytes/byte-writer.js";
import { writeAnyNumber, writeCsvNumber, writeJsonNumber } from "./write-number.js";

function written(write: ValueWriter, text: string): string {
  const source = Buffer.from(text);
  const target = new ByteWriter(source.length * 6 + 16);
  target.read(source);
  write(target, 0, source.length);
  return target.take(0).toString();
}

it("`writeJsonNumber()` and `writeCsvNumber()` keep every digit", () => {
  for (const text of [
    "0",
    "-0",
    "-0.10",
    "9007199254740993",
    "-9223372036854775808",
    "1.2345678901234567890123456789",
    `1${"0".repeat(400)}`,
    "1.5e-07",
    "5e-324",
    "1E+22",
  ]) {
    expect(written(writeJsonNumber, text)).toBe(text);
    expect(written(writeCsvNumber, text)).toBe(text);
  }
});

it("`writeJsonNumber()` writes null, `writeCsvNumber()` nothing, for what is not finite", () => {
  for (const text of ["NaN", "Infinity", "-Infinity", "Inf", "-inf", "nan"]) {
    expect(written(writeJsonNumber, text)).toBe("null");
    expect(written(writeCsvNumber, text)).toBe("");
  }
});

it("`writeAnyNumber()` writes what is not finite as text, and everything else as `writeJsonNumber()` does", () => {
  for (const text of ["NaN", "nan", "+NaN", "-nan"]) expect(written(writeAnyNumber, text)).toBe('"NaN"');
  for (const text of ["Infinity", "inf", "+Inf"]) expect(written(writeAnyNumber, text)).toBe('"Infinity"');
  for (const text of ["-Infinity", "-inf"]) expect(written(writeAnyNumber, text)).toBe('"-Infinity"');
  for (const text of ["-0.10", "9007199254740993", "1E+22", "", "+1", '1,"forged":2'])
    expect(written(writeAnyNumber, text)).toBe(written(writeJsonNumber, text));
});

it("`writeJsonNumber()` and `writeCsvNumber()` write what is no number as text", () => {
  for (const text of ["", "-", "01", "+1", "1.", ".5", "1e", "1-2", "0x1f", "Infinity1", "1 ", "null"]) {
    expect(written(writeJsonNumber, text)).toBe(JSON.stringify(text));
    expect(written(writeCsvNumber, text)).toBe(text || '""');
  }
  expect(written(writeJsonNumber, '1,"forged":2')).toBe('"1,\\"forged\\":2"');
  expect(written(writeCsvNumber, '1,"forged"')).toBe('"1,""forged"""');
});

it("`writeJsonNumber()` writes the same number as the parser reads, and JSON whatever the text", () => {
  const number = oneof(double({ noDefaultInfinity: true, noNaN: true }).map(String), bigInt().map(String));
  const text = oneof(number, string({ unit: constantFrom(...Array.from("0123456789-+.eE")) }));
  assert(
    property(text, (digits) => {
      const json = written(writeJsonNumber, digits);
      const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(digits);
      expect(json).toBe(isNumber ? digits : JSON.stringify(digits));
      expect(JSON.parse(json)).toBe(isNumber ? Number(digits) : digits);
    }),
    { numRuns: 2000 },
  );
});
