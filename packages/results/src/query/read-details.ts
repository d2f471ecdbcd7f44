import { quoteName } from "../engine/quote.js";
import { ResultsError } from "../errors/results-error.js";
import { cellText } from "../types/cell-text.js";
import { planAxis } from "./axis.js";
import { isTime } from "./column-kind.js";
import { midpoint } from "./measure.js";
import type { ColumnProfile, CommonValue, HistogramBin } from "./profile-query.js";
import type { QueryColumn, TableSource } from "./table-source.js";

/** Options of `readDetails()`. */
export interface DetailsOptions {
  readonly column: QueryColumn;
  /** The profile of the column without details. */
  readonly profile: ColumnProfile;
  /** The WHERE clause of the selection. */
  readonly where: string;
  /** Start of error messages. */
  readonly action: string;
}

/** The values of a column: rows with a value each, or each distinct value with its number. */
interface ColumnValues extends DetailsOptions {
  readonly source: TableSource;
  /** Name of the column with the number of rows of each value; `undefined` when each row is one. */
  readonly weight?: string;
}

const maxCommon = 10;
const histogramBins = 20;
const maxHistogramUnits = 60;
/** Number of distinct values up to which they are grouped once for all figures. */
const maxGrouped = 50_000;
/** Rows for each distinct value from which that is faster. */
const minRowsPerValue = 4;
let groupCount = 0;

/**
 * Computes the part of a profile that takes longer: quartiles, common values and the histogram.
 *
 * @param source - The table
 * @param options - The column and the selection
 * @returns The figures
 */
export async function readDetails(
  source: TableSource,
  options: DetailsOptions,
): Promise<Partial<ColumnProfile>> {
  const { column, profile, action } = options;
  const { rows, nulls, distinct } = profile;
  const isGrouped =
    column.sent === undefined && distinct <= maxGrouped && (rows - nulls) / distinct >= minRowsPerValue;
  if (!isGrouped) return readFigures({ ...options, source });
  groupCount += 1;
  const table = quoteName(`wellhead values ${groupCount}`);
  const weight = quoteName(`${column.name} count`);
  const create = `CREATE TEMP TABLE ${table} AS SELECT ${column.value}, count(*) AS ${weight} FROM ${filledRows({ ...options, source })} GROUP BY ${column.value}`;
  try {
    await source.engine.run(create, { action });
    return await readFigures({ ...options, source: { ...source, table }, where: "", weight });
  } finally {
    await source.engine.run(`DROP TABLE IF EXISTS ${table}`, { action });
  }
}

async function readFigures(values: ColumnValues): Promise<Partial<ColumnProfile>> {
  const quartiles = values.column.kind === "number" ? await readQuartiles(values) : {};
  const common = await readCommon(values);
  const histogram = await readHistogram(values);
  return { ...quartiles, common, ...(histogram !== undefined && { histogram }) };
}

async function readQuartiles(values: ColumnValues): Promise<Partial<ColumnProfile>> {
  const { source, column, action } = values;
  const found = values.weight === undefined ? quantiles(values) : rankedValues(values);
  const cells = [1, 2, 3, 4].map((at) => cellText(`found[${at}]`, column.type));
  const [[first, low = null, high = null, third] = []] = await source.engine.run(
    `SELECT ${cells.join(", ")} FROM (SELECT ${found})`,
    { action },
  );
  return {
    firstQuartile: first ?? undefined,
    thirdQuartile: third ?? undefined,
    median: midpoint(low, high, column.type) ?? undefined,
  };
}

/** Selects both quartiles and the two values in the middle, which are the same value when their number is odd. */
function quantiles({ source, column: { value }, profile: { rows, nulls }, where }: ColumnValues): string {
  const upperMiddle = 0.5 + 0.25 / Math.max(1, rows - nulls);
  const parts = [0.25, 0.5, upperMiddle, 0.75].map((part) => `CAST('${part}' AS DOUBLE)`);
  return `quantile_disc(${value}, [${parts.join(", ")}]) AS found FROM ${source.table}${where}`;
}

/** Selects the same of values with their numbers. */
function rankedValues({ source, column: { value }, profile, weight }: ColumnValues): string {
  const count = profile.rows - profile.nulls;
  const ranks = [
    Math.ceil(count / 4),
    Math.ceil(count / 2),
    Math.floor(count / 2) + 1,
    Math.ceil(0.75 * count),
  ];
  const ranked = `(SELECT ${value}, sum(${weight}) OVER (ORDER BY ${value}) AS "wellhead rank" FROM ${source.table})`;
  const found = ranks.map((rank) => `min(${value}) FILTER ("wellhead rank" >= ${rank})`);
  return `[${found.join(", ")}] AS found FROM ${ranked}`;
}

async function readCommon(values: ColumnValues): Promise<readonly CommonValue[]> {
  const { source, action } = values;
  const sql = commonSql(values, filledRows(values));
  const rows = await source.engine.run(sql, { action });
  return rows.map(([name, count]) => ({ value: name ?? "", count: Number(count) }));
}

function commonSql(values: ColumnValues, from: string): string {
  const { value, text, sent } = values.column;
  const { distinct, rows, nulls } = values.profile;
  // If no value occurs twice, the first ones in order are found without grouping all of them.
  if (distinct === rows - nulls)
    return `SELECT left(text, 200), '1' FROM (SELECT ${text} AS text FROM ${from} ORDER BY text LIMIT ${maxCommon})`;
  if (sent !== undefined)
    return `SELECT left(text, 200), CAST(number AS VARCHAR) FROM (SELECT min(${text}) AS text, count(*) AS number FROM ${from} GROUP BY ${value}, ${sent.fraction}) ORDER BY number DESC, text LIMIT ${maxCommon}`;
  return `SELECT left(${text}, 200), CAST("wellhead count" AS VARCHAR) FROM (SELECT ${value}, ${countRows(values)} AS "wellhead count" FROM ${from} GROUP BY ${value}) ORDER BY "wellhead count" DESC, ${text} LIMIT ${maxCommon}`;
}

async function readHistogram(values: ColumnValues): Promise<readonly HistogramBin[] | undefined> {
  const { source, column, where, action } = values;
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
  const { key, label, end } = axis;
  const rows = await source.engine.run(
    `SELECT ${label(key)}, ${end(key)}, CAST(${countRows(values)} AS VARCHAR) FROM ${filledRows(values)} GROUP BY ${key} ORDER BY ${key}`,
    { action },
  );
  return rows.map(([from, until, count]) => ({ from: from ?? "", until: until ?? "", count: Number(count) }));
}

function filledRows({ source, column, where }: ColumnValues): string {
  return `${source.table}${where === "" ? " WHERE" : `${where} AND`} ${column.value} IS NOT NULL`;
}

function countRows({ weight }: ColumnValues): string {
  return weight === undefined ? "count(*)" : `sum(${weight})`;
}
