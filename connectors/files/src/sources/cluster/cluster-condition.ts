import { acceptDecimal, compareDecimals, type PeriodEnd, periodEnds, roundDecimal } from "@wellhead/sdk";
import { DuckDBDecimalType, DuckDBTypeId } from "../../engine/duckdb.js";
import { isBoolean } from "../../tables/column-of.js";
import type { Condition } from "../../tables/condition.js";
import { paddedMoment } from "./cluster-column.js";
import { clusterText } from "./cluster-sql.js";

/** How a column is read. */
export interface ClusterConditionOptions {
  /** SQL of the value. */
  readonly value: string;
  /** Whether dates and moments are read as text. */
  readonly isText: boolean;
}

/**
 * Writes a condition in the SQL of ClickHouse.
 *
 * @param condition - The condition
 * @param options - How its column is read
 * @returns SQL
 */
export function clusterCondition(condition: Condition, options: ClusterConditionOptions): string {
  const { value } = options;
  switch (condition.kind) {
    case "values":
      return `${isBoolean(condition.column.type) ? `toString(${value})` : value} in (${condition.values.map(clusterText).join(", ")})`;
    case "bound":
      return boundSql(condition, value);
    case "days":
      return daysSql(condition, options);
    default:
      return `${value} is ${condition.isNull ? "" : "not "}null`;
  }
}

/** A bound that is compared by its digits: the lower one is rounded up to the scale of the column, the upper one down. */
function boundSql(
  { column: { type }, end, bound }: Extract<Condition, { kind: "bound" }>,
  value: string,
): string {
  const comparison = end === "min" ? ">=" : "<=";
  if (type.typeId === DuckDBTypeId.FLOAT || type.typeId === DuckDBTypeId.DOUBLE) {
    const nearest = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(bound)));
    const side = compareDecimals(acceptDecimal(nearest), bound);
    const isInside = end === "min" ? side >= 0 : side <= 0;
    // Compares the number that the rows show: 0.1 for a FLOAT that holds 0.100000001….
    const shown = type.typeId === DuckDBTypeId.FLOAT ? `toFloat64(toString(${value}))` : value;
    return `${shown} ${comparison.slice(0, 1)}${isInside ? "=" : ""} toFloat64('${nearest}') and not isNaN(${value})`;
  }
  const scale = type instanceof DuckDBDecimalType ? type.scale : 0;
  const rounded = roundDecimal(bound, end === "min" ? "up" : "down", scale);
  // No column has more than 38 digits, so a longer bound excludes all of them or none.
  const digits = rounded.replace(/^-?0*/, "").replace(/\..*$/, "").length;
  if (digits > maxDigits) return rounded.startsWith("-") === (end === "min") ? `${value} is not null` : "0";
  return `toDecimal256(${value}, ${scale}) ${comparison} toDecimal256('${rounded}', ${scale})`;
}

/** Digits before the point of a bound that certainly fits with any scale. */
const maxDigits = 38;

/** Number of digits after the second of the moments that are compared. */
const microseconds = 6;

function daysSql(
  { column: { type }, range }: Extract<Condition, { kind: "days" }>,
  { value, isText }: ClusterConditionOptions,
): string {
  const { firstDay, lastDay } = range;
  if (type.typeId === DuckDBTypeId.DATE) {
    const text = isText ? value : `toString(${value})`;
    return both(
      firstDay && `${text} >= ${clusterText(firstDay)}`,
      lastDay && `${text} <= ${clusterText(lastDay)}`,
    );
  }
  const moment = isText ? paddedMoment(value) : `toString(${value})`;
  const { min, max } = periodEnds(range, microseconds);
  return both(
    ...[min, max].map((end) => end && `${moment} ${end.comparison} ${clusterText(momentText(end))}`),
  );
}

/** Returns an end of a period as the server writes it. */
function momentText({ text }: PeriodEnd): string {
  return text.replace("T", " ").replace("Z", "");
}

function both(...conditions: readonly (string | undefined)[]): string {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? "1" : given.join(" and ");
}
