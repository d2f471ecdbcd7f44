import type { ByteWriter } from "./byte-writer.js";
import { writeDigits } from "./write-integer.js";

/**
 * Writes a time of day as `HH:MM:SS`, with milli-, micro- or nanoseconds when there are any.
 *
 * @param writer - Where to write
 * @param second - Whole seconds since midnight
 * @param nanosecond - Nanoseconds of the second
 */
export function writeTime(writer: ByteWriter, second: number, nanosecond: number): void {
  writer.reserve(24);
  const minutes = (second / 60) | 0;
  const hours = (minutes / 60) | 0;
  writeDigits(writer, hours, 2);
  writer.bytes[writer.position++] = 0x3a;
  writeDigits(writer, minutes - hours * 60, 2);
  writer.bytes[writer.position++] = 0x3a;
  writeDigits(writer, second - minutes * 60, 2);
  if (nanosecond !== 0) writeFraction(writer, nanosecond);
}

/**
 * Writes the part of a second behind the point, in three, six or nine digits. The caller has reserved the room.
 *
 * @param writer - Where to write
 * @param nanosecond - Nanoseconds, not 0
 */
export function writeFraction(writer: ByteWriter, nanosecond: number): void {
  writer.bytes[writer.position++] = 0x2e;
  const micros = (nanosecond / 1000) | 0;
  const millis = (micros / 1000) | 0;
  writeDigits(writer, millis, 3);
  if (millis * 1_000_000 === nanosecond) return;
  writeDigits(writer, micros - millis * 1000, 3);
  if (micros * 1000 !== nanosecond) writeDigits(writer, nanosecond - micros * 1000, 3);
}
