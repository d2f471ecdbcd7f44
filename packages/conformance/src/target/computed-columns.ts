import { canonical } from "../expect/deep-equal.js";
import type { JsonObject } from "../expect/json-of.js";
import { identityOf, keyColumnOf, type Selection } from "./selection.js";

/** A row that a filter returned, and the same row without a filter. */
type Pair = readonly [row: JsonObject, original: JsonObject];

/** All rows by their identity, if a column tells them apart. */
interface Originals {
  readonly key: string | undefined;
  readonly rows: ReadonlyMap<string, JsonObject>;
}

/** The rows that the values of one filter chose. */
interface FieldRows {
  /** Column that the filter chooses by. */
  readonly column: string;
  readonly tried: ReadonlyArray<Pick<Selection, "rows">>;
}

/**
 * Finds the columns whose values depend on the filters that are set. A column may be blank or computed for the rows of a
 * filter, which shows in many of its rows, wherever they are. The same value in another form is not computed, nor are
 * the values of other rows.
 *
 * @param fields - The filters with the values that were tried
 * @param base - All rows without a filter
 * @returns Names of the columns
 */
export function computedColumns(
  fields: readonly FieldRows[],
  base: readonly JsonObject[],
): ReadonlySet<string> {
  const known = originalsOf(base);
  const columns = Object.keys(base[0] ?? {});
  const beginning = new Set(base.slice(0, Math.ceil(base.length / 4)));
  return new Set(
    fields.flatMap(({ column: own, tried }) => {
      const selections = tried.map(({ rows = [] }) => rows.flatMap((row) => pairOf(row, known) ?? []));
      const pairs = selections.flat();
      const first = pairs.filter(([, original]) => beginning.has(original));
      return columns.filter((column) => {
        const changed = selections
          .filter((some) => !isExchanged(some, column))
          .flatMap((some) => some.filter((pair) => isChanged(...pair, column) && !isRewritten(pair, column)));
        // A row may show only those of several values that the filter names.
        const isOwn = column === own && changed.some(([row]) => Array.isArray(row[column]));
        const isLate = first.length > 4 && changed.every(([, original]) => !beginning.has(original));
        return isOwn || (changed.length * 3 > pairs.length && !isLate);
      });
    }),
  );
}

/** Returns whether the rows have the values of each other. */
function isExchanged(pairs: readonly Pair[], column: string): boolean {
  const [found, original] = [0, 1].map((side) =>
    pairs.map((pair) => canonical(pair[side]?.[column] ?? null)).toSorted(),
  );
  return new Set(original).size > 2 && String(found) === String(original);
}

/** Returns whether a cell has the same value in another form: another type, without its time, in another encoding. */
function isRewritten([row, original]: Pair, column: string): boolean {
  const [cell, before] = [row[column], original[column]];
  if (typeof cell !== typeof before) return String(cell) === String(before);
  if (typeof cell !== "string" || typeof before !== "string" || before === "") return false;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(cell) && before.startsWith(cell);
  const isGrouped = /\d[,' ]\d{3}/.test(cell) && cell.replace(/[,' ]/g, "") === before;
  const isMisread = Buffer.from(before, "utf8").toString("latin1") === cell;
  return isDay || isGrouped || isMisread;
}

/**
 * Lists all rows by their identity.
 *
 * @param base - All rows
 * @returns The rows, none if no column tells them apart
 */
export function originalsOf(base: readonly JsonObject[]): Originals {
  const key = keyColumnOf(base);
  return { key, rows: new Map(key === undefined ? [] : base.map((row) => [identityOf(row, key), row])) };
}

/**
 * Finds the row without a filter.
 *
 * @param row - A row that a filter returned
 * @param originals - All rows
 * @returns Both, or `undefined` when there is no such row
 */
export function pairOf(row: JsonObject, { key, rows }: Originals): readonly Pair[] | undefined {
  const original = rows.get(identityOf(row, key));
  return original && [[row, original]];
}

/**
 * Returns whether a cell differs from that of the row without a filter.
 *
 * @param row - The row that a filter returned
 * @param original - The row without it
 * @param column - The column
 * @returns Whether it differs
 */
export function isChanged(row: JsonObject, original: JsonObject, column: string): boolean {
  return canonical(original[column] ?? null) !== canonical(row[column] ?? null);
}
