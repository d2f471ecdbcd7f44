import { type ByteWriter, FixedText, type ValueWriter, writeDigits, writeInteger } from "@wellhead/rows";

const nothing = new FixedText("null");
const none: ValueWriter = () => undefined;
const nullWord: ValueWriter = (target) => target.append(nothing);
const quote = 0x22;
/** From this value of `decimals` on, the number of fractional digits is not fixed. */
const anyDecimals = 7;
const microseconds = 6;
const hoursOfDay = 24;

/** How to write a date or time. */
export interface MomentOptions {
  readonly format: "json" | "csv";
  /** Number of fractional digits of a second. */
  readonly decimals: number;
  /** Suffix: `Z` for an instant. */
  readonly zone: "" | "Z";
  /** Whether it has a time of day. */
  readonly timed: boolean;
  /** Called for each date that does not exist. */
  readonly onUnreal: () => void;
}

/**
 * Creates a writer for dates with or without a time. A date whose month or day is zero does not exist. It becomes
 * `null`, or an empty cell in CSV.
 *
 * @param options - How to write them
 * @returns The writer; its values start with their length byte
 */
export function momentWriter({ format, decimals, zone, timed, onUnreal }: MomentOptions): ValueWriter {
  const json = format === "json";
  const empty = json ? nullWord : none;
  return (target, start, end) => {
    const { source } = target;
    const month = source[start + 3] ?? 0;
    const day = source[start + 4] ?? 0;
    if (end - start < 5 || month === 0 || day === 0) {
      onUnreal();
      return empty(target, start, end);
    }
    if (json) target.put(quote);
    writeDigits(target, (source[start + 1] ?? 0) | ((source[start + 2] ?? 0) << 8), 4);
    target.put(0x2d);
    writeDigits(target, month, 2);
    target.put(0x2d);
    writeDigits(target, day, 2);
    if (timed) {
      target.put(0x54);
      putClock(target, start + 5, end);
      putFraction(target, { at: start + 8, end, decimals });
      if (zone !== "") target.put(0x5a);
    }
    if (json) target.put(quote);
  };
}

/**
 * Creates a writer for times, which may be negative and longer than a day: `-838:59:59`.
 *
 * @param format - JSON or CSV
 * @param decimals - Number of fractional digits of a second
 * @returns The writer; its values start with their length byte
 */
export function timeWriter(format: "json" | "csv", decimals: number): ValueWriter {
  const json = format === "json";
  return (target, start, end) => {
    const { source, sourceView } = target;
    if (json) target.put(quote);
    const known = end - start >= 9;
    if (known && source[start + 1] === 1) target.put(0x2d);
    const days = known ? sourceView.getUint32(start + 2, true) : 0;
    const hours = days * hoursOfDay + (known ? (source[start + 6] ?? 0) : 0);
    if (hours < 10) target.put(0x30);
    writeInteger(target, hours);
    target.put(0x3a);
    writeDigits(target, known ? (source[start + 7] ?? 0) : 0, 2);
    target.put(0x3a);
    writeDigits(target, known ? (source[start + 8] ?? 0) : 0, 2);
    putFraction(target, { at: start + 9, end, decimals });
    if (json) target.put(quote);
  };
}

function putClock(target: ByteWriter, at: number, end: number): void {
  const { source } = target;
  const known = end >= at + 3;
  writeDigits(target, known ? (source[at] ?? 0) : 0, 2);
  target.put(0x3a);
  writeDigits(target, known ? (source[at + 1] ?? 0) : 0, 2);
  target.put(0x3a);
  writeDigits(target, known ? (source[at + 2] ?? 0) : 0, 2);
}

interface Fraction {
  /** Index of the microseconds. */
  readonly at: number;
  readonly end: number;
  readonly decimals: number;
}

function putFraction(target: ByteWriter, { at, end, decimals }: Fraction): void {
  const value = end >= at + 4 ? target.sourceView.getUint32(at, true) % 1_000_000 : 0;
  if (decimals === 0 || (decimals >= anyDecimals && value === 0)) return;
  target.put(0x2e);
  writeDigits(target, value, microseconds);
  if (decimals < microseconds) target.length -= microseconds - decimals;
}
