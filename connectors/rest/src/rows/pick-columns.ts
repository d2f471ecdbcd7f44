import { didYouMean, fitsDouble, memberAt, type Row, upstreamInvalid } from "@wellhead/sdk";
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
    return Object.fromEntries(columns.map(({ id, path, type }) => [id, cellOf(memberAt(item, path), type)]));
  };
}

/**
 * Refuses items that all lack a declared column and have a member whose name is close to it, which is probably meant.
 *
 * @param fields - Columns by id
 * @param items - The first items
 * @throws ConnectorError `upstream_invalid` naming the column and the member
 */
export function checkNames(fields: NonNullable<SourceConfig["fields"]>, items: readonly unknown[]): void {
  const objects = items.filter((item): item is object => typeof item === "object" && item !== null);
  const declared = Object.entries(fields).map(([id, field]) => ({ id, path: id, ...columnConfig(field) }));
  const names = new Set(objects.flatMap((item) => Object.keys(item)));
  const unclaimed = [...names].filter((name) => !declared.some(({ path }) => pathBegins(path, name)));
  for (const { id, path, optional } of declared) {
    if (optional === true || path === "" || objects.some((item) => memberAt(item, path) !== undefined))
      continue;
    const near = didYouMean(path, unclaimed);
    if (near === "") continue;
    throw upstreamInvalid(
      `Could not read the column "${id}": no row has anything at "${path}".${near} Correct the path, or set "optional" of the column to true.`,
    );
  }
}

function pathBegins(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`/${name}`);
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
