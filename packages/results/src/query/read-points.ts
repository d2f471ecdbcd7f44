import { ownName } from "../engine/quote.js";
import { ResultsError } from "../errors/results-error.js";
import type { Point, PointAnswer, PointQuery } from "./chart-query.js";
import { isTime, numberStorage } from "./column-kind.js";
import { whereClause } from "./select-rows.js";
import { findColumn, type QueryColumn, type TableSource } from "./table-source.js";

const action = "Could not compute the chart";
const defaultPoints = 5000;
const maxPointsOfAll = 20_000;
const defaultSeries = 12;
const maxSeriesOfAll = 100;
/** A rank where nothing is ranked. A plain number in GROUP BY would be the position of a column. */
const noRank = "CAST('0' AS BIGINT)";

/**
 * Reads points of two columns. When there are more rows than points, the rows of each cell of a grid become one point,
 * so that every outlier remains.
 *
 * @param source - The table
 * @param query - Columns, selection and maximum
 * @returns The points
 * @throws ResultsError `statement` for unknown columns, and columns that are neither numbers nor times
 */
export async function readPoints(source: TableSource, query: PointQuery): Promise<PointAnswer> {
  const [x, y] = [query.x, query.y].map((name) => findScale(source, name));
  if (x === undefined || y === undefined) throw new TypeError("expected two columns");
  const series = query.series === undefined ? undefined : findColumn(source, query.series, action);
  const selected = whereClause(source, query, action);
  const isDrawn = `${x.isDrawn} AND ${y.isDrawn}`;
  const ends = [x, y].flatMap(({ position }) =>
    ["min", "max"].map((end) => `CAST(${end}(${position}) FILTER (${isDrawn}) AS VARCHAR)`),
  );
  const [[all = "0", drawn = "0", ...range] = []] = await source.engine.run(
    `SELECT CAST(count(*) AS VARCHAR), CAST(count(*) FILTER (${isDrawn}) AS VARCHAR), ${ends.join(", ")} FROM ${source.table}${selected}`,
    { action },
  );
  const where = `${selected === "" ? " WHERE" : `${selected} AND`} ${isDrawn}`;
  const max = Math.min(maxPointsOfAll, Math.max(1, Math.floor(query.maxPoints ?? defaultPoints)));
  const isEveryRow = Number(drawn) <= max;
  const names = series === undefined ? [] : await topSeries(source, { series, where, query });
  const plan = { source, x, y, series, where, names, range };
  const points = isEveryRow ? await everyRow(plan) : await gridCells(plan, max);
  return {
    kind: "points",
    xKind: x.column.kind,
    yKind: y.column.kind,
    points,
    series: names,
    isEveryRow,
    rows: Number(drawn),
    missing: Number(all) - Number(drawn),
  };
}

/** A column of a scatter plot. */
interface Scale {
  readonly column: QueryColumn;
  /** Whether a value has a position; null for missing values. */
  readonly isDrawn: string;
  /** The position of a value that has one as a double, for the grid only. */
  readonly position: string;
}

interface PointPlan {
  readonly source: TableSource;
  readonly x: Scale;
  readonly y: Scale;
  readonly series: QueryColumn | undefined;
  readonly where: string;
  readonly names: readonly (string | null)[];
  /** The ends of both axes: low and high of one, then of the other. */
  readonly range: readonly (string | null)[];
}

function findScale(source: TableSource, name: string): Scale {
  const column = findColumn(source, name, action);
  const { kind, value } = column;
  if (kind !== "number" && !isTime(kind))
    throw new ResultsError(
      "statement",
      `${action}: "${name}" has neither numbers nor times. Choose another column.`,
    );
  if (kind === "number") {
    const isDrawn = numberStorage(column.type).isExact ? `${value} IS NOT NULL` : `isfinite(${value})`;
    return { column, isDrawn, position: `CAST(${value} AS DOUBLE)` };
  }
  // The engine converts an instant to a time without a zone much slower than to a number.
  const time = kind === "instant" ? value : `CAST(${value} AS TIMESTAMP)`;
  return { column, isDrawn: `isfinite(${time})`, position: `CAST(epoch_us(${time}) AS DOUBLE)` };
}

