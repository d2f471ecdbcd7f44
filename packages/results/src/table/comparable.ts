import { quoteName } from "../engine/quote.js";
import { isTime, numberStorage } from "../query/column-kind.js";
import { findColumn, type TableSource } from "../query/table-source.js";
import { cellJson } from "../types/cell-text.js";

/** A column of both runs. */
export interface CommonColumn {
  /** Name of its member in the rows. */
  readonly key: string;
  /** The expressions that are equal for equal values, null for null. */
  readonly before: string;
  readonly after: string;
  readonly beforeName: string;
  readonly afterName: string;
}

/**
 * Finds the columns that two tables have, by the names of their members.
 *
 * @param before - The earlier table
 * @param after - The later table
 * @param action - Start of error messages
 * @returns The columns, in the order of the later table
 */
export function commonColumns(
  before: TableSource,
  after: TableSource,
  action: string,
): readonly CommonColumn[] {
  const known = new Map(before.columns.map((column) => [memberOf(column), column.name]));
  return after.columns.flatMap((column) => {
    const key = memberOf(column);
    const beforeName = known.get(key);
    if (beforeName === undefined) return [];
    const names = { beforeName, afterName: column.name };
    return [{ key, ...names, ...comparableValues(before, after, { ...names, action }) }];
  });
}

/**
 * Returns the name of the member that a column has in the rows.
 *
 * @param column - The column
 * @returns Its name
 */
export function memberOf({ name, key = name }: { readonly name: string; readonly key?: string }): string {
  return key;
}

interface Names {
  readonly beforeName: string;
  readonly afterName: string;
  readonly action: string;
}

/** Values of one type have equal texts. Values of different types are compared as JSON, and numbers by their digits. */
function comparableValues(
  before: TableSource,
  after: TableSource,
  { beforeName, afterName, action }: Names,
): Pick<CommonColumn, "before" | "after"> {
  const [old, next] = [findColumn(before, beforeName, action), findColumn(after, afterName, action)];
  if (old.kind === "number" && next.kind === "number") {
    const isExact = numberStorage(old.type).isExact && numberStorage(next.type).isExact;
    return isExact
      ? { before: old.text, after: next.text }
      : { before: digitsOf(old.text), after: digitsOf(next.text) };
  }
  const [oldJson, nextJson] = [jsonOf(before, beforeName), jsonOf(after, afterName)];
  const isMixed = (oldJson !== undefined || nextJson !== undefined) && !isTime(old.kind);
  if (old.type === next.type && !isMixed) return { before: old.text, after: next.text };
  return { before: valueJson(old, oldJson), after: valueJson(next, nextJson) };
}

function jsonOf({ columns }: TableSource, name: string): string | undefined {
  return columns.find((column) => column.name === name)?.json;
}

interface JsonColumn {
  readonly value: string;
  readonly type: string;
}

/** Returns the JSON of a value in a form of its own: texts without escapes, numbers as their digits. */
function valueJson({ value, type }: JsonColumn, json: string | undefined): string {
  const written =
    json === undefined ? cellJson(value, type) : `coalesce(${quoteName(json)}, ${cellJson(value, type)})`;
  return `(SELECT CASE WHEN starts_with(json, '"') THEN CAST(to_json(json ->> '$') AS VARCHAR) WHEN json = 'null' THEN NULL WHEN regexp_matches(json, '^-?[0-9]') THEN ${digitsOf("json")} ELSE json END FROM (SELECT ${written} AS json))`;
}

/** Returns a number as its digits without zeros around them, and an exponent: `-12.50` and `-1.25e1` are `-125e-1`. */
function digitsOf(text: string): string {
  const part = (pattern: string) => `regexp_extract(${text}, '${pattern}', 1)`;
  const fraction = part("\\.([0-9]+)");
  const digits = `ltrim(${part("^-?([0-9]+)")} || ${fraction}, '0')`;
  const exponent = `coalesce(TRY_CAST(${part("[eE]([-+]?[0-9]+)")} AS BIGINT), 0)`;
  const power = `${exponent} - length(${fraction}) + length(${digits}) - length(rtrim(${digits}, '0'))`;
  const sign = `CASE WHEN starts_with(${text}, '-') THEN '-' ELSE '' END`;
  return `CASE WHEN NOT regexp_matches(${text}, '[0-9]') THEN ${text} WHEN ${digits} = '' THEN '0' ELSE ${sign} || rtrim(${digits}, '0') || 'e' || CAST(${power} AS VARCHAR) END`;
}
