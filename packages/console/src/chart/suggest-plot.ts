import type { ColumnProfile, Measure } from "@wellhead/workbench/protocol";
import { parseTime } from "../text/parse-time.js";
import { countRows, type PlotSpec } from "../workbench/view/plot-spec.js";

const maxCategories = 30;
const maxColours = 8;

/** A column that a chart may show. */
type PlotColumn = Pick<ColumnProfile, "column" | "kind">;

/** Computes the profiles of columns, in their order. */
export type FetchProfiles = (columns: readonly string[]) => Promise<readonly ColumnProfile[]>;

/**
 * Suggests a first chart. Rows that are events are counted over time. Rows that are regular measurements, one per time
 * and subject, are averaged over time. Without times, rows are counted by category, or a number is shown by its
 * distribution. Nothing is summed, because only the user knows whether a column can be added up. Only the profiles that
 * decide are requested, because those of other columns may take long.
 *
 * @returns The chart, or `undefined` when no column is worth drawing
 */
export async function suggestPlot(
  columns: readonly PlotColumn[],
  fetchProfiles: FetchProfiles,
): Promise<PlotSpec | undefined> {
  const find = (isCandidate: (column: PlotColumn) => boolean, fits: (profile: ColumnProfile) => boolean) =>
    findProfile(columns.filter(isCandidate), fits, fetchProfiles);
  const findNumber = () =>
    find(
      ({ kind, column }) => kind === "number" && !keyName.test(column),
      (profile) => !countsRows(profile),
    );
  const findCategory = () =>
    find(
      ({ kind }) => kind === "text" || kind === "boolean",
      ({ distinct }) => distinct > 1 && distinct <= maxCategories,
    );
  const time = await find(
    ({ kind }) => kind === "date" || kind === "time" || kind === "instant",
    () => true,
  );
  if (time !== undefined) {
    const number = isRegular(time) ? await findNumber() : undefined;
    if (number === undefined) return { kind: "line", x: time.column, measures: [countRows] };
    return overTime(time, number, await findCategory());
  }
  const category = await findCategory();
  if (category !== undefined) return { kind: "bar", x: category.column, measures: [countRows] };
  const number = await findNumber();
  return number && { kind: "histogram", x: number.column, measures: [countRows] };
}

/** Finds the first column with enough different values that fits. Each request is for twice as many columns. */
async function findProfile(
  columns: readonly PlotColumn[],
  fits: (profile: ColumnProfile) => boolean,
  fetchProfiles: FetchProfiles,
): Promise<ColumnProfile | undefined> {
  for (let start = 0, step = 1; start < columns.length; start += step, step *= 2) {
    const profiles = await fetchProfiles(columns.slice(start, start + step).map(({ column }) => column));
    const found = profiles.find(
      (profile) => profile.nulls < profile.rows / 2 && profile.min !== profile.max && fits(profile),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function overTime(time: ColumnProfile, number: ColumnProfile, category: ColumnProfile | undefined): PlotSpec {
  const mean: Measure = { function: "mean", column: number.column };
  const isSubject = category !== undefined && category.distinct * time.distinct === time.rows;
  return {
    kind: "line",
    x: time.column,
    measures: [mean],
    ...(isSubject && category.distinct <= maxColours && { series: category.column }),
  };
}

/**
 * Returns whether every time has the same number of rows and the times have the same distance, except for the lengths
 * of months.
 */
function isRegular({ rows, nulls, distinct, min, max }: ColumnProfile): boolean {
  if (nulls > 0 || distinct < 3 || rows % distinct !== 0 || min === undefined || max === undefined)
    return false;
  const [from, until] = [parseTime(min), parseTime(max)];
  if ((until - from) % (distinct - 1) === 0) return true;
  const [first, last] = [new Date(from), new Date(until)];
  const months =
    (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
  return months % (distinct - 1) === 0;
}

/** Names of keys and coordinates, which are not measures. */
const keyName = /(?:^|[_\s.-])(?:id|no|nr|number|year|lat|lon|lng|latitude|longitude)$/i;

/** Returns whether a number is a key: one that counts the rows, or a whole number that no two rows share. */
function countsRows({ rows, distinct, min = "", max = "", sum = "" }: ColumnProfile): boolean {
  if (rows <= 20 || distinct !== rows) return false;
  const isWhole = [min, max, sum].every((text) => /^-?\d+$/.test(text));
  return isWhole || Number(max) - Number(min) + 1 === rows;
}
