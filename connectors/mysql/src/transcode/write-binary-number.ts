import { type ByteWriter, shortestSingle, type ValueWriter, writeAscii, writeInteger } from "@wellhead/rows";

const words = 4_294_967_296;
/** Above this, the upper half of a number of eight bytes makes it larger than a double keeps whole. */
const safeHigh = 2_097_152;

/**
 * Writes a signed whole number of 1, 2, 4 or 8 bytes.
 *
 * @param target - Holds the bytes and takes the digits
 * @param start - First byte
 * @param end - Byte after the last
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
 * Writes a whole number of 1, 2, 4 or 8 bytes that has no sign.
 *
 * @param target - Holds the bytes and takes the digits
 * @param start - First byte
 * @param end - Byte after the last
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
 * Writes the bits of a `BIT` column as the whole number they are.
 *
 * @param target - Holds the bytes, the highest first, and takes the digits
 * @param start - First byte
 * @param end - Byte after the last
 */
export const writeBits: ValueWriter = (target, start, end) => {
  let value = 0n;
  for (let index = start; index < end; index += 1) value = value * 256n + BigInt(target.source[index] ?? 0);
  writeAscii(target, String(value));
};

/** Writes a double as the shortest number that reads back the same. */
export const writeDouble: ValueWriter = (target, start) => {
  putFloat(target, target.sourceView.getFloat64(start, true));
};

/** Writes a float of four bytes as the shortest number that reads back as the same four bytes. */
export const writeSingle: ValueWriter = (target, start) => {
  putFloat(target, shortestSingle(target.sourceView.getFloat32(start, true)));
};

function putFloat(target: ByteWriter, value: number): void {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) writeInteger(target, value);
  else if (Object.is(value, -0)) writeAscii(target, "-0");
  else writeAscii(target, Number.isFinite(value) ? String(value) : "null");
}
