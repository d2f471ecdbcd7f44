import { ResultsError } from "../errors/results-error.js";
import { cellText } from "../types/cell-text.js";
import { isTime, planAxis } from "./axis.js";
import { planMeasure } from "./measure.js";
import type { ColumnProfile, CommonValue, HistogramBin, ProfileRequest } from "./profile-query.js";
import { whereClause } from "./select-rows.js";
import { findColumn, type QueryColumn, type TableSource } from "./table-source.js";

const action = "Could not profile the columns";
/** Maximum number of columns that one statement profiles. Counting distinct values takes some MiB per column. */
const maxProfiled = 20;
/** Maximum number of cells that one statement profiles, because the engine holds the distinct ones in memory. */
const maxProfiledCells = 20_000_000;
const maxCommon = 10;
/** Maximum number of profiles that are kept. */
const maxKnown = 20_000;
const histogramBins = 20;
const maxHistogramUnits = 60;

/**
 * Computes the profiles of columns, over all selected rows.
 *
 * @param source - The table
 * @param request - Columns and selection, the number of rows of the table, and the profiles that are known, to which
 *   the others are added
 * @returns The profiles, in the order of the columns
 * @throws ResultsError `statement` for an unknown column
 */
export async function readProfiles(
  source: TableSource,
  request: ProfileRequest & { readonly rowCount: number; readonly known: Map<string, ColumnProfile> },
): Promise<readonly ColumnProfile[]> {
  const { columns = source.columns.map(({ name }) => name), isDetailed = false, rowCount, known } = request;
  const where = whereClause(source, request, action);
  const found = columns.map((name) => findColumn(source, name, action));
  const step = Math.min(maxProfiled, Math.max(1, Math.floor(maxProfiledCells / Math.max(1, rowCount))));
  const keyOf = ({ name }: QueryColumn) => JSON.stringify([where, name]);
  const missing = found.filter((column) => !known.has(keyOf(column)));
  if (known.size > maxKnown) known.clear();
  for (let start = 0; start < missing.length; start += step) {
    const some = missing.slice(start, start + step);
    for (const [index, profile] of (await profileColumns(source, some, where)).entries()) {
      const column = some[index];
      if (column !== undefined) known.set(keyOf(column), profile);
    }
  }
  const profiles: ColumnProfile[] = [];
  for (const column of found) {
    const profile = known.get(keyOf(column));
    if (profile === undefined) throw new TypeError("expected a profile of each column");
    profiles.push(
      isDetailed ? { ...profile, ...(await readDetails(source, { column, profile, where })) } : profile,
    );
  }
  return profiles;
}

interface DetailsOptions {
  readonly column: QueryColumn;
  readonly profile: ColumnProfile;
  readonly where: string;
}

async function readDetails(
  source: TableSource,
  { column, profile, where }: DetailsOptions,
): Promise<Partial<ColumnProfile>> {
  const quartiles = column.kind === "number" ? await readQuartiles(source, column, where) : {};
  const common = await commonValues(source, { column, profile, where });
  const histogram = await readHistogram(source, column, where);
  return { ...quartiles, common, ...(histogram !== undefined && { histogram }) };
}

async function readQuartiles(
  source: TableSource,
  column: QueryColumn,
  where: string,
): Promise<Partial<ColumnProfile>> {
  const { aggregates, read } = planMeasure({ function: "median", column: column.name }, source, action);
  const quartile = (part: number) => cellText(`quantile_disc(${column.value}, ${part})`, column.type);
  const [[first, third, ...middle] = []] = await source.engine.run(
    `SELECT ${[quartile(0.25), quartile(0.75), ...aggregates].join(", ")} FROM ${source.table}${where}`,
    { action },
  );
  return {
    firstQuartile: first ?? undefined,
    thirdQuartile: third ?? undefined,
    median: read(middle) ?? undefined,
  };
}

