import type { ResultColumn } from "../protocol/result-column.js";

/** How the values of a column are written. */
export type ColumnKind =
  | "integer"
  | "unsigned"
  | "single"
  | "double"
  | "decimal"
  | "bit"
  | "date"
  | "datetime"
  | "timestamp"
  | "time"
  | "json"
  | "checked-json"
  | "bytes"
  | "text";

/** Numbers of the types, as the protocol has them. */
const columnTypes = {
  decimal: 0,
  tiny: 1,
  short: 2,
  long: 3,
  single: 4,
  double: 5,
  timestamp: 7,
  longLong: 8,
  medium: 9,
  date: 10,
  time: 11,
  datetime: 12,
  year: 13,
  bit: 16,
  json: 245,
  newDecimal: 246,
  geometry: 255,
} as const;

const { decimal, tiny, short, long, single, double, timestamp, longLong, medium, date, time } = columnTypes;
const { datetime, year, bit, json, newDecimal, geometry } = columnTypes;

/** Flag of numbers that are never negative. */
const unsigned = 32;
/** The character set of what is bytes. */
const binary = 63;

const integers: ReadonlySet<number> = new Set([tiny, short, long, longLong, medium, year]);

const kinds: ReadonlyMap<number, ColumnKind> = new Map([
  [single, "single"],
  [double, "double"],
  [decimal, "decimal"],
  [newDecimal, "decimal"],
  [bit, "bit"],
  [date, "date"],
  [datetime, "datetime"],
  [timestamp, "timestamp"],
  [time, "time"],
  [json, "json"],
  [geometry, "bytes"],
]);

/** Types of MariaDB that come as text in the character set of bytes. */
const texts: ReadonlySet<string> = new Set(["uuid", "inet4", "inet6"]);

/**
 * Gives how the values of a column are written.
 *
 * @param column - The column as the server describes it
 * @returns The kind
 */
export function columnKindOf({ type, charset, flags, format }: ResultColumn): ColumnKind {
  if (integers.has(type)) return (flags & unsigned) === 0 ? "integer" : "unsigned";
  const kind = kinds.get(type);
  if (kind !== undefined) return kind;
  if (format === "json") return "checked-json";
  return charset === binary && !texts.has(format) && !isNothing(type) ? "bytes" : "text";
}

/**
 * Tells whether the values of a type come as a length and that many bytes.
 *
 * @param type - Number of the type
 * @returns Whether they do
 */
export function isTextType(type: number): boolean {
  return sizeOfType(type) === 0;
}

/** Bytes of a value of fixed size; 0 when its length comes first, -1 when that is always one byte. */
const sizes: ReadonlyMap<number, number> = new Map([
  [tiny, 1],
  [short, 2],
  [year, 2],
  [long, 4],
  [medium, 4],
  [longLong, 8],
  [single, 4],
  [double, 8],
  [date, -1],
  [datetime, -1],
  [timestamp, -1],
  [time, -1],
]);

/**
 * Gives how many bytes a value of a type has.
 *
 * @param type - Number of the type
 * @returns The bytes; 0 when a length comes first, -1 when a length of one byte comes first
 */
export function sizeOfType(type: number): number {
  return sizes.get(type) ?? 0;
}

/** The type of a bare NULL. */
function isNothing(type: number): boolean {
  return type === 6;
}
