import { type ByteWriter, writeAscii, writeDigits, writeInteger } from "@wellhead/rows";

/** Maximum digits after the decimal point in the fast path. */
const fastScale = 8;

/**
 * Writes a number that is stored as a whole number of its smallest units, with every digit after the decimal point.
 *
 * @param writer - Where to write
 * @param parts - Number of smallest units, such as cents; a safe integer
 * @param scale - Digits after the decimal point
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
 * Writes a number that is stored as a whole number of its smallest units, of any size.
 *
 * @param writer - Where to write
 * @param parts - Number of smallest units
 * @param scale - Digits after the decimal point
 */
export function writeWideDecimal(writer: ByteWriter, parts: bigint, scale: number): void {
  const digits = String(parts < 0n ? -parts : parts).padStart(scale + 1, "0");
  const point = digits.length - scale;
  const sign = parts < 0n ? "-" : "";
  writeAscii(writer, scale === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`);
}
