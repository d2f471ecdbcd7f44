import type { Measure } from "./chart-query.js";
import { numberStorage } from "./column-kind.js";
import { exponentOf, roundedText, unitsOf } from "./double.js";
import type { MeasureSql } from "./measure-sql.js";
import { type DoubleRange, findColumn, type QueryColumn, type TableSource } from "./table-source.js";

/** Values to add, which are multiples of 2^`bottom` and smaller than 2^`top`. */
interface Summands {
  readonly value: string;
  readonly top: number;
  readonly bottom: number;
}

/** Bits of a double that remain for its values and their number. One bit is lost where a part is rounded. */
const sumBits = 52;
/** The exponent from which sums could exceed the range of doubles. */
const largeExponent = 900;
/** The power of two by which such values are divided, exactly. */
const largeShift = 100;

/**
 * Finds the ranges of the columns of doubles that are added, unless they are known.
 *
 * @param source - The table
 * @param measures - The measures
 * @param action - Start of error messages
 * @throws ResultsError `statement` for an unknown column
 */
export async function findRanges(
  source: TableSource,
  measures: readonly Measure[],
  action: string,
): Promise<void> {
  const { doubleRanges: known, engine, table } = source;
  const names = measures.flatMap((measure) =>
    measure.function === "sum" || measure.function === "mean" ? [measure.column] : [],
  );
  const added = [...new Set(names)].map((name) => findColumn(source, name, action));
  const missing = added.filter(
    ({ name, kind, type }) => kind === "number" && !numberStorage(type).isExact && !known.has(name),
  );
  if (missing.length === 0) return;
  const cells = missing.flatMap((column) => {
    const value = asDouble(column);
    const finite = `CASE WHEN isfinite(${value}) THEN nullif(abs(${value}), 0) END`;
    return [
      `count(${value})`,
      `min(${finite})`,
      `max(${finite})`,
      `coalesce(bool_and(isfinite(${value})), true)`,
    ];
  });
  const texts = cells.map((cell) => `CAST(${cell} AS VARCHAR)`).join(", ");
  const [found = []] = await engine.run(`SELECT ${texts} FROM ${table}`, { action });
  for (const [index, { name }] of missing.entries()) {
    const [count, least, largest, isFinite] = found.slice(index * 4);
    known.set(name, {
      count: Number(count),
      least: Number(least ?? 0),
      largest: Number(largest ?? 0),
      isFinite: isFinite === "true",
    });
  }
}

/**
 * Plans the sum or the mean of doubles, which is rounded once. Infinities and NaN make it one of them.
 *
 * @param column - The column
 * @param name - The function
 * @param range - The range of all values of the column
 * @returns The measure
 */
export function planDoubles(column: QueryColumn, name: "sum" | "mean", range: DoubleRange): MeasureSql {
  const value = asDouble(column);
  const finite = range.isFinite ? value : `CASE WHEN isfinite(${value}) THEN ${value} END`;
  const { small, large } = summandsOf(finite, range);
  const [lower, upper] = [
    partsOf(small, range.count),
    large === undefined ? [] : partsOf(large, range.count),
  ];
  const others = range.isFinite ? "NULL" : `sum(${value}) FILTER (NOT isfinite(${value}))`;
  const terms = [
    ...upper,
    ...lower.map((part) => (large === undefined ? part : `${part} / ${power(largeShift)}`)),
    ...(range.isFinite ? [] : [others]),
  ].map((part) => `coalesce(${part}, 0)`);
  return {
    aggregates: [others, `count(${value})`, ...upper, ...lower].map((part) => `CAST(${part} AS VARCHAR)`),
    read: ([other = null, count = null, ...texts]) => {
      if (other !== null) return other.replace(/^-(?=nan)/, "");
      if (count === null || count === "0") return null;
      const units = texts.map((text) => unitsOf(Number(text ?? 0)));
      const total = units.reduce(
        (sum, own, index) => sum + (index < upper.length ? own << BigInt(largeShift) : own),
        0n,
      );
      return roundedText(total, name === "sum" ? 1n : BigInt(count));
    },
    order: `CASE WHEN count(${value}) > 0 THEN (${terms.join(" + ")})${name === "sum" ? "" : ` / count(${value})`} END`,
  };
}

function asDouble({ value, type }: QueryColumn): string {
  return type === "DOUBLE" ? value : `CAST(${value} AS DOUBLE)`;
}

/** Returns the values to add. Those whose sum could exceed the range of doubles are divided, exactly, and apart. */
function summandsOf(
  value: string,
  { least, largest }: DoubleRange,
): { readonly small: Summands; readonly large?: Summands } {
  const top = exponentOf(largest) + 1;
  const bottom = exponentOf(least) - sumBits;
  if (top <= largeExponent) return { small: { value, top, bottom } };
  return {
    small: { value: `CASE WHEN abs(${value}) < 1 THEN ${value} END`, top: 0, bottom: Math.min(bottom, 0) },
    large: {
      value: `CASE WHEN abs(${value}) >= 1 THEN ${value} / ${power(largeShift)} END`,
      top: top - largeShift,
      bottom: -sumBits - largeShift,
    },
  };
}

/**
 * Returns sums of parts of the values, from the highest bits to the lowest. A part has so few bits that no sum of the parts
 * of all rows is rounded.
 */
function partsOf({ value, top, bottom }: Summands, count: number): readonly string[] {
  const bits = sumBits - Math.ceil(Math.log2(Math.max(2, count)));
  const sums: string[] = [];
  let before: string | undefined;
  for (let unit = top - bits; unit > bottom; unit -= bits) {
    const rounded = roundTo(value, { unit, top });
    sums.push(before === undefined ? `sum(${rounded})` : `sum(${rounded} - ${before})`);
    before = rounded;
  }
  return [...sums, before === undefined ? `sum(${value})` : `sum(${value} - ${before})`];
}

/**
 * Rounds values to multiples of 2^`unit`: a double that is much larger has no lower bits, so that adding it and subtracting it
 * again removes them. Values that are large themselves have one lower bit at most, and keep it.
 */
function roundTo(value: string, { unit, top }: { readonly unit: number; readonly top: number }): string {
  const limit = unit + sumBits - 1;
  const rounding = `CAST('${3 * 2 ** limit}' AS DOUBLE)`;
  const rounded = `(${value} + ${rounding} - ${rounding})`;
  return limit >= top
    ? rounded
    : `CASE WHEN abs(${value}) < ${power(limit)} THEN ${rounded} ELSE ${value} END`;
}

function power(exponent: number): string {
  return `CAST('${2 ** exponent}' AS DOUBLE)`;
}
