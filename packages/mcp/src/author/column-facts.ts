import { type Column, ExactNumber, type ExactRow, type ExactValue } from "@wellhead/client";

/** Kinds of values that a cell may have. */
type Found = "text" | "date" | "number" | "bool" | "list" | "object" | "null" | "absent";

/** What the rows of a preview say about a column. */
export interface ColumnFacts {
  readonly id: string;
  /** Declared type; empty when the column is not declared. */
  readonly declared: string;
  /** Number of cells of each kind that occurs. */
  readonly found: Readonly<Record<string, number>>;
  /** Number of cells that do not have the declared type. */
  readonly unfit: number;
  /** A cell that does not fit, else the first that is neither null nor absent; empty when there is none. */
  readonly example: string;
}

/** The kinds that fit a declared type; any kind fits others. A cell may always be null or absent. */
const fitting: Readonly<Record<string, readonly Found[]>> = {
  id: ["text", "date", "number"],
  text: ["text", "date"],
  number: ["number"],
  bool: ["bool"],
  date: ["date"],
};

/**
 * Compares the cells of rows with the declared columns.
 *
 * @param rows - The rows
 * @param columns - The declared columns; none when nothing is declared
 * @returns Facts of each column, the declared ones first
 */
export function columnFacts(rows: readonly ExactRow[], columns: readonly Column[]): readonly ColumnFacts[] {
  const types = new Map(columns.map(({ id, type }) => [id, type]));
  const ids = new Set([...types.keys(), ...rows.flatMap((row) => Object.keys(row))]);
  return [...ids].map((id) => factsOf(rows, id, types.get(id) ?? ""));
}

/** A key that more than one row has. */
export interface RepeatedKey {
  readonly column: string;
  readonly value: string;
  readonly rows: number;
}

/**
 * Finds rows with the same key: that of the column `id`, if the rows have it.
 *
 * @param rows - The rows
 * @returns The keys that repeat
 */
export function repeatedKeys(rows: readonly ExactRow[]): readonly RepeatedKey[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = row["id"];
    if (value === undefined || value === null) continue;
    const key = textOf(value);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([value, count]) => ({ column: "id", value, rows: count }));
}

function factsOf(rows: readonly ExactRow[], id: string, declared: string): ColumnFacts {
  const found: Partial<Record<Found, number>> = {};
  let unfit = 0;
  let unfitExample: string | undefined;
  let example: string | undefined;
  for (const row of rows) {
    const value = Object.hasOwn(row, id) ? row[id] : undefined;
    const kind = kindOf(value);
    found[kind] = (found[kind] ?? 0) + 1;
    if (value === undefined || value === null) continue;
    example ??= textOf(value);
    if (fits(value, kind, declared)) continue;
    unfit += 1;
    unfitExample ??= textOf(value);
  }
  return { id, declared, found, unfit, example: unfitExample ?? example ?? "" };
}

function fits(value: ExactValue, kind: Found, declared: string): boolean {
  const item = /^array\[(?<item>\w+)\]$/.exec(declared)?.groups?.["item"];
  if (item === undefined) return fitting[declared]?.includes(kind) ?? true;
  if (!Array.isArray(value)) return false;
  const items: readonly ExactValue[] = value;
  return items.every((one) => one === null || fits(one, kindOf(one), item));
}

function kindOf(value: ExactValue | undefined): Found {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  if (typeof value === "string") return isDate(value) ? "date" : "text";
  if (typeof value === "number" || value instanceof ExactNumber) return "number";
  if (typeof value === "boolean") return "bool";
  return Array.isArray(value) ? "list" : "object";
}

/** Returns whether a text is a date as connectors return them: ISO 8601, a day or a time. */
function isDate(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
}

function textOf(value: ExactValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
