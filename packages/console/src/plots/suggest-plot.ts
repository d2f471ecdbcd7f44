import type { ColumnProfile, Measure } from "@wellhead/workbench/protocol";
import { parseTime } from "../text/parse-time.js";
import { countRows, type PlotSpec } from "../view/plot-spec.js";

const maxCategories = 30;
const maxColours = 8;

/**
 * Suggests a first chart. Rows that are events are counted over time. Rows that are regular measurements, one per time
 * and subject, are averaged over time. Without times, rows are counted by category, or a number is shown by its
 * distribution. Nothing is summed, because only the user knows whether a column can be added up.
 *
 * @returns The chart, or `undefined` when no column is worth drawing
 */
export function suggestPlot(profiles: readonly ColumnProfile[]): PlotSpec | undefined {
  const filled = profiles.filter(({ rows, nulls, min, max }) => nulls < rows / 2 && min !== max);
  const time = filled.find(({ kind }) => kind === "date" || kind === "time" || kind === "instant");
  const number = filled.find((profile) => profile.kind === "number" && !isKey(profile));
  const category = filled.find(
    ({ kind, distinct }) =>
      (kind === "text" || kind === "boolean") && distinct > 1 && distinct <= maxCategories,
  );
  if (time !== undefined) return overTime(time, number, category);
  if (category !== undefined) return { kind: "bar", x: category.column, measures: [countRows] };
  if (number !== undefined) return { kind: "histogram", x: number.column, measures: [countRows] };
  return undefined;
}

function overTime(
  time: ColumnProfile,
  number: ColumnProfile | undefined,
  category: ColumnProfile | undefined,
): PlotSpec {
  if (number === undefined || !isRegular(time))
    return { kind: "line", x: time.column, measures: [countRows] };
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

/** Returns whether a number is a key or a coordinate rather than a measure, by its name or because it counts the rows. */
function isKey({ column, rows, distinct, min, max }: ColumnProfile): boolean {
  if (/(?:^|[_\s.-])(?:id|no|nr|number|year|lat|lon|lng|latitude|longitude)$/i.test(column)) return true;
  return rows > 20 && distinct === rows && Number(max) - Number(min) + 1 === rows;
}
