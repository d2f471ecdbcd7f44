import { columnTypes } from "../protocol/column-types.js";
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

/** The type of a bare NULL. */
function isNothing(type: number): boolean {
  return type === 6;
}
