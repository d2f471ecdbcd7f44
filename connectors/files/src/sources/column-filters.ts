import type { DuckDBType } from "@duckdb/node-api";
import {
  acceptDecimal,
  compareDecimals,
  type DayRange,
  dayRange,
  decimal,
  inputInvalid,
  type LiveOptions,
  multiDropdown,
  roundDecimal,
} from "@wellhead/sdk";
import { DuckDBDecimalType, DuckDBTypeId } from "../engine/duckdb.js";
import { quoteName } from "../engine/quote.js";
import { isDate, isNumber } from "../tables/column-of.js";
import type { TableColumn } from "../tables/table-column.js";
import type { ColumnFilter, Condition } from "./column-filter.js";
import { humanize } from "./humanize.js";

/** Returns the different values of a column. */
export type ValuesOf = (column: string, signal: AbortSignal) => Promise<LiveOptions>;

/** Maximum number of columns that get filter fields. A longer form would not help users. */
const maxColumns = 64;

/**
 * Creates filter fields for the columns of a table: a date range for a date column, a minimum and a maximum for a
 * number column, and a list of values for a text column with few different values.
 *
 * @param columns - Columns of the table
 * @param valuesOf - Returns the options of a list
 * @returns The fields in the order of the columns
 */
export function columnFilters(columns: readonly TableColumn[], valuesOf: ValuesOf): readonly ColumnFilter[] {
  return columns.slice(0, maxColumns).flatMap((column) => {
    if (isDate(column.type)) return [dateFilter(column)];
    if (isNumber(column.type)) return [boundFilter(column, "min"), boundFilter(column, "max")];
    return column.few ? [valuesFilter(column, valuesOf)] : [];
  });
}

function dateFilter({ id, type }: TableColumn): ColumnFilter {
  return {
    id,
    column: id,
    field: dayRange({ title: humanize(id), optional: true }),
    // The field is a day range, so its value is a `DayRange`.
    where: (value) => dateCondition(quoteName(id), type, value as DayRange),
  };
}

/**
 * Both ends are inclusive. The upper one is exact to the millisecond, so everything before the next millisecond
 * matches.
 */
function dateCondition(name: string, type: DuckDBType, range: DayRange): Condition | undefined {
  const { min, max, firstDay, lastDay } = range;
  if (type.typeId === DuckDBTypeId.DATE) {
    return all([
      ...(firstDay === undefined ? [] : [{ sql: `${name} >= CAST(? AS DATE)`, values: [firstDay] }]),
      ...(lastDay === undefined ? [] : [{ sql: `${name} <= CAST(? AS DATE)`, values: [lastDay] }]),
    ]);
  }
  const isInstant = type.typeId === DuckDBTypeId.TIMESTAMP_TZ;
  // A parameter of the column's own type lets the engine skip parts of the file. Nanoseconds end in the year 2262, so
  // TIMESTAMP_NS is cast.
  const cast = isInstant ? "TIMESTAMPTZ" : "TIMESTAMP";
  const column = type.typeId === DuckDBTypeId.TIMESTAMP_NS ? `CAST(${name} AS TIMESTAMP)` : name;
  const asText = (instant: string): string => (isInstant ? instant : instant.replace("Z", ""));
  const next = `CAST(? AS ${cast}) + INTERVAL 1 MILLISECOND`;
  return all([
    ...(min === undefined ? [] : [{ sql: `${column} >= CAST(? AS ${cast})`, values: [asText(min)] }]),
    ...(max === undefined ? [] : [{ sql: `${column} < ${next}`, values: [asText(max)] }]),
  ]);
}

function boundFilter(column: TableColumn, bound: "min" | "max"): ColumnFilter {
  const words = bound === "min" ? "at least" : "at most";
  return {
    id: `${column.id}_${bound}`,
    column: column.id,
    bound: { column: column.id, end: bound },
    field: decimal({ title: `${humanize(column.id)}: ${words}`, optional: true }),
    where: (value) => boundCondition(column, bound, String(value)),
  };
}

/** Maximum digits of the engine's DECIMAL. */
const maxDecimalDigits = 38;

/**
 * Compares a column of whole numbers or decimals with a value of the column's scale, so that no digit is lost: the
 * lower bound is rounded up, the upper one down.
 */