/** Plans the cells of the profile of one column, and how to read them. */
function planProfile(source: TableSource, column: QueryColumn) {
  const names = [
    ...(column.kind === "nested" ? [] : (["min", "max"] as const)),
    ...(column.kind === "number" ? (["sum", "mean"] as const) : []),
  ];
  const measures = names.map(
    (name) => [name, planMeasure({ function: name, column: column.name }, source, action)] as const,
  );
  const cells = [
    `CAST(count(*) - count(${column.value}) AS VARCHAR)`,
    `CAST(count(DISTINCT ${column.value}) AS VARCHAR)`,
    ...measures.flatMap(([, { aggregates }]) => aggregates),
  ];
  const read = (rows: number, texts: readonly (string | null)[]): ColumnProfile => {
    const [nulls, distinct] = texts;
    let start = 2;
    const figures: { [Name in (typeof names)[number]]?: string | undefined } = {};
    for (const [name, measure] of measures) {
      const own = texts.slice(start, start + measure.aggregates.length);
      start += own.length;
      figures[name] = measure.read(own) ?? undefined;
    }
    const counts = { rows, nulls: Number(nulls), distinct: Number(distinct) };
    return { column: column.name, kind: column.kind, ...counts, ...figures };
  };
  return { cells, read };
}

async function profileColumns(
  source: TableSource,
  columns: readonly QueryColumn[],
  where: string,
): Promise<readonly ColumnProfile[]> {
  const plans = columns.map((column) => planProfile(source, column));
  const cells = ["CAST(count(*) AS VARCHAR)", ...plans.flatMap((plan) => plan.cells)];
  const [[rows, ...texts] = []] = await source.engine.run(
    `SELECT ${cells.join(", ")} FROM ${source.table}${where}`,
    { action },
  );
  let start = 0;
  return plans.map((plan) => {
    const own = texts.slice(start, start + plan.cells.length);
    start += own.length;
    return plan.read(Number(rows), own);
  });
}

async function commonValues(
  source: TableSource,
  { column: { value, text }, profile: { rows: all, nulls, distinct }, where }: DetailsOptions,
): Promise<readonly CommonValue[]> {
  const from = `${source.table}${where === "" ? " WHERE" : `${where} AND`} ${value} IS NOT NULL`;
  // If no value occurs twice, the first ones in order are found without grouping all of them.
  const sql =
    distinct === all - nulls
      ? `SELECT left(text, 200), '1' FROM (SELECT ${text} AS text FROM ${from} ORDER BY text LIMIT ${maxCommon})`
      : `SELECT left(any_value(${text}), 200), CAST(count(*) AS VARCHAR) FROM ${from} GROUP BY ${value} ORDER BY count(*) DESC, any_value(${text}) LIMIT ${maxCommon}`;
  const rows = await source.engine.run(sql, { action });
  return rows.map(([name, count]) => ({ value: name ?? "", count: Number(count) }));
}

async function readHistogram(
  source: TableSource,
  column: QueryColumn,
  where: string,
): Promise<readonly HistogramBin[] | undefined> {
  if (column.kind !== "number" && !isTime(column.kind)) return undefined;
  const axis = await planAxis(
    { column: column.name, bins: histogramBins },
    { source, where, maxOrdered: maxHistogramUnits, action },
  ).catch((error: unknown) => {
    // Numbers outside of every bin, such as infinity alone, have no histogram.
    if (error instanceof ResultsError && error.code === "statement") return undefined;
    throw error;
  });
  if (axis?.end === undefined) return undefined;
  const rows = await source.engine.run(
    `SELECT ${axis.label(axis.key)}, ${axis.end(axis.key)}, CAST(count(*) AS VARCHAR) FROM ${source.table}${where === "" ? " WHERE" : `${where} AND`} ${column.value} IS NOT NULL GROUP BY ${axis.key} ORDER BY ${axis.key}`,
    { action },
  );
  return rows.map(([from, until, count]) => ({ from: from ?? "", until: until ?? "", count: Number(count) }));
}
