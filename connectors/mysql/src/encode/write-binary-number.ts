import { type ByteWriter, shortestSingle, type ValueWriter, writeAscii, writeInteger } from "@wellhead/rows";

const words = 4_294_967_296;
/** Limit of the upper half of an eight-byte integer, from which a double cannot represent the integer exactly. */
const safeHigh = 2_097_152;

/**
 * Writes a signed integer of 1, 2, 4 or 8 bytes.
 *
 * @param target - Contains the bytes and receives the digits
 * @param start - Index of the first byte
 * @param end - Index after the last byte
 */
export const writeSigned: ValueWriter = (target, start, end) => {
  const { sourceView } = target;
  switch (end - start) {
    case 1:
      return writeInteger(target, sourceView.getInt8(start));
    case 2:
      return writeInteger(target, sourceView.getInt16(start, true));
    case 4:
      return writeInteger(target, sourceView.getInt32(start, true));
    default: {
      const high = sourceView.getInt32(start + 4, true);
      if (high >= -safeHigh && high < safeHigh)
        return writeInteger(target, high * words + sourceView.getUint32(start, true));
      return writeAscii(target, String(sourceView.getBigInt64(start, true)));
    }
  }
};

/**
 * Writes an unsigned integer of 1, 2, 4 or 8 bytes.
 *
 * @param target - Contains the bytes and receives the digits
 * @param start - Index of the first byte
 * @param end - Index after the last byte
 */
export const writeUnsigned: ValueWriter = (target, start, end) => {
  const { sourceView } = target;
  switch (end - start) {
    case 1:
      return writeInteger(target, sourceView.getUint8(start));
    case 2:
      return writeInteger(target, sourceView.getUint16(start, true));
    case 4:
      return writeInteger(target, sourceView.getUint32(start, true));
    default: {
      const high = sourceView.getUint32(start + 4, true);
      if (high < safeHigh) return writeInteger(target, high * words + sourceView.getUint32(start, true));
      return writeAscii(target, String(sourceView.getBigUint64(start, true)));
    }
  }
};

/**
 * Writes the bits of a `BIT` column as an integer.
 *
 * @param target - Contains the bytes, the most significant first, and receives the digits
 * @param start - Index of the first byte
 * @param end - Index after the last byte
 */
export const writeBits: ValueWriter = (target, start, end) => {
  let value = 0n;
  for (let index = start; index < end; index += 1) value = value * 256n + BigInt(target.source[index] ?? 0);
  writeAscii(target, String(value));
};

/** Writes a double as the shortest number that parses to the same value. */
export const writeDouble: ValueWriter = (target, start) => {
  putFloat(target, target.sourceView.getFloat64(start, true));
};

/** Writes a four-byte float as the shortest number that parses to the same four bytes. */
export const writeSingle: ValueWriter = (target, start) => {
  putFloat(target, shortestSingle(target.sourceView.getFloat32(start, true)));
};

function putFloat(target: ByteWriter, value: number): void {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) writeInteger(target, value);
  else if (Object.is(value, -0)) writeAscii(target, "-0");
  else writeAscii(target, Number.isFinite(value) ? String(value) : "null");
}
