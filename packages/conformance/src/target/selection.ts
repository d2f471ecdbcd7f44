import type { Exchange } from "../exchange/exchange.js";
import { canonical } from "../expect/deep-equal.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import { cellsOf } from "./choice.js";
import { instantOf, isoOf } from "./dated-rows.js";
import type { DeclaredField } from "./declared.js";

/** Rows that a filter was asked to choose. */
export interface Selection {
  readonly filter: JsonObject;
  readonly exchange: Exchange;
  /** The rows; `undefined` when the response is an error or incomplete. */
  readonly rows: readonly JsonObject[] | undefined;
}

/** All values of one filter that were tried. */
export interface FieldSelections {
  readonly field: DeclaredField;
  /** Column that the filter chooses by. */
  readonly column: string;
  readonly tried: ReadonlyArray<Selection & { readonly value: unknown }>;
}

/** Returns whether a filter with a value chooses a row. */
export type Model = (cell: unknown, value: unknown) => boolean;

const dayMs = 86_400_000;

/**
 * Finds a column that tells rows apart.
 *
 * @param rows - All rows
 * @returns The column `id` if its values are unique, otherwise the first such column; `undefined` without one
 */
export function keyColumnOf(rows: readonly JsonObject[]): string | undefined {
  const names = Object.keys(rows[0] ?? {}).toSorted(
    (left, right) => Number(right === "id") - Number(left === "id"),
  );
  return names.find((name) => {
    const values = rows.map((row) => row[name]);
    return (
      values.every((value) => typeof value === "string" || typeof value === "number") &&
      new Set(values.map(String)).size === rows.length
    );
  });
}

/**
 * Identifies a row.
 *
 * @param row - The row
 * @param key - Column that tells rows apart; the whole row without one
 * @returns The identity as text
 */
export function identityOf(row: JsonObject, key: string | undefined): string {
  return key === undefined ? canonical(row) : String(row[key]);
}

const chosen: Model = (cell, value) => {
  const cells = cellsOf(cell);
  const wanted = cellsOf(value);
  // Several values may be joined in one cell.
  return wanted.some(
    (one) => cells.includes(one) || cells.some((text) => text.split(/\s*[,;|]\s*/).includes(one)),
  );
};
/** Some sources return only rows that have all values at once. */
const chosenAll: Model = (cell, value) => cellsOf(value).every((one) => chosen(cell, one));
function isTrue(cell: unknown): boolean {
  return /^(?:true|1|yes)$/i.test(String(cell));
}

function onNumbers(compare: (cell: number, value: number) => boolean): Model {
  return (cell, value) =>
    cellsOf(cell).some((text) => Number.isFinite(Number(text)) && compare(Number(text), Number(value)));
}

function textOf(cell: unknown): string {
  return cellsOf(cell).join(", ").toLowerCase();
}

/** A date filter of the second generation is sent whole days; both ends are inclusive. */
const inRange: Model = (cell, value) => {
  const { _min, _max }: JsonObject = isObject(value) ? value : {};
  const at = instantOf(cell);
  if (at === undefined) return false;
  return at >= (instantOf(_min) ?? -Infinity) && at <= (instantOf(_max) ?? Infinity);
};

/**
 * Lists the ways in which a filter of some type may choose rows by its column.
 *
 * @param field - The filter
 * @returns The models, the most likely first
 */
function modelsOf({ type, options, datalist }: DeclaredField): readonly Model[] {
  if (type === "date") return [inRange];
  if (type === "bool")
    return [
      (cell, value) => isTrue(cell) === (value === true),
      (cell, value) => value !== true || isTrue(cell),
      (cell, value) => value === true || !isTrue(cell),
    ];
  if (type === "number" && options.length === 0)
    return [
      onNumbers((cell, value) => cell === value),
      onNumbers((cell, value) => cell >= value),
      onNumbers((cell, value) => cell <= value),
      onNumbers((cell, value) => cell > value),
      onNumbers((cell, value) => cell < value),
    ];
  if (options.length > 0 || datalist) return [chosen, chosenAll];
  return [
    (cell, value) => textOf(cell).includes(textOf(value)),
    (cell, value) => textOf(cell) === textOf(value),
    (cell, value) =>
      textOf(value)
        .split(/\s+/)
        .every((word) => textOf(cell).includes(word)),
    (cell, value) => textOf(cell).startsWith(textOf(value)),
  ];
}

/**
 * Lists values to try for a filter without options, taken from the rows.
 *
 * @param field - The filter
 * @param rows - All rows
 * @param maxValues - Maximum number of values
 * @returns Values of its column, those that programs take for absent first
 */
export function valuesToTry(
  { id, type }: DeclaredField,
  rows: readonly JsonObject[],
  maxValues: number,
): readonly unknown[] {
  const cells = rows.flatMap((row) => cellsOf(row[id]));
  if (type === "bool") return cells.some(isTrue) && !cells.every(isTrue) ? [true, false] : [];
  if (type === "number") {
    const numbers = [...new Set(cells.map(Number))]
      .filter(Number.isFinite)
      .toSorted((left, right) => left - right);
    const zero = numbers.filter((value) => value === 0);
    return numbers.length < 2 ? [] : [...new Set([...zero, ...spread(numbers, maxValues)])];
  }
  const texts = [...new Set(cells)];
  return type === "text" && texts.length > 2
    ? [...spread(texts, Math.min(maxValues, 3)), ...commonWords(texts)]
    : [];
}

