import { ResultsError } from "../errors/results-error.js";
import { cellText } from "../types/cell-text.js";
import type { ChartAxis, TimeUnit } from "./chart-query.js";
import { isTime, numberStorage } from "./column-kind.js";
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
/** Part of the units that must be exceeded by those with rows, when the unit is chosen here. */
const minFilled = 0.4;
const defaultBins = 50;
const maxBins = 1000;
/** Maximum number of digits of a decimal that the engine multiplies in 64 bits. */
const maxNarrowDigits = 18;

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
      axis.bins ??
      ((await countKeys(column.value, options)) > options.maxOrdered
        ? Math.min(defaultBins, options.maxOrdered)
        : undefined);
    if (bins !== undefined) return binAxis(column, bins, options);
    return { column, key: column.value, label: (key) => cellText(key, column.type), isOrdered: true };
  }
  return { column, key: column.text, label: (key) => key, isOrdered: false };
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
  const time = plainTime(column);
  const unit = await (wanted === undefined
    ? chooseUnit(column, options)
    : coarsenUnit(time, wanted, options));
  const key = `date_trunc('${unit}', ${time})`;
  const isDay = !isPartOfDay(unit);
  const text = (moment: string) =>
    `CASE WHEN isfinite(${moment}) THEN ${isDay ? `CAST(CAST(${moment} AS DATE) AS VARCHAR)` : `replace(CAST(${moment} AS VARCHAR), ' ', 'T')`} ELSE CAST(${moment} AS VARCHAR) END`;
  return {
    column,
    key,
    label: text,
    isOrdered: true,
    unit,
    end: (moment) => text(`(${moment} + INTERVAL 1 ${unit.toUpperCase()})`),
  };
}

/** Returns the time as it is written, instants in UTC. */
function plainTime(column: QueryColumn): string {
  const { value, kind } = column;
  const plain = `CAST(${value} AS TIMESTAMP)`;
  return kind === "instant"
    ? `CASE WHEN isfinite(${value}) THEN ${finiteTime(value, kind)} ELSE ${plain} END`
    : plain;
}

/** Returns a finite time as it is written. The engine's own conversion of instants takes ten times as long. */
function finiteTime(value: string, kind: ColumnKind): string {
  return kind === "instant" ? `make_timestamp(epoch_us(${value}))` : `CAST(${value} AS TIMESTAMP)`;
}

/** Returns the finest unit that does not have too many groups, from a unit on. */
async function coarsenUnit(time: string, from: TimeUnit, options: PlanAxisOptions): Promise<TimeUnit> {
  for (const unit of unitsFrom(from)) {
    const groups = await countKeys(`date_trunc('${unit}', ${time})`, options);
    if (groups <= options.maxOrdered) return unit;
  }
  return "year";
}

/**
 * Returns the finest unit that does not have too many groups, and of which a part has rows: times that are months apart
 * are not grouped by day.
 */
async function chooseUnit({ value, kind }: QueryColumn, options: PlanAxisOptions): Promise<TimeUnit> {
  const candidates = unitsFrom(kind === "date" ? "day" : "second");
  const { source, where, action } = options;
  const isFinite = `isfinite(${kind === "instant" ? value : `CAST(${value} AS TIMESTAMP)`})`;
  const range = `SELECT min(${value}) FILTER (${isFinite}) AS first, max(${value}) FILTER (${isFinite}) AS last FROM ${source.table}${where}`;
  const [spans = []] = await source.engine.run(
    `SELECT ${candidates.map((unit) => `CAST(date_diff('${unit}', ${finiteTime("first", kind)}, ${finiteTime("last", kind)}) + 1 AS VARCHAR)`).join(", ")} FROM (${range})`,
    { action },
  );
  const spanOf = (unit: TimeUnit) => Number(spans[candidates.indexOf(unit)] ?? 0);
  const fitting = candidates.filter((unit) => spanOf(unit) <= Math.min(maxChosenUnits, options.maxOrdered));
  const finite = `CASE WHEN ${isFinite} THEN ${finiteTime(value, kind)} END`;
  for (const unit of fitting.filter(isPartOfDay))
    if ((await countKeys(`date_trunc('${unit}', ${finite})`, options)) > spanOf(unit) * minFilled)
      return unit;
  const long = fitting.filter((unit) => !isPartOfDay(unit));
  if (long.length === 0) return "year";
  // The days are grouped first, because there are fewer of them than rows.
  const [filled = []] = await source.engine.run(
    `SELECT ${long.map((unit) => `CAST(count(DISTINCT date_trunc('${unit}', day)) AS VARCHAR)`).join(", ")} FROM (SELECT CAST(${finite} AS DATE) AS day FROM ${source.table}${where} GROUP BY 1)`,
    { action },
  );
  return long.find((unit, index) => Number(filled[index]) > spanOf(unit) * minFilled) ?? fitting[0] ?? "year";
}

