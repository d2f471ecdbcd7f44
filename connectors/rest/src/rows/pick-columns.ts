import { fitsDouble, memberAt, type Row, upstreamInvalid } from "@wellhead/sdk";
import { type ColumnConfig, columnConfig, type SourceConfig } from "../config/source-config.js";

/**
 * Creates a function that converts items to rows of declared columns.
 *
 * @param fields - Columns by id
 * @returns The function
 * @throws ConnectorError `upstream_invalid`, from the function, for a number, text or Boolean instead of an object
 */
export function pickColumns(fields: NonNullable<SourceConfig["fields"]>): (item: unknown) => Row {
  const columns = Object.entries(fields).map(([id, field]) => {
    const { path = id, type } = columnConfig(field);
    return { id, path, type };
  });
  // The empty path is the item itself.
  const needsMembers = columns.every(({ path }) => path !== "");
  return (item) => {
    if (needsMembers && typeof item !== "object") {
      throw upstreamInvalid(
        `Could not read a row: expected an object with the declared columns, got ${typeof item}.`,
      );
    }
    return Object.fromEntries(columns.map(({ id, path, type }) => [id, cellOf(valueAt(item, path), type)]));
  };
}

/** Returns the value at a path. A member's own name may contain dots, such as a column of CSV. */
function valueAt(item: unknown, path: string): unknown {
  return typeof item === "object" && item !== null && Object.hasOwn(item, path)
    ? (item as Readonly<Record<string, unknown>>)[path] // its own member, so a record
    : memberAt(item, path);
}

/** Maximum milliseconds since 1970 that a JavaScript date can hold. */
const maxInstant = 8_640_000_000_000_000;

/** Converts a value to its column's type. A value that certainly does not match stays unchanged. */
function cellOf(value: unknown, type: ColumnConfig["type"]): unknown {
  if (value === undefined || value === null || (value === "" && type !== "text")) return null;
  if (type === "number" && typeof value === "string") return numberOf(value);
  if (type === "bool" && typeof value === "string") return boolOf(value);
  if (type === "date" && typeof value === "number") return instantOf(value);
  const isText = type === "text" || type === "id";
  return typeof value === "object" || (isText && typeof value !== "string") ? JSON.stringify(value) : value;
}

function numberOf(text: string): number | bigint | string {
  const plain = text.trim();
  if (/^[+-]?\d+$/.test(plain)) {
    return Number.isSafeInteger(Number(plain)) ? Number(plain) : BigInt(plain.replace("+", ""));
  }
  return fitsDouble(plain) ? Number(plain) : text;
}

function boolOf(text: string): boolean | string {
  if (/^(?:true|yes|1)$/i.test(text)) return true;
  return /^(?:false|no|0)$/i.test(text) ? false : text;
}

/** Converts seconds since 1970, or milliseconds if the value as seconds would be after the year 5138. */
function instantOf(value: number): string | number {
  const instant = Math.abs(value) < 1e11 ? value * 1000 : value;
  return Math.abs(instant) <= maxInstant ? new Date(instant).toISOString() : value;
}
