import { type AxisSql, planAxis } from "./axis.js";
import type { Group, GroupAnswer, GroupQuery, OtherGroups } from "./chart-query.js";
import { planMeasures } from "./measure.js";
import { type MeasureSql, readMeasures } from "./measure-sql.js";
import { whereClause } from "./select-rows.js";
import type { TableSource } from "./table-source.js";

const action = "Could not compute the chart";
const defaultCategories = 50;
const maxCategories = 1000;
const maxOrderedGroups = 5000;
const defaultSeries = 12;
const maxSeriesOfAll = 100;

/** A constant rank for queries without a ranking. A plain number in GROUP BY would be the position of a column. */
const noRank = "CAST('0' AS BIGINT)";

/** A query that has been planned. */
interface Plan {
  readonly source: TableSource;
  readonly where: string;
  readonly x: AxisSql;
  readonly series: AxisSql | undefined;
  readonly measures: readonly MeasureSql[];
}

/**
 * Computes measures by group, over all selected rows.
 *
 * @param source - The table
 * @param query - Axes, measures, selection
 * @returns The groups; together with the others they hold every selected row
 * @throws ResultsError `statement` for unknown columns and functions that do not apply
 */
export async function readGroups(source: TableSource, query: GroupQuery): Promise<GroupAnswer> {
  const where = whereClause(source, query, action);
  const maxOrdered = Math.min(maxOrderedGroups, Math.max(1, Math.floor(query.maxGroups ?? maxOrderedGroups)));
  const options = { source, where, maxOrdered, action };
  const x = await planAxis(query.x, options);
  const series =
    query.series === undefined
      ? undefined
      : await planAxis(query.series, { ...options, maxOrdered: maxOrderedGroups });
  const measures = await planMeasures(query.measures, source, action);
  const plan: Plan = { source, where, x, series, measures };
  const seriesRanks = series === undefined ? undefined : rankSql(plan, series, limitSeries(query));
  const xRanks = x.isOrdered ? undefined : rankSql(plan, x, limitCategories(query));
  const groups = await queryGroups(plan, { xRanks, seriesRanks, byValue: query.order === "value" });
  const others = xRanks === undefined ? undefined : await queryOthers(plan, xRanks);
  return {
    kind: "groups",
    xKind: x.column.kind,
    ...(x.unit !== undefined && { unit: x.unit }),
    ...(x.binWidth !== undefined && { binWidth: x.binWidth }),
    groups: groups.map(({ group }) => group),
    series: series === undefined ? [] : seriesOrder(groups),
    ...(others !== undefined && { others }),
    rows: groups.reduce((rows, { group }) => rows + group.rows, 0) + (others?.rows ?? 0),
  };
}

function limitCategories({ maxGroups = defaultCategories }: GroupQuery): number {
  return Math.min(maxCategories, Math.max(1, Math.floor(maxGroups)));
}

function limitSeries({ maxSeries = defaultSeries }: GroupQuery): number {
  return Math.min(maxSeriesOfAll, Math.max(1, Math.floor(maxSeries)));
}

/** A query for the keys of an axis that are shown, ranked by the first measure. */
function rankSql({ source, where, measures }: Plan, axis: AxisSql, max: number): string {
  const order = measures[0]?.order ?? "count(*)";
  return `SELECT ${axis.key} AS key, row_number() OVER (ORDER BY ${order} DESC NULLS LAST, count(*) DESC, ${axis.key}) AS rank FROM ${source.table}${where} GROUP BY 1 QUALIFY rank <= ${max}`;
}

interface RankedGroup {
  readonly group: Group;
  readonly seriesRank: number;
}

interface Ranks {
  readonly xRanks: string | undefined;
  readonly seriesRanks: string | undefined;
  readonly byValue: boolean;
}

