import { ResultsError } from "../errors/results-error.js";
import { cellText } from "../types/cell-text.js";
import type { Measure } from "./chart-query.js";
import { numberStorage } from "./column-kind.js";
import { divideDecimal, formatDecimal, parseDecimal, tenTo } from "./decimal.js";
import { doubleText, meanOfTwo } from "./double.js";
import type { MeasureSql } from "./measure-sql.js";
import { findRanges, planDoubles } from "./sum-doubles.js";
import { findColumn, type QueryColumn, type TableSource } from "./table-source.js";

/** Digits after the point of a mean, in addition to those of its column. */
const meanDigits = 10;
/** Maximum number of characters of the smallest and the largest text. */
const maxTextLength = 400;
/** Half of the digits of the widest integers. They are added in two parts, because their sum may be wider. */
const halfDigits = 18;

/**
 * Plans the computation for each group.
 *
 * @param measures - The functions and their columns
 * @param source - The table
 * @param action - Start of error messages
 * @returns The aggregates, and how to read them
 * @throws ResultsError `statement` for an unknown column, or a function that does not apply to it
 */
export async function planMeasures(
  measures: readonly Measure[],
  source: TableSource,
  action: string,
): Promise<readonly MeasureSql[]> {
  await findRanges(source, measures, action);
  return measures.map((measure) => planMeasure(measure, source, action));
}

function planMeasure(measure: Measure, source: TableSource, action: string): MeasureSql {
  if (measure.function === "count") return plain("CAST(count(*) AS VARCHAR)", "count(*)");
  const column = findColumn(source, measure.column, action);
  const { identity, kind } = column;
  switch (measure.function) {
    case "distinct":
      return plain(`CAST(count(DISTINCT ${identity}) AS VARCHAR)`, `count(DISTINCT ${identity})`);
    case "min":
    case "max":
      return extreme(measure.function, column);
    default:
      if (kind !== "number")
        throw new ResultsError(
          "statement",
          `${action}: "${column.name}" has no numbers. Choose a column of numbers, or count the rows.`,
        );
      if (measure.function === "median") return median(column);
      return added(measure.function, column, source);
  }
}

function plain(text: string, order: string): MeasureSql {
  return { aggregates: [text], read: ([only = null]) => only, order };
}

function extreme(name: "min" | "max", { value, type, text, kind, identity, sent }: QueryColumn): MeasureSql {
  if (kind === "nested" || kind === "text")
    return plain(`left(${name}(${text}), ${maxTextLength})`, `${name}(${text})`);
  const aggregate = `${name}(${value})`;
  if (sent !== undefined)
    return plain(`arg_${name}(${text}, ${identity}) FILTER (${value} IS NOT NULL)`, aggregate);
  return plain(cellText(aggregate, type), aggregate);
}

function added(name: "sum" | "mean", column: QueryColumn, { doubleRanges }: TableSource): MeasureSql {
  const range = doubleRanges.get(column.name);
  if (range !== undefined) return planDoubles(column, name, range);
  return name === "sum" ? sum(column) : mean(column);
}

function sum(column: QueryColumn): MeasureSql {
  const { value, type } = column;
  const { width } = numberStorage(type);
  if (width <= 20) return plain(textOfSum(`sum(${value})`), `sum(${value})`);
  return { aggregates: wideSum(column), read: addParts, order: `sum(CAST(${value} AS DOUBLE))` };
}

/** A DECIMAL without whole digits is written with a zero before the point. */
function textOfSum(expression: string): string {
  return `regexp_replace(CAST(${expression} AS VARCHAR), '^(-?)[.]', '\\10.')`;
}

/** Aggregates whose texts add up to the sum of wide numbers, which could exceed the widest type. */
function wideSum({ value, type }: QueryColumn): readonly string[] {
  const { scale } = numberStorage(type);
  const unscaled = scale === 0 ? value : `CAST(replace(CAST(${value} AS VARCHAR), '.', '') AS HUGEINT)`;
  const half = `CAST('1${"0".repeat(halfDigits)}' AS HUGEINT)`;
  return [
    `CAST(sum((${unscaled} - ${unscaled} % ${half}) // ${half}) AS VARCHAR)`,
    `CAST(sum(${unscaled} % ${half}) AS VARCHAR)`,
    `'${scale}'`,
  ];
}

function addParts([high = null, low = null, scale = "0"]: readonly (string | null)[]): string | null {
  if (high === null || low === null) return null;
  const units = BigInt(high) * tenTo(halfDigits) + BigInt(low);
  return formatDecimal({ units, scale: Number(scale) });
}

function mean(column: QueryColumn): MeasureSql {
  const { value, type } = column;
  const total = sum(column);
  return {
    aggregates: [`CAST(count(${value}) AS VARCHAR)`, ...total.aggregates],
    read: ([count = null, ...texts]) =>
      quotient(total.read(texts), count, numberStorage(type).scale + meanDigits),
    order: `avg(${value})`,
  };
}

function quotient(dividend: string | null, divisor: string | null, digits: number): string | null {
  const decimal = parseDecimal(dividend ?? "");
  if (decimal === undefined || divisor === null || divisor === "0") return null;
  return formatDecimal(divideDecimal(decimal, BigInt(divisor), digits));
}

/** The mean of the two values in the middle. For an odd number of values, both are the same value. */
function median({ value, type }: QueryColumn): MeasureSql {
  const lower = `quantile_disc(${value}, 0.5)`;
  const upper = `quantile_disc(${value}, 0.5 ORDER BY ${value} DESC)`;
  return {
    aggregates: [cellText(lower, type), cellText(upper, type)],
    read: ([low = null, high = null]) => midpoint(low, high, type),
    order: lower,
  };
}

/**
 * Returns the mean of two numbers of a column: exactly for exact ones, the next double for doubles.
 *
 * @param low - The lower one, or another value
 * @param high - The higher one
 * @param type - The engine's name of the column's type
 * @returns Its text; `low` when one of them is not finite
 */
export function midpoint(low: string | null, high: string | null, type: string): string | null {
  const [left, right] = [parseDecimal(low ?? ""), parseDecimal(high ?? "")];
  if (left === undefined || right === undefined || low === high) return low;
  if (!numberStorage(type).isExact) return doubleText(meanOfTwo(Number(low), Number(high)));
  const scale = Math.max(left.scale, right.scale);
  const units = left.units * tenTo(scale - left.scale) + right.units * tenTo(scale - right.scale);
  return formatDecimal(divideDecimal({ units, scale }, 2n, scale + 1));
}
