import { ResultsError } from "../errors/results-error.js";
import type { ChartAxis, TimeUnit } from "./chart-query.js";
import { numberStorage } from "./column-kind.js";
import { type Decimal, formatDecimal, parseDecimal, tenTo } from "./decimal.js";
import type { ColumnKind } from "./row-query.js";
import { findColumn, type QueryColumn, type TableSource } from "./table-source.js";

/** An axis in SQL, which determines the group of each row. */
export interface AxisSql {
  readonly column: QueryColumn;
  /** The key of the group; null for missing values. Keys of times and numbers sort in their natural order. */
  readonly key: string;
  /** The text of a group, from an expression for its key. */
  readonly label: (key: string) => string;
  /** Whether groups have an order of their own, which must not be changed. */
  readonly isOrdered: boolean;
  readonly unit?: TimeUnit;
  readonly binWidth?: string;
  /** The text of the end of a group, from an expression for its key. Only times and bins have it. */
  readonly end?: (key: string) => string;
}

/** Options of `planAxis()`. */
export interface PlanAxisOptions {
  readonly source: TableSource;
  /** The WHERE clause of the selection. */
  readonly where: string;
  /** Maximum number of groups of an axis with an order. */
  readonly maxOrdered: number;
  readonly action: string;
}

/** Units, the finest first. */
const units: readonly TimeUnit[] = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];
/** Maximum number of groups of a unit that is chosen here. */
const maxChosenUnits = 200;
const defaultBins = 50;
const maxBins = 1000;

/**
 * Plans how rows are grouped by a column.
 *
 * @param axis - The column, and its unit or number of bins
 * @param options - The table and the selection
 * @returns The expressions
 * @throws ResultsError `statement` for an unknown column or an unknown unit
 */
export async function planAxis(axis: ChartAxis, options: PlanAxisOptions): Promise<AxisSql> {
  const column = findColumn(options.source, axis.column, options.action);
  if (isTime(column.kind)) return timeAxis(column, axis.unit, options);
  if (column.kind === "number") {
    const bins =
      axis.bins ?? ((await countKeys(column.value, options)) > options.maxOrdered ? defaultBins : undefined);
    if (bins !== undefined) return binAxis(column, bins, options);
    return { column, key: column.value, label: () => column.text, isOrdered: true };
  }
  return { column, key: column.text, label: (key) => key, isOrdered: false };
}

/**
 * Reports whether values of a kind are on a time axis.
 *
 * @param kind - The kind
 * @returns Whether they are
 */
export function isTime(kind: ColumnKind): boolean {
  return kind === "date" || kind === "time" || kind === "instant";
}

/**
 * Instants are grouped in UTC, and times without a zone as they are written, so the result does not depend on a zone.
 */
async function timeAxis(
  column: QueryColumn,
  wanted: TimeUnit | undefined,
  options: PlanAxisOptions,
): Promise<AxisSql> {
  if (wanted !== undefined && !units.includes(wanted))
    throw new ResultsError("statement", `${options.action}: expected a unit of time, got "${wanted}".`);
  const time = `CAST(${column.value} AS TIMESTAMP)`;
  const unit = await fitUnit({ time, wanted, isDay: column.kind === "date" }, options);
  const key = `date_trunc('${unit}', ${time})`;
  const isDay = units.indexOf(unit) >= units.indexOf("day");
  const text = (moment: string) =>
    `CASE WHEN isfinite(${moment}) THEN ${isDay ? `CAST(CAST(${moment} AS DATE) AS VARCHAR)` : `replace(CAST(${moment} AS VARCHAR), ' ', 'T')`} ELSE CAST(${moment} AS VARCHAR) END`;
  const step = unit === "quarter" ? "INTERVAL 3 MONTH" : `INTERVAL 1 ${unit.toUpperCase()}`;
  return { column, key, label: text, isOrdered: true, unit, end: (moment) => text(`(${moment} + ${step})`) };
}

interface TimeAxis {
  /** SQL of the time. */
  readonly time: string;
  readonly wanted: TimeUnit | undefined;
  readonly isDay: boolean;
}

async function fitUnit({ time, wanted, isDay }: TimeAxis, options: PlanAxisOptions): Promise<TimeUnit> {
  const candidates = units.filter((unit) => unit !== "quarter" || wanted === "quarter");
  const first = candidates.indexOf(wanted ?? (isDay ? "day" : "second"));
  for (const unit of candidates.slice(first)) {
    const groups =
      wanted === undefined
        ? await countUnits(time, unit, options)
        : await countKeys(`date_trunc('${unit}', ${time})`, options);
    if (groups <= (wanted === undefined ? maxChosenUnits : options.maxOrdered)) return unit;
  }
  return "year";
}

async function countUnits(time: string, unit: TimeUnit, options: PlanAxisOptions): Promise<number> {
  const { source, where, action } = options;
  const finite = `CASE WHEN isfinite(${time}) THEN ${time} END`;
  const [[count] = []] = await source.engine.run(
    `SELECT CAST(date_diff('${unit}', min(${finite}), max(${finite})) + 1 AS VARCHAR) FROM ${source.table}${where}`,
    { action },
  );
  return Number(count ?? 0);
}