/** Finds words that several texts have, because a text itself usually chooses a single row. */
function commonWords(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap((text) => [...new Set(text.split(/\s+/))]))
    if (word.length > 2) counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count > 3).toSorted((one, other) => other[1] - one[1]);
  return common.slice(0, 2).map(([word]) => word);
}

/**
 * Lists ranges of whole days, each with the rows at its borders, and ranges with one end.
 *
 * @param instants - Instants of the rows in ascending order
 * @param isFirst - Whether the connector is of the first generation, which is sent days
 * @param maxRanges - Maximum number of closed ranges
 * @returns Filter values
 */
export function rangesToTry(
  instants: readonly number[],
  isFirst: boolean,
  maxRanges: number,
): readonly JsonObject[] {
  const days = [...new Set(instants.map((at) => Math.floor(at / dayMs) * dayMs))];
  const [earliest, latest] = [days[0], days.at(-1)];
  if (earliest === undefined || latest === undefined || isFirst) return [];
  const atMidnight = days.filter((day) => instants.includes(day));
  const atEnd = days.filter((day) => instants.includes(day + dayMs - 1));
  const starts = [...new Set([...atMidnight.slice(1, 2), ...atEnd.slice(1, 2), ...spread(days, maxRanges)])];
  const closed = starts
    .slice(0, maxRanges)
    .map((day) => ({ _min: isoOf(day), _max: isoOf(day + dayMs - 1) }));
  const [middle = earliest] = spread(days, 3).slice(1);
  const from = { _min: isoOf(middle) };
  const until = { _max: isoOf(middle + dayMs - 1) };
  return [
    ...closed,
    { ...from, ..._maxNull },
    { ...until, ..._minNull },
    from,
    until,
    { ...from, _max: isoOf(latest + dayMs - 1) },
  ];
}

const _maxNull = { _max: null };
const _minNull = { _min: null };

/** Picks values that are evenly spread over a list, its first and last included. */
function spread<Item>(list: readonly Item[], count: number): readonly Item[] {
  if (list.length <= count) return list;
  const picked = Array.from(
    { length: count },
    (_, index) => list[Math.round((index * (list.length - 1)) / (count - 1))],
  );
  return picked.filter((one) => one !== undefined);
}

function isAll(rows: readonly JsonObject[], base: readonly JsonObject[], key: string | undefined): boolean {
  const found = new Set(rows.map((row) => identityOf(row, key)));
  return base.length > 1 && base.every((row) => found.has(identityOf(row, key)));
}

/** A value whose rows are not those of its model. */
export interface Mismatch {
  readonly selection: FieldSelections["tried"][number];
  /** Rows that the model chooses and the response lacks. */
  readonly missing: readonly JsonObject[];
  /** Rows in the response that the model does not choose. */
  readonly extra: readonly JsonObject[];
  /** All rows without the filter. */
  readonly base: readonly JsonObject[];
}

/**
 * Finds a value for which a filter chooses other rows than it does for its other values. A filter that follows no model
 * is not judged: it may choose by something that the rows do not show.
 *
 * @param selections - The filter, with the values that were tried
 * @param base - All rows without the filter
 * @returns The values that do not fit the model that fits best, or `undefined` when no model fits most of them
 */
export function mismatchesOf(
  { field, column, tried }: FieldSelections,
  base: readonly JsonObject[],
): readonly Mismatch[] | undefined {
  const key = keyColumnOf(base);
  const byModel = modelsOf(field).map((model) => {
    const all = tried.flatMap((selection) => {
      const { rows, value } = selection;
      if (rows === undefined) return [];
      const wanted = base.filter((row) => model(row[column], value));
      const [found, right] = [rows, wanted].map((some) => new Set(some.map((row) => identityOf(row, key))));
      const missing = wanted.filter((row) => !found?.has(identityOf(row, key)));
      const known = new Map(base.map((row) => [identityOf(row, key), row]));
      const extra = rows.flatMap((row) => {
        const original = known.get(identityOf(row, key));
        return original === undefined || right?.has(identityOf(row, key)) ? [] : [original];
      });
      return [{ selection, missing, extra, base, size: wanted.length }];
    });
    const wrong = all.filter(({ missing, extra }) => missing.length + extra.length > 0);
    const difference = wrong.reduce((sum, { missing, extra }) => sum + missing.length + extra.length, 0);
    const total = all.reduce((sum, { size }) => sum + size, 0);
    const isLikely = all.length > 1 && (wrong.length * 2 <= all.length || difference * 3 <= total);
    return { wrong, difference, isLikely };
  });
  // No way to choose rows finds nothing for every value that the rows have.
  const isAlwaysEmpty = tried.length > 1 && tried.every(({ rows }) => rows?.length === 0);
  // Nor does it find everything for every value, when the rows have several.
  const isAlwaysAll =
    tried.length > 1 && tried.every(({ rows }) => rows !== undefined && isAll(rows, base, key));
  if (isAlwaysEmpty || isAlwaysAll) return byModel[0]?.wrong;
  const [best] = byModel
    .filter(({ isLikely }) => isLikely)
    .toSorted((one, other) => one.difference - other.difference);
  return best?.wrong;
}
