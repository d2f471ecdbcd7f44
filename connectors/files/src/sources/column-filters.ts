import { DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from "@duckdb/node-api";
import { type DateRange, dateRange, decimal, type LiveOptions, multiDropdown } from "@wellhead/sdk";
import { quoteName } from "../engine/quote.js";
import { isDate, isNumber } from "../tables/column-of.js";
import type { TableColumn } from "../tables/table-column.js";
import type { ColumnFilter, Condition } from "./column-filter.js";
import { inWords } from "./in-words.js";

/** Gives the different values of a column. */
export type ValuesOf = (column: string, signal: AbortSignal) => Promise<LiveOptions>;

/** Columns that get filter fields; a form of more is no help. */
const mostColumns = 64;

/**
 * Makes filter fields from the columns of a table: a date range per date, the smallest and largest value per number,
 * a list of the values per text of few different ones.
 *
 * @param columns - Columns of the table
 * @param valuesOf - Gives the options of a list
 * @returns The fields in the order of the columns
 */
export function columnFilters(columns: readonly TableColumn[], valuesOf: ValuesOf): readonly ColumnFilter[] {
  return columns.slice(0, mostColumns).flatMap((column) => {
    if (isDate(column.type)) return [dateFilter(column)];
    if (isNumber(column.type)) return [boundFilter(column, "min"), boundFilter(column, "max")];
    return column.few ? [valuesFilter(column, valuesOf)] : [];
  });
}

function dateFilter({ id, type }: TableColumn): ColumnFilter {
  return {
    id,
    field: dateRange({ title: inWords(id), optional: true }),
    // The field is a date range, so its value is one.
    where: (value) => dateCondition(quoteName(id), type, value as DateRange),
  };
}

/** Both ends are inclusive, the upper one to the millisecond, so it is met by everything before the next one. */
function dateCondition(name: string, type: DuckDBType, { min, max }: DateRange): Condition | undefined {
  const sqlType = type.typeId === DuckDBTypeId.TIMESTAMP_TZ ? "TIMESTAMPTZ" : "TIMESTAMP";
  // A parameter of the column's own type lets the engine skip parts of the file.
  const cast = type.typeId === DuckDBTypeId.DATE ? "DATE" : sqlType;
  const parts: Condition[] = [];
  if (min !== undefined) parts.push({ sql: `${name} >= CAST(? AS ${cast})`, values: [lowerEnd(min, type)] });
  if (max !== undefined) parts.push({ sql: `${name} < CAST(? AS ${cast})`, values: [upperEnd(max, type)] });
  return all(parts);
}

/** A date stands for its first instant: a range that begins later in the day begins with the next date. */
function lowerEnd(min: string, type: DuckDBType): string {
  if (type.typeId !== DuckDBTypeId.DATE) return sqlInstant(min, type);
  return startsDay(min) ? day(min) : day(shifted(min, 86_400_000));
}

function upperEnd(max: string, type: DuckDBType): string {
  const end = shifted(max, 1);
  if (type.typeId !== DuckDBTypeId.DATE) return sqlInstant(end, type);
  return startsDay(end) ? day(end) : day(shifted(end, 86_400_000));
}

function sqlInstant(instant: string, type: DuckDBType): string {
  return type.typeId === DuckDBTypeId.TIMESTAMP_TZ ? instant : instant.replace("Z", "");
}

function shifted(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) + milliseconds).toISOString();
}

function startsDay(instant: string): boolean {
  return instant.endsWith("T00:00:00.000Z");
}

function day(instant: string): string {
  return instant.slice(0, instant.indexOf("T"));
}

function boundFilter(column: TableColumn, bound: "min" | "max"): ColumnFilter {
  const words = bound === "min" ? "at least" : "at most";
  return {
    id: `${column.id}_${bound}`,
    field: decimal({ title: `${inWords(column.id)}: ${words}`, optional: true }),
    where: (value) => boundCondition(column, bound, String(value)),
  };
}

/**
 * A column of whole numbers or decimals is compared with a value of its own scale, so that no digit is lost on the way: the
 * lower bound is rounded up, the upper one down.
 */
function boundCondition({ id, type }: TableColumn, bound: "min" | "max", text: string): Condition {
  const comparison = `${quoteName(id)} ${bound === "min" ? ">=" : "<="}`;
  const isInexact = type.typeId === DuckDBTypeId.DOUBLE || type.typeId === DuckDBTypeId.FLOAT;
  const nearest = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(text)));
  // As text: the client of the engine sends a whole number as one of 64 bits, which it may not fit.
  const asDouble = { sql: `${comparison} CAST(? AS DOUBLE)`, values: [String(nearest)] };
  const isPlain = /^-?\d+(?:\.\d+)?$/.test(text);
  if (isInexact || !isPlain) return asDouble;
  const scale = type instanceof DuckDBDecimalType ? type.scale : 0;
  const scaled = scaledBound(text, scale, bound);
  // Beyond 38 digits only columns of more than 64 bits have values; they are compared as DOUBLE.
  if (scaled >= 10n ** 38n || scaled <= -(10n ** 38n)) return asDouble;
  if (scale === 0) return { sql: `${comparison} ?`, values: [scaled] };
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(scale + 1, "0");
  const value = `${scaled < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return { sql: `${comparison} CAST(? AS DECIMAL(38, ${scale}))`, values: [value] };
}

/** A decimal text as a whole number of units of 10^-scale. */
function scaledBound(text: string, scale: number, bound: "min" | "max"): bigint {
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"));
  const isExact = /^0*$/.test(fraction.slice(scale));
  const isNegative = text.startsWith("-");
  const awayFromZero = !isExact && isNegative === (bound === "max");
  const size = awayFromZero ? units + 1n : units;
  return isNegative ? -size : size;
}

function valuesFilter({ id }: TableColumn, valuesOf: ValuesOf): ColumnFilter {
  const options = ({ signal }: { readonly signal: AbortSignal }) => valuesOf(id, signal);
  return {
    id,
    field: multiDropdown({ title: inWords(id), optional: true, options }),
    where: (value) => valuesCondition(quoteName(id), value),
  };
}

function valuesCondition(name: string, value: unknown): Condition | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const values = value.map(String);
  return { sql: `CAST(${name} AS VARCHAR) IN (${values.map(() => "?").join(", ")})`, values };
}

/**
 * Joins conditions that all must hold.
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
