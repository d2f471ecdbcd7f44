import { type ByteWriter, writeAscii, writeDigits, writeInteger } from "@wellhead/rows";

/** Most digits behind the point that the fast path handles. */
const fastScale = 8;

/**
 * Writes a number that is kept as a whole number of its smallest parts, with every digit behind the point.
 *
 * @param writer - Where to write
 * @param parts - How many smallest parts, such as cents; a safe integer
 * @param scale - Digits behind the point
 */
export function writeDecimal(writer: ByteWriter, parts: number, scale: number): void {
  if (scale === 0) {
    writeInteger(writer, parts);
    return;
  }
  if (scale > fastScale) {
    writeWideDecimal(writer, BigInt(parts), scale);
    return;
  }
  const size = Math.abs(parts);
  const unit = 10 ** scale;
  const whole = Math.floor(size / unit);
  writer.reserve(32);
  if (parts < 0) writer.bytes[writer.length++] = 0x2d;
  writeInteger(writer, whole);
  writer.bytes[writer.length++] = 0x2e;
  writeDigits(writer, size - whole * unit, scale);
}

/**
 * Writes such a number of any size.
 *
 * @param writer - Where to write
 * @param parts - How many smallest parts
 * @param scale - Digits behind the point
 */
export function writeWideDecimal(writer: ByteWriter, parts: bigint, scale: number): void {
  const digits = String(parts < 0n ? -parts : parts).padStart(scale + 1, "0");
  const point = digits.length - scale;
  const sign = parts < 0n ? "-" : "";
  writeAscii(writer, scale === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`);
}
