import { ByteWriter, type ValueWriter, writeJsonNumber } from "@wellhead/rows";
import { putWhole } from "./put-digits.js";

const scratch = new ByteWriter(64);
const words = 4_294_967_296;
/** Above this, the upper half of a number of eight bytes makes it larger than a double keeps whole. */
const safeHigh = 2_097_152;

/**
 * Writes a signed whole number of 1, 2, 4 or 8 bytes.
 *
 * @param target - Where the bytes stand and where the digits go
 * @param start - First byte
 * @param end - Byte after the last
 */
export const writeInteger: ValueWriter = (target, start, end) => {
  const { sourceView } = target;
  switch (end - start) {
    case 1:
      return putSigned(target, sourceView.getInt8(start));
    case 2:
      return putSigned(target, sourceView.getInt16(start, true));
    case 4:
      return putSigned(target, sourceView.getInt32(start, true));
    default: {
      const high = sourceView.getInt32(start + 4, true);
      if (high >= -safeHigh && high < safeHigh)
        return putSigned(target, high * words + sourceView.getUint32(start, true));
      return putText(target, String(sourceView.getBigInt64(start, true)));
    }
  }
};

/**
 * Writes a whole number of 1, 2, 4 or 8 bytes that has no sign.
 *
 * @param target - Where the bytes stand and where the digits go
 * @param start - First byte
 * @param end - Byte after the last
 */
export const writeUnsigned: ValueWriter = (target, start, end) => {
  const { sourceView } = target;
  switch (end - start) {
    case 1:
      return putWhole(target, sourceView.getUint8(start));
    case 2:
      return putWhole(target, sourceView.getUint16(start, true));
    case 4:
      return putWhole(target, sourceView.getUint32(start, true));
    default: {
      const high = sourceView.getUint32(start + 4, true);
      if (high < safeHigh) return putWhole(target, high * words + sourceView.getUint32(start, true));
      return putText(target, String(sourceView.getBigUint64(start, true)));
    }
  }
};

/**
 * Writes the bits of a `BIT` column as the whole number they are.
 *
 * @param target - Where the bytes stand, the highest first, and where the digits go
 * @param start - First byte
 * @param end - Byte after the last
 */
export const writeBits: ValueWriter = (target, start, end) => {
  let value = 0n;
  for (let index = start; index < end; index += 1) value = value * 256n + BigInt(target.source[index] ?? 0);
  putText(target, String(value));
};

/** Writes a double as the shortest number that reads back the same. */
export const writeDouble: ValueWriter = (target, start) => {
  putFloat(target, target.sourceView.getFloat64(start, true));
};

/** Writes a float of four bytes as the shortest number that reads back as the same four bytes. */
export const writeSingle: ValueWriter = (target, start) => {
  putFloat(target, shortestSingle(target.sourceView.getFloat32(start, true)));
};

/**
 * Finds the number with the fewest digits that is the same float of four bytes.
 *
 * @param value - Such a float
 * @returns The number
 */
export function shortestSingle(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < 16_777_216) return value;
  for (let digits = 6; digits < 9; digits += 1) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return shorter;
  }
  return Number(value.toPrecision(9));
}

function putSigned(target: ByteWriter, value: number): void {
  if (value < 0) target.put(0x2d);
  putWhole(target, Math.abs(value));
}

function putFloat(target: ByteWriter, value: number): void {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return putSigned(target, value);
  if (Number.isFinite(value)) return putText(target, Object.is(value, -0) ? "-0" : String(value));
  // The rule for what is no number stands in one place.
  scratch.length = 0;
  putText(scratch, String(value));
  target.from(scratch, writeJsonNumber);
}

function putText(target: ByteWriter, text: string): void {
  const { bytes } = target;
  let at = target.length;
  for (let index = 0; index < text.length; index += 1) bytes[at++] = text.charCodeAt(index);
  target.length = at;
}