function isPartOfDay(unit: TimeUnit): boolean {
  return units.indexOf(unit) < units.indexOf("day");
}

/** Returns the units, from the given one on, that are chosen by default. Quarters are used only on request. */
function unitsFrom(first: TimeUnit): readonly TimeUnit[] {
  return units.slice(units.indexOf(first)).filter((unit) => unit !== "quarter" || first === "quarter");
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
  const { value, type } = unscaled(column, high > -low ? high : -low);
  const key = `CAST((${value} - CAST('${start}' AS ${type})) // CAST('${width}' AS ${type}) AS HUGEINT)`;
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

/** Numbers of the smallest units below which 64 bits hold every difference of two of them, and an edge of a bin. */
const maxNarrow = 10n ** 18n;

/**
 * Returns an exact number as a whole number of its smallest units, and its type. 64 bits are ten times as fast as 128. A
 * multiplication of a wide type could exceed it.
 */
function unscaled(
  { value, type }: QueryColumn,
  largest: bigint,
): { readonly value: string; readonly type: "BIGINT" | "HUGEINT" } {
  const { scale, width } = numberStorage(type);
  const storage = largest < maxNarrow ? "BIGINT" : "HUGEINT";
  if (scale === 0) return { value: `CAST(${value} AS ${storage})`, type: storage };
  const isNarrow = width + scale <= maxNarrowDigits;
  const whole = isNarrow ? `${value} * ${tenTo(scale)}` : `replace(CAST(${value} AS VARCHAR), '.', '')`;
  return { value: `CAST(${whole} AS ${storage})`, type: storage };
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

/** The double from which edges of bins and differences could exceed the range of doubles. */
const largeDouble = 2 ** 1000;
/** The power of two by which such values are divided, exactly. */
const largeScale = 2 ** 100;

function floatBins(column: QueryColumn, { low, high, count }: BinRange): AxisSql {
  const [least, highest] = [Number(formatDecimal(low)), Number(formatDecimal(high))];
  const rough = highest / count - least / count;
  const power = 10 ** Math.floor(Math.log10(rough > 0 ? rough : 1));
  const width =
    rough > 0 ? ([1, 2, 5, 10].map((factor) => factor * power).find((one) => one > rough) ?? rough) : 1;
  const scale = Math.max(-least, highest) > largeDouble ? largeScale : 1;
  const [first, step] = [double(Math.floor(least / width) * (width / scale)), double(width / scale)];
  const value = scale === 1 ? column.value : `(${column.value} / ${double(scale)})`;
  const guess = `floor((${value} - ${first}) / ${step})`;
  const edge = (position: string) => `(${first} + (${position}) * ${step})`;
  // Rounding may put a value into the bin next to the one whose edges enclose it.
  const corrected = `${guess} + CASE WHEN ${value} < ${edge(guess)} THEN -1 WHEN ${value} >= ${edge(`${guess} + 1`)} THEN 1 ELSE 0 END`;
  // Infinite values and NaN are groups after the bins.
  const key = `CASE WHEN isfinite(${column.value}) THEN ${corrected} ELSE ${column.value} END`;
  const text = (position: string) =>
    `CASE WHEN isfinite(${position}) THEN CAST(${scaledEdge(edge(position), scale)} AS VARCHAR) ELSE ${cellText(position, "DOUBLE")} END`;
  return {
    column,
    key,
    label: text,
    end: (position) => text(`(${position} + 1)`),
    isOrdered: true,
    binWidth: String(width),
  };
}

/** Returns an edge of a bin, which may be beyond the last double. */
function scaledEdge(edge: string, scale: number): string {
  if (scale === 1) return edge;
  const last = Number.MAX_VALUE / scale;
  return `least(greatest(${edge}, ${double(-last)}), ${double(last)}) * ${double(scale)}`;
}

function double(value: number): string {
  return `CAST('${value}' AS DOUBLE)`;
}
