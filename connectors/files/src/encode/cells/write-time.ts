import { type ByteWriter, writeDigits } from "@wellhead/rows";

/**
 * Writes a time of day as `HH:MM:SS`.
 *
 * @param writer - Where to write
 * @param second - Whole seconds since midnight
 */
export function writeTime(writer: ByteWriter, second: number): void {
  writer.reserve(24);
  const minutes = (second / 60) | 0;
  const hours = (minutes / 60) | 0;
  writeDigits(writer, hours, 2);
  writer.bytes[writer.length++] = 0x3a;
  writeDigits(writer, minutes - hours * 60, 2);
  writer.bytes[writer.length++] = 0x3a;
  writeDigits(writer, second - minutes * 60, 2);
}

/**
 * Writes the fraction of a second, in as many groups of three digits as needed. The caller has reserved the space.
 *
 * @param writer - Where to write
 * @param fraction - Number of units
 * @param digits - Digits of the unit: 3 for milliseconds, 6 for microseconds, 9 for nanoseconds
 */
export function writeFraction(writer: ByteWriter, fraction: number, digits: number): void {
  let rest = fraction | 0;
  if (rest === 0) return;
  let count = digits;
  while (rest % 1000 === 0) {
    rest = (rest / 1000) | 0;
    count -= 3;
  }
  writer.bytes[writer.length++] = 0x2e;
  writeDigits(writer, rest, count);
}