async function topSeries(
  source: TableSource,
  {
    series,
    where,
    query,
  }: { readonly series: QueryColumn; readonly where: string; readonly query: PointQuery },
): Promise<readonly (string | null)[]> {
  const max = Math.min(maxSeriesOfAll, Math.max(1, Math.floor(query.maxSeries ?? defaultSeries)));
  const rows = await source.engine.run(
    `SELECT ${series.text} AS name FROM ${source.table}${where} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${max}`,
    { action },
  );
  return rows.map(([name = null]) => name);
}

/** The position of the series in the list of names, from 1; 0 for those that are not in it. */
function seriesRank({ series, names }: PointPlan): string {
  if (series === undefined) return noRank;
  const cases = names.map((name, index) =>
    name === null
      ? `WHEN ${series.value} IS NULL THEN ${index + 1}`
      : `WHEN ${series.text} = '${name.replaceAll("'", "''")}' THEN ${index + 1}`,
  );
  return cases.length === 0 ? noRank : `CASE ${cases.join(" ")} ELSE 0 END`;
}

async function everyRow(plan: PointPlan): Promise<readonly Point[]> {
  const { source, x, y, where } = plan;
  const rows = await source.engine.run(
    `SELECT ${x.column.text}, ${y.column.text}, CAST(${seriesRank(plan)} AS VARCHAR), CAST(${source.rowNumber} AS VARCHAR), '1' FROM ${source.table}${where} ORDER BY ${source.rowNumber}`,
    { action },
  );
  return rows.map((row) => readPoint(plan, row));
}

async function gridCells(plan: PointPlan, max: number): Promise<readonly Point[]> {
  const { source, x, y, where, names, range } = plan;
  const side = Math.max(2, Math.floor(Math.sqrt(max / (names.length + 1))));
  const [number, count] = [ownName("number"), ownName("count")];
  const [left, right, bottom, top] = range;
  const cells = `SELECT min(${source.rowNumber}) AS ${number}, count(*) AS ${count} FROM ${source.table}${where} GROUP BY ${gridPlace(x, { low: left, high: right, side })}, ${gridPlace(y, { low: bottom, high: top, side })}, ${seriesRank(plan)}`;
  const rows = await source.engine.run(
    `SELECT ${x.column.text}, ${y.column.text}, CAST(${seriesRank(plan)} AS VARCHAR), CAST(${number} AS VARCHAR), CAST(${count} AS VARCHAR) FROM (${cells}) AS "wellhead cells" JOIN ${source.table} ON ${source.table}.${source.rowNumber} = ${number} ORDER BY ${number}`,
    { action },
  );
  return rows.map((row) => readPoint(plan, row));
}

interface AxisGrid {
  readonly low: string | null | undefined;
  readonly high: string | null | undefined;
  /** Number of cells along the axis. */
  readonly side: number;
}

/** The cell of a value along an axis. Halves of the values cannot differ by more than a double holds. */
function gridPlace({ position }: Scale, { low, high, side }: AxisGrid): string {
  const [start, end] = [low, high].map((text) => `CAST('${text ?? "0"}' AS DOUBLE) / 2`);
  const place = `floor((${position} / 2 - ${start}) / (${end} - ${start}) * ${side})`;
  return `CASE WHEN ${end} > ${start} THEN CAST(least(${side - 1}, ${place}) AS USMALLINT) ELSE 0 END`;
}

function readPoint({ series, names }: PointPlan, row: readonly (string | null)[]): Point {
  const [x, y, rank, number, rows] = row;
  const point = { x: x ?? "", y: y ?? "", number: Number(number), rows: Number(rows) };
  if (series === undefined) return point;
  return rank === "0"
    ? { ...point, series: null, isOther: true }
    : { ...point, series: names[Number(rank) - 1] ?? null };
}
