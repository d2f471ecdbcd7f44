import type { ResultColumn } from "../protocol/result-column.js";

/** How to write the values of a column. */
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

/** Type numbers of the protocol. */
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

/** Flag of unsigned numbers. */
const unsigned = 32;
/** The character set number of bytes. */
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

/** MariaDB types that are sent as text but declared with the character set of bytes. */
const texts: ReadonlySet<string> = new Set(["uuid", "inet4", "inet6"]);

/**
 * Returns how to write the values of a column.
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
 * Returns whether the values of a type are sent as a length and that many bytes.
 *
 * @param type - Number of the type
 * @returns Whether they do
 */
export function isTextType(type: number): boolean {
  return sizeOfType(type) === 0;
}

/** Size of a value in bytes. 0 means a length-encoded size comes first; -1 means a one-byte size comes first. */
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
 * Returns the size of a type's values.
 *
 * @param type - Number of the type
 * @returns The size in bytes; 0 when a length-encoded size comes first, -1 when a one-byte size comes first
 */
export function sizeOfType(type: number): number {
  return sizes.get(type) ?? 0;
}

/** The type of a bare NULL. */
function isNothing(type: number): boolean {
  return type === 6;
}