async function queryGroups(
  plan: Plan,
  { xRanks, seriesRanks, byValue }: Ranks,
): Promise<readonly RankedGroup[]> {
  const { source, x, series, measures } = plan;
  const aggregates = measures.flatMap((measure) => measure.aggregates);
  const xRank = xRanks === undefined ? noRank : '"wellhead x".rank';
  const seriesRank = seriesRanks === undefined ? noRank : 'coalesce("wellhead series".rank, 0)';
  const label = series === undefined ? "NULL" : series.label('any_value("wellhead series".key)');
  const cells = [
    // An expression of the key is computed once per group.
    x.label(x.key),
    label,
    x.end?.(x.key) ?? "NULL",
    series?.end?.('any_value("wellhead series".key)') ?? "NULL",
    `CAST(${seriesRank} AS VARCHAR)`,
    "CAST(count(*) AS VARCHAR)",
    ...aggregates,
  ];
  const order = byValue || xRanks === undefined ? `${x.key} NULLS LAST` : xRank;
  const sql = `SELECT ${cells.join(", ")} FROM ${joined(plan, xRanks, seriesRanks)} GROUP BY ${x.key}, ${xRank}, ${seriesRank} ORDER BY ${order}, CASE WHEN ${seriesRank} = 0 THEN 1e9 ELSE ${seriesRank} END`;
  const rows = await source.engine.run(sql, { action });
  return rows.map(([key = null, name = null, end = null, seriesEnd = null, rank, count, ...texts]) => {
    const isOther = series !== undefined && rank === "0";
    const until = end === null ? {} : { until: end };
    const base = { x: key, ...until, rows: Number(count), values: readMeasures(measures, texts) };
    const seriesUntil = seriesEnd === null || isOther ? {} : { seriesUntil: seriesEnd };
    const group: Group =
      series === undefined ? base : { ...base, series: name, ...seriesUntil, ...(isOther && { isOther }) };
    return { group, seriesRank: Number(rank) };
  });
}

/** The rows of the categories that are shown, with the rank of their series. */
function joined({ source, where, x, series }: Plan, xRanks?: string, seriesRanks?: string): string {
  const rows = `(FROM ${source.table}${where})`;
  const categories =
    xRanks === undefined
      ? ""
      : ` JOIN (${xRanks}) AS "wellhead x" ON ${x.key} IS NOT DISTINCT FROM "wellhead x".key`;
  const names =
    series === undefined || seriesRanks === undefined
      ? ""
      : ` LEFT JOIN (${seriesRanks}) AS "wellhead series" ON ${series.key} IS NOT DISTINCT FROM "wellhead series".key`;
  return `${rows} AS "wellhead rows"${categories}${names}`;
}

async function queryOthers(plan: Plan, xRanks: string): Promise<OtherGroups | undefined> {
  const { source, where, x, measures } = plan;
  const aggregates = measures.flatMap((measure) => measure.aggregates);
  const [[groups, count, ...texts] = []] = await source.engine.run(
    `SELECT ${[`CAST(count(DISTINCT ${x.key}) + CAST(bool_or(${x.key} IS NULL) AS BIGINT) AS VARCHAR)`, "CAST(count(*) AS VARCHAR)", ...aggregates].join(", ")} FROM (FROM ${source.table}${where}) AS "wellhead rows" WHERE NOT EXISTS (FROM (${xRanks}) AS "wellhead x" WHERE "wellhead x".key IS NOT DISTINCT FROM ${x.key})`,
    { action },
  );
  if (count === undefined || count === "0") return undefined;
  return { groups: Number(groups), rows: Number(count), values: readMeasures(measures, texts) };
}

function seriesOrder(groups: readonly RankedGroup[]): readonly (string | null)[] {
  const names = new Map(
    groups
      .filter(({ seriesRank }) => seriesRank > 0)
      .map(({ group, seriesRank }) => [seriesRank, group.series ?? null]),
  );
  return [...names].toSorted(([left], [right]) => left - right).map(([, name]) => name);
}