async function countKeys(key: string, { source, where, action }: PlanAxisOptions): Promise<number> {
  const [[count = "0"] = []] = await source.engine.run(
    `SELECT CAST(count(DISTINCT ${key}) AS VARCHAR) FROM ${source.table}${where}`,
    { action },
  );
  return Number(count);
}

async function binAxis(column: QueryColumn, bins: number, options: PlanAxisOptions): Promise<AxisSql> {
  const { source, where, action } = options;
  const { isExact, scale } = numberStorage(column.type);
  const finite = isExact ? column.value : `CASE WHEN isfinite(${column.value}) THEN ${column.value} END`;
  const [[min, max] = []] = await source.engine.run(
    `SELECT CAST(min(${finite}) AS VARCHAR), CAST(max(${finite}) AS VARCHAR) FROM ${source.table}${where}`,
    { action },
  );
  const [low, high] = [parseDecimal(min ?? "0"), parseDecimal(max ?? "0")];
  if (low === undefined || high === undefined)
    throw new ResultsError("statement", `${action}: "${column.name}" has no numbers that bins can hold.`);
  const count = Math.min(maxBins, Math.max(1, Math.floor(bins)));
  return isExact ? exactBins(column, { low, high, scale, count }) : floatBins(column, { low, high, count });
}

interface BinRange {
  readonly low: Decimal;
  readonly high: Decimal;
  readonly count: number;
}

/**
 * Bins whose edges are multiples of 1, 2 or 5 times a power of ten, in the units of the column, so that they are exact.
 */
function exactBins(column: QueryColumn, range: BinRange & { readonly scale: number }): AxisSql {
  const { scale, count } = range;
  const [low, high] = [range.low, range.high].map(({ units: own, scale: has }) => own * tenTo(scale - has));
  if (low === undefined || high === undefined) throw new TypeError("expected two numbers");
  const width = niceUnits((high - low) / BigInt(count));
  const start = (low / width - (low < 0n && low % width !== 0n ? 1n : 0n)) * width;
  const value = unscaled(column, scale);
  const key = `CAST((${value} - CAST('${start}' AS HUGEINT)) // CAST('${width}' AS HUGEINT) AS HUGEINT)`;
  const edge = (position: string) => {
    const unitsSql = `(CAST('${start}' AS HUGEINT) + (${position}) * CAST('${width}' AS HUGEINT))`;
    return scaledText(unitsSql, scale);
  };
  return {
    column,
    key,
    label: edge,
    end: (position) => edge(`${position} + 1`),
    isOrdered: true,
    binWidth: formatDecimal({ units: width, scale }),
  };
}

/** An exact number as a whole number of its smallest units. A multiplication could exceed the width of the type. */
function unscaled({ value }: QueryColumn, scale: number): string {
  if (scale === 0) return `CAST(${value} AS HUGEINT)`;
  return `CAST(replace(CAST(${value} AS VARCHAR), '.', '') AS HUGEINT)`;
}

function scaledText(unitsSql: string, scale: number): string {
  const text = `CAST(${unitsSql} AS VARCHAR)`;
  if (scale === 0) return text;
  const absolute = `CAST(abs(${unitsSql}) AS VARCHAR)`;
  const digits = `lpad(${absolute}, CAST(greatest(length(${absolute}), ${scale + 1}) AS INTEGER), '0')`;
  const sign = `CASE WHEN ${unitsSql} < 0 THEN '-' ELSE '' END`;
  return `${sign} || left(${digits}, length(${digits}) - ${scale}) || '.' || right(${digits}, ${scale})`;
}

/** The smallest of 1, 2, 5 × 10^k that is above a number. */
function niceUnits(lowest: bigint): bigint {
  if (lowest < 1n) return 1n;
  const power = tenTo(String(lowest).length - 1);
  for (const factor of [1n, 2n, 5n, 10n]) if (factor * power > lowest) return factor * power;
  return 10n * power;
}

function floatBins(column: QueryColumn, { low, high, count }: BinRange): AxisSql {
  const [least, highest] = [Number(formatDecimal(low)), Number(formatDecimal(high))];
  const rough = highest / count - least / count;
  const power = 10 ** Math.floor(Math.log10(rough > 0 ? rough : 1));
  const width =
    rough > 0 ? ([1, 2, 5, 10].map((factor) => factor * power).find((one) => one > rough) ?? rough) : 1;
  const start = Math.floor(least / width) * width;
  const [first, step] = [double(start), double(width)];
  const guess = `floor((${column.value} - ${first}) / ${step})`;
  const edge = (position: string) => `(${first} + (${position}) * ${step})`;
  // Rounding may put a value into the bin next to the one whose edges enclose it.
  const corrected = `${guess} + CASE WHEN ${column.value} < ${edge(guess)} THEN -1 WHEN ${column.value} >= ${edge(`${guess} + 1`)} THEN 1 ELSE 0 END`;
  // Infinite values and NaN are groups after the bins.
  const key = `CASE WHEN isfinite(${column.value}) THEN ${corrected} ELSE ${column.value} END`;
  const text = (position: string) =>
    `CASE WHEN isfinite(${position}) THEN CAST(${edge(position)} AS VARCHAR) ELSE CAST(${position} AS VARCHAR) END`;
  return {
    column,
    key,
    label: text,
    end: (position) => text(`(${position} + 1)`),
    isOrdered: true,
    binWidth: String(width),
  };
}

function double(value: number): string {
  return `CAST('${value}' AS DOUBLE)`;
}
