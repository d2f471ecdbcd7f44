import type { JsonObject } from "../expect/json-of.js";
import { isChanged, originalsOf, pairOf } from "./computed-columns.js";
import { type FieldSelections, identityOf, keyColumnOf, type Mismatch, type Selection } from "./selection.js";

function shortOf(value: unknown): string {
  return JSON.stringify(value ?? null).slice(0, 120);
}

function nameOf(row: JsonObject, all: readonly JsonObject[]): string {
  const key = keyColumnOf(all);
  return key === undefined ? shortOf(row) : `${key} ${shortOf(row[key])}`;
}

/**
 * Describes a value whose rows are not those of its filter.
 *
 * @param selections - The filter
 * @param mismatch - The value
 * @returns What was returned, with one row as an example
 */
export function describeMismatch(
  { field, column }: FieldSelections,
  { selection: { value, rows = [] }, missing, extra, base }: Mismatch,
): string {
  const what = `"${field.id}" set to ${shortOf(value)} returned ${rows.length} row${rows.length === 1 ? "" : "s"}`;
  const [lost] = missing;
  const [added] = extra;
  if (lost !== undefined)
    return `${what} and lacks ${missing.length} that match, such as ${nameOf(lost, base)} with "${column}" ${shortOf(lost[column])}`;
  return `${what}, ${extra.length} of which do not match, such as ${added === undefined ? "" : nameOf(added, base)} with "${column}" ${shortOf(added?.[column])}`;
}

/**
 * Finds a row that occurs more often with a filter than without one.
 *
 * @param selection - The filter and its rows
 * @param base - All rows without it
 * @returns What was returned, or `undefined` when each row occurs once
 */
export function describeRepeat(
  { filter, rows = [] }: Selection,
  base: readonly JsonObject[],
): string | undefined {
  const key = keyColumnOf(base);
  if (key === undefined) return undefined;
  const seen = new Set<string>();
  for (const row of rows) {
    const identity = identityOf(row, key);
    if (seen.has(identity))
      return `The filter ${shortOf(filter)} returned the row with ${nameOf(row, base)} twice`;
    seen.add(identity);
  }
  return undefined;
}

/**
 * Finds a row with another value than without a filter.
 *
 * @param selection - The filter and its rows
 * @param base - All rows without it
 * @param computed - Columns whose values depend on the filters that are set
 * @returns What was returned, or `undefined` when the rows are the same
 */
export function describeChange(
  { filter, rows = [] }: Selection,
  base: readonly JsonObject[],
  computed: ReadonlySet<string>,
): string | undefined {
  const known = originalsOf(base);
  for (const [row, original] of rows.flatMap((one) => pairOf(one, known) ?? [])) {
    const column = Object.keys(original).find(
      (name) => !computed.has(name) && isChanged(row, original, name),
    );
    if (column === undefined) continue;
    return `The filter ${shortOf(filter)} returned the row with ${nameOf(original, base)} with "${column}" ${shortOf(row[column])}, and without the filter ${shortOf(original[column])}`;
  }
  return undefined;
}

/**
 * Finds a row that a filter returns and a request for all rows does not.
 *
 * @param selection - The filter and its rows
 * @param base - All rows
 * @returns What was returned, or `undefined` when all rows have it
 */
export function describeUnknown(
  { filter, rows = [] }: Selection,
  base: readonly JsonObject[],
): string | undefined {
  const { key, rows: known } = originalsOf(base);
  const other = key === undefined ? undefined : rows.find((row) => !known.has(identityOf(row, key)));
  return (
    other &&
    `The filter ${shortOf(filter)} returned the row with ${nameOf(other, base)}, which is missing from the ${base.length} rows without the filter`
  );
}

/**
 * Lists pairs of values of different filters that have some, but not all, of their rows in common.
 *
 * @param fields - The filters with the values that were tried
 * @param base - All rows
 * @param maxPairs - Maximum number of pairs
 * @returns The pairs
 */
export function pairsOf(
  fields: readonly FieldSelections[],
  base: readonly JsonObject[],
  maxPairs: number,
): ReadonlyArray<readonly [Selection, Selection]> {
  const key = keyColumnOf(base);
  const all = new Set(base.map((row) => identityOf(row, key)));
  const usable = fields.map(({ tried }) =>
    tried.filter(({ rows }) => {
      const ids = rows?.map((row) => identityOf(row, key)) ?? [];
      return ids.length > 0 && ids.length < all.size && ids.every((id) => all.has(id));
    }),
  );
  const pairs = usable.flatMap((left, at) =>
    usable.slice(at + 1).flatMap((right) => {
      const found = left.flatMap((one) => right.map((other) => [one, other] as const));
      return found.filter(([one, other]) => isTelling(one, other, key)).slice(0, 1);
    }),
  );
  return pairs.slice(0, maxPairs);
}

function isTelling(left: Selection, right: Selection, key: string | undefined): boolean {
  const shared = Object.keys(left.filter).filter((id) => id in right.filter);
  const both = commonOf(left, right, key).size;
  return (
    shared.length === 0 && both > 2 && both < (left.rows?.length ?? 0) && both < (right.rows?.length ?? 0)
  );
}

function commonOf(left: Selection, right: Selection, key: string | undefined): ReadonlySet<string> {
  const ids = new Set((right.rows ?? []).map((row) => identityOf(row, key)));
  return new Set((left.rows ?? []).map((row) => identityOf(row, key)).filter((id) => ids.has(id)));
}

/** Two filters alone and together. */
export interface Together {
  readonly left: Selection;
  readonly right: Selection;
  readonly both: Selection;
}

/**
 * Compares the rows of two filters together with the rows that each of them chooses.
 *
 * @param together - The filters alone and together
 * @param base - All rows
 * @param computed - Columns whose values depend on the filters that are set
 * @returns What differs, or `undefined` when nothing does
 */
export function intersectionFault(
  { left, right, both }: Together,
  base: readonly JsonObject[],
  computed: ReadonlySet<string>,
): string | undefined {
  const key = keyColumnOf(base);
  const what = `The filter ${shortOf(both.filter)}`;
  if (both.exchange.status >= 400) return `${what} got status ${both.exchange.status}, each value alone 200`;
  if (both.rows === undefined) return undefined;
  const wanted = commonOf(left, right, key);
  const found = new Set(both.rows.map((row) => identityOf(row, key)));
  const extra = both.rows.find((row) => !wanted.has(identityOf(row, key)));
  if (extra !== undefined)
    return `${what} returned a row that one of its values alone does not return: ${nameOf(extra, base)}`;
  const missing = left.rows?.find(
    (row) => wanted.has(identityOf(row, key)) && !found.has(identityOf(row, key)),
  );
  if (missing !== undefined)
    return `${what} returned ${found.size} rows and lacks one that each of its values alone returns: ${nameOf(missing, base)}`;
  return describeRepeat(both, base) ?? describeChange(both, base, computed);
}