function boundCondition({ id, type }: TableColumn, bound: "min" | "max", text: string): Condition {
  const name = quoteName(id);
  const comparison = bound === "min" ? ">=" : "<=";
  const asDouble = (column: string): Condition => doubleCondition(column, bound, text);
  if (type.typeId === DuckDBTypeId.FLOAT || type.typeId === DuckDBTypeId.DOUBLE) {
    // Compares the number that the rows show: 0.1 for a FLOAT that holds 0.100000001….
    const shown = type.typeId === DuckDBTypeId.FLOAT ? `CAST(CAST(${name} AS VARCHAR) AS DOUBLE)` : name;
    // The engine treats NaN as the largest number.
    return all([asDouble(shown), { sql: `NOT isnan(${name})`, values: [] }]) ?? asDouble(shown);
  }
  const scale = type instanceof DuckDBDecimalType ? type.scale : 0;
  const rounded = roundDecimal(text, bound === "min" ? "up" : "down", scale);
  const digits = rounded.replace(/^-?0*/, "").replace(/\..*$/, "").length + scale;
  // Only columns of more than 64 bits have values with so many digits. They are compared as DOUBLE.
  if (digits > maxDecimalDigits) return asDouble(name);
  return {
    sql: `${name} ${comparison} CAST(? AS DECIMAL(${maxDecimalDigits}, ${scale}))`,
    values: [rounded],
  };
}

/** Compares with the DOUBLE nearest to a bound, which may itself be outside of the range. */
function doubleCondition(column: string, bound: "min" | "max", text: string): Condition {
  const nearest = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(text)));
  const side = compareDecimals(acceptDecimal(nearest), text);
  const isInside = bound === "min" ? side >= 0 : side <= 0;
  const comparison = `${bound === "min" ? ">" : "<"}${isInside ? "=" : ""}`;
  // Passed as text, because the engine's client sends a whole number as a 64-bit integer, which may overflow.
  return { sql: `${column} ${comparison} CAST(? AS DOUBLE)`, values: [String(nearest)] };
}

function valuesFilter({ id }: TableColumn, valuesOf: ValuesOf): ColumnFilter {
  const options = ({ signal }: { readonly signal: AbortSignal }) => valuesOf(id, signal);
  return {
    id,
    column: id,
    field: multiDropdown({ title: humanize(id), optional: true, options }),
    where: (value) => valuesCondition(quoteName(id), value),
  };
}

/**
 * Maximum number of values that are separate parameters. More values are sent as one list, which the engine parses
 * faster.
 */
const maxSingleValues = 100;

function valuesCondition(name: string, value: unknown): Condition | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const values = value.map(String);
  const text = `CAST(${name} AS VARCHAR)`;
  if (values.length <= maxSingleValues)
    return { sql: `${text} IN (${values.map(() => "?").join(", ")})`, values };
  return { sql: `list_contains(from_json(?, '["VARCHAR"]'), ${text})`, values: [JSON.stringify(values)] };
}

/** Returns the columns that contain NULL. */
export type NullsOf = (columns: readonly string[], signal: AbortSignal) => Promise<LiveOptions>;

/**
 * Creates the fields for choosing columns that must be NULL, and columns that must not.
 *
 * @param columns - Columns of the table
 * @param nullsOf - Returns the options of the first field
 * @returns The fields
 */
export function presenceFilters(columns: readonly TableColumn[], nullsOf: NullsOf): readonly ColumnFilter[] {
  const choices = columns.slice(0, maxColumns).map(({ id }) => id);
  const condition = (value: unknown, field: string, test: string): Condition | undefined => {
    // Both fields are lists, so their values are lists.
    const names = value as readonly string[];
    const unknown = names.find((name) => !columns.some(({ id }) => id === name));
    if (unknown === undefined)
      return all(names.map((name) => ({ sql: `${quoteName(name)} ${test}`, values: [] })));
    throw inputInvalid(
      `Could not read the rows: there is no column "${unknown}". Choose a column of the source.`,
      { field },
    );
  };
  return [
    {
      id: "isNull",
      field: multiDropdown({
        title: "Columns without a value",
        description: "Rows where all of them are NULL",
        optional: true,
        options: ({ signal }) => nullsOf(choices, signal),
      }),
      where: (value) => condition(value, "isNull", "IS NULL"),
    },
    {
      id: "isNotNull",
      field: multiDropdown({
        title: "Columns with a value",
        description: "Rows where none of them is NULL",
        optional: true,
        choices,
      }),
      where: (value) => condition(value, "isNotNull", "IS NOT NULL"),
    },
  ];
}

/**
 * Combines conditions with AND.
 *
 * @param conditions - Conditions
 * @returns One condition, or `undefined` when there is none
 */
export function all(conditions: readonly Condition[]): Condition | undefined {
  if (conditions.length === 0) return undefined;
  return {
    sql: conditions.map(({ sql }) => sql).join(" AND "),
    values: conditions.flatMap(({ values }) => values),
  };
}
