import { memberAt, type Row } from "@wellhead/sdk";
import { type ColumnConfig, columnConfig, type SourceConfig } from "../config/source-config.js";

/**
 * Makes what turns items into rows of declared columns.
 *
 * @param fields - Columns by id
 * @returns The function
 */
export function pickColumns(fields: NonNullable<SourceConfig["fields"]>): (item: unknown) => Row {
  const columns = Object.entries(fields).map(([id, field]) => {
    const { path = id, type } = columnConfig(field);
    return { id, path, type };
  });
  return (item) =>
    Object.fromEntries(columns.map(({ id, path, type }) => [id, cellOf(valueAt(item, path), type)]));
}

/** A member may have dots in its own name, as the columns of CSV have. */
function valueAt(item: unknown, path: string): unknown {
  return typeof item === "object" && item !== null && Object.hasOwn(item, path)
    ? (item as Readonly<Record<string, unknown>>)[path] // its own member, so a record
    : memberAt(item, path);
}

function cellOf(value: unknown, type: ColumnConfig["type"]): unknown {
  if (value === undefined || value === null || (value === "" && type !== "text")) return null;
  if (type === "number" && typeof value === "string") return numberOf(value);
  if (type === "bool" && typeof value === "string") return /^(?:true|yes|1)$/i.test(value);
  if (type === "date" && typeof value === "number")
    return new Date(value < 1e11 ? value * 1000 : value).toISOString();
  if (type === "text" || type === "id") return typeof value === "string" ? value : JSON.stringify(value);
  return value;
}

/** The client gives integers that a double rounds as their text, so that their digits survive. */
function numberOf(text: string): number | bigint | null {
  const value = Number(text);
  if (!Number.isFinite(value)) return null;
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}
