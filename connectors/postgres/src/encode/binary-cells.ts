import type { ArrowCells, ArrowColumn, ArrowType, ByteWriter } from "@wellhead/rows";

/** Days and microseconds from 1970-01-01, where Arrow begins, to 2000-01-01, where PostgreSQL begins. */
const epochDays = 10_957;
const epochMicros = 946_684_800_000_000;
/** Limit of the upper half of a number of microseconds up to which a double represents it exactly. */
const safeHigh = 2 ** 20;
const wordValues = 2 ** 32;
const maxLong = 2n ** 63n - 1n;
const [maxInt, minInt] = [0x7fffffff, -0x80000000];

const integer: ArrowType = { kind: "int", bits: 64, signed: true };

function moments(type: ArrowType): ArrowCells {
  return { type, append: (column) => (target, start) => appendMoment(column, target, start) };
}

/**
 * How the binary form of types is written as Arrow, by object id of the type. It has been the same in all versions.
 *
 * @see PostgreSQL, `*_send` functions of the types
 */
export const binaryCells: ReadonlyMap<number, ArrowCells> = new Map<number, ArrowCells>([
  [
    16,
    {
      type: { kind: "bool" },
      append: (column) => (target, start) => column.appendStored(target.source[start] ?? 0),
    },
  ],
  [
    20,
    {
      type: integer,
      append: (column) => (target, start) => {
        const { sourceView } = target;
        column.appendWords(sourceView.getInt32(start), sourceView.getInt32(start + 4));
      },
    },
  ],
  [
    21,
    {
      type: integer,
      append: (column) => (target, start) => column.appendStored(target.sourceView.getInt16(start)),
    },
  ],
  [
    23,
    {
      type: integer,
      append: (column) => (target, start) => column.appendStored(target.sourceView.getInt32(start)),
    },
  ],
  [
    701,
    {
      type: { kind: "float", bits: 64 },
      append: (column) => (target, start) => column.appendStored(target.sourceView.getFloat64(start)),
    },
  ],
  [
    1082,
    {
      type: { kind: "date" },
      append: (column) => (target, start) => {
        const days = target.sourceView.getInt32(start);
        if (days === maxInt || days === minInt) column.append(days > 0 ? "infinity" : "-infinity");
        else column.appendStored(days + epochDays);
      },
    },
  ],
  [1114, moments({ kind: "timestamp", unit: "us" })],
  [1184, moments({ kind: "timestamp", unit: "us", zone: "UTC" })],
]);

/** Appends a number of microseconds since 2000. Its largest and smallest values are the infinities. */
function appendMoment(column: ArrowColumn, { sourceView }: ByteWriter, start: number): void {
  const high = sourceView.getInt32(start);
  const low = sourceView.getUint32(start + 4);
  if (high >= -safeHigh && high < safeHigh) {
    column.appendStored(high * wordValues + low + epochMicros);
    return;
  }
  const micros = sourceView.getBigInt64(start);
  const isEndless = (high === maxInt && low === wordValues - 1) || (high === minInt && low === 0);
  const stored = micros + BigInt(epochMicros);
  // No column of moments takes these words, so the error names the column and the row.
  if (isEndless || stored > maxLong) column.append(micros > 0n ? "infinity" : "-infinity");
  else column.appendStored(stored);
}

/** Bytes of a decimal before its digits. Each digit has two bytes, and a value from 0 to 9999. */
const headerBytes = 8;
const digitPlaces = 4;
/** Number of decimal places that a double represents exactly. */
const exactPlaces = 15;
const negativeSign = 0x4000;
const powers: readonly number[] = Array.from({ length: exactPlaces + 1 }, (_unused, power) => 10 ** power);

/** Number of digits of a decimal column. */
export interface DecimalDigits {
  readonly precision: number;
  readonly scale: number;
}

/**
 * Returns how the binary form of decimals is written as Arrow.
 *
 * @param digits - Digits of the column
 * @returns How the column is written
 */
export function decimalCells({ precision, scale }: DecimalDigits): ArrowCells {
  return {
    type: { kind: "decimal", precision, scale },
    append: (column) => (target, start, end) => {
      const { sourceView } = target;
      const sign = sourceView.getUint16(start + 4);
      const weight = sourceView.getInt16(start + 2);
      const isNumber = sign === 0 || sign === negativeSign;
      const isShort = (weight + 1) * digitPlaces + scale <= exactPlaces;
      const digits = { first: start + headerBytes, end, power: weight * digitPlaces + scale };
      const value = isNumber ? (isShort ? shortValue : longValue)(sourceView, digits) : undefined;
      // Other signs are NaN and the infinities, which no decimal of Arrow has.
      if (value === undefined) column.append("NaN");
      else column.appendStored(sign === 0 ? value : -value);
    },
  };
}

/** The digits of a decimal. */
interface Digits {
  /** Index of the first digit. */
  readonly first: number;
  readonly end: number;
  /** Power of ten by which the first digit is multiplied. */
  readonly power: number;
}

/** Returns the digits as a whole number; `undefined` when it is not whole, which a column of that scale does not have. */
function shortValue(view: DataView, { first, end, power }: Digits): number | undefined {
  let value = 0;
  let place = power;
  for (let at = first; at < end; at += 2, place -= digitPlaces) {
    const digit = view.getUint16(at);
    value += place >= 0 ? digit * (powers[place] ?? Number.NaN) : digit / (powers[-place] ?? Number.NaN);
  }
  return Number.isSafeInteger(value) ? value : undefined;
}

function longValue(view: DataView, { first, end, power }: Digits): bigint | undefined {
  let value = 0n;
  let place = power;
  for (let at = first; at < end; at += 2, place -= digitPlaces) {
    const digit = BigInt(view.getUint16(at));
    const scale = 10n ** BigInt(Math.abs(place));
    if (place < 0 && digit % scale !== 0n) return undefined;
    value += place < 0 ? digit / scale : digit * scale;
  }
  return value;
}
