import type { DuckDBType, DuckDBValue } from "@duckdb/node-api";
import {
  acceptDecimal,
  compareDecimals,
  type DayRange,
  type PeriodEnd,
  periodEnds,
  roundDecimal,
} from "@wellhead/sdk";
import { DuckDBDecimalType, DuckDBTypeId } from "../engine/duckdb.js";
import { quoteName } from "../engine/quote.js";
import type { Condition } from "../tables/condition.js";
import type { TableColumn } from "../tables/table-column.js";

/** Conditions in the SQL of the engine, with the values of their parameters in order. */
export interface EngineCondition {
  /** SQL with `?` for each value. */
  readonly sql: string;
  readonly values: readonly DuckDBValue[];
}

/**
 * Writes conditions in the SQL of the engine.
 *
 * @param conditions - Conditions, all of which must be met
 * @returns One condition, or `undefined` when there is none
 */
export function engineCondition(conditions: readonly Condition[]): EngineCondition | undefined {
  return all(conditions.flatMap((condition) => conditionSql(condition) ?? []));
}

function conditionSql(condition: Condition): EngineCondition | undefined {
  const { column } = condition;
  const name = quoteName(column.id);
  switch (condition.kind) {
    case "days":
      return dateCondition(name, column.type, condition.range);
    case "bound":
      return boundCondition(column, condition.end, condition.bound);
    case "values":
      return valuesCondition(name, condition.values);
    default:
      return { sql: `${name} IS ${condition.isNull ? "" : "NOT "}NULL`, values: [] };
  }
}

/** The years that are within `TIMESTAMP_NS`, and the first one that is not. */
const nanosecondYears = ["1678", "2262"] as const;

/** Both ends are inclusive. A parameter of the column's own type lets the engine skip parts of the file. */
function dateCondition(name: string, type: DuckDBType, range: DayRange): EngineCondition | undefined {
  const { firstDay, lastDay } = range;
  if (type.typeId === DuckDBTypeId.DATE) {
    return all([
      ...(firstDay === undefined ? [] : [{ sql: `${name} >= CAST(? AS DATE)`, values: [firstDay] }]),
      ...(lastDay === undefined ? [] : [{ sql: `${name} <= CAST(? AS DATE)`, values: [lastDay] }]),
    ]);
  }
  const { min, max } = periodEnds(range, type.typeId === DuckDBTypeId.TIMESTAMP_NS ? 9 : 6);
  return all([min, max].filter((end) => end !== undefined).map((end) => endCondition(name, type, end)));
}

function endCondition(
  name: string,
  { typeId }: DuckDBType,
  { comparison, text }: PeriodEnd,
): EngineCondition {
  if (typeId === DuckDBTypeId.TIMESTAMP_TZ)
    return { sql: `${name} ${comparison} CAST(? AS TIMESTAMPTZ)`, values: [text] };
  const values = [text.replace("Z", "")];
  const [first, after] = nanosecondYears;
  if (typeId === DuckDBTypeId.TIMESTAMP_NS && text >= first && text < after)
    return { sql: `${name} ${comparison} CAST(? AS TIMESTAMP_NS)`, values };
  const column = typeId === DuckDBTypeId.TIMESTAMP_NS ? `CAST(${name} AS TIMESTAMP)` : name;
  return { sql: `${column} ${comparison} CAST(? AS TIMESTAMP)`, values };
}

/** Maximum digits of the engine's DECIMAL. */
const maxDecimalDigits = 38;

/**
 * Compares a column of whole numbers or decimals with a value of the column's scale, so that no digit is lost: the
 * lower bound is rounded up, the upper one down.
 */
function boundCondition({ id, type }: TableColumn, bound: "min" | "max", text: string): EngineCondition {
  const name = quoteName(id);
  const comparison = bound === "min" ? ">=" : "<=";
  const asDouble = (column: string): EngineCondition => doubleCondition(column, bound, text);
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
function doubleCondition(column: string, bound: "min" | "max", text: string): EngineCondition {
  const nearest = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(text)));
  const side = compareDecimals(acceptDecimal(nearest), text);
  const isInside = bound === "min" ? side >= 0 : side <= 0;
  const comparison = `${bound === "min" ? ">" : "<"}${isInside ? "=" : ""}`;
  // Passed as text, because the engine's client sends a whole number as a 64-bit integer, which may overflow.
  return { sql: `${column} ${comparison} CAST(? AS DOUBLE)`, values: [String(nearest)] };
}

/**
 * Maximum number of values that are separate parameters. More values are sent as one list, which the engine parses
 * faster.
 */
const maxSingleValues = 100;

function valuesCondition(name: string, values: readonly string[]): EngineCondition | undefined {
  if (values.length === 0) return undefined;
  const text = `CAST(${name} AS VARCHAR)`;
  if (values.length <= maxSingleValues)
    return { sql: `${text} IN (${values.map(() => "?").join(", ")})`, values };
  return { sql: `list_contains(from_json(?, '["VARCHAR"]'), ${text})`, values: [JSON.stringify(values)] };
}

function all(conditions: readonly EngineCondition[]): EngineCondition | undefined {
  if (conditions.length === 0) return undefined;
  return {
    sql: conditions.map(({ sql }) => sql).join(" AND "),
    values: conditions.flatMap(({ values }) => values),
  };
}
