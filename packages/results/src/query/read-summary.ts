import { ResultsError } from "../errors/results-error.js";
import { planAxis } from "./axis.js";
import type { Measure } from "./chart-query.js";
import { divideDecimal, formatDecimal, parseDecimal } from "./decimal.js";
import { planMeasures } from "./measure.js";
import { readMeasures } from "./measure-sql.js";
import { whereClause } from "./select-rows.js";
import type { SummaryAnswer, SummaryGroup, SummaryMeasure, SummaryQuery } from "./summary-query.js";
import type { TableSource } from "./table-source.js";

const action = "Could not summarize the rows";
const maxColumns = 3;
const defaultGroups = 1_000;
const maxGroupsOfAll = 5_000;
/** Digits after the point of a percentage. */
const shareDigits = 10;

/**
 * Computes measures by up to three columns, over all selected rows.
 *
 * @param source - The table
 * @param query - Columns, measures, selection
 * @returns The groups, and the measures of all rows
 * @throws ResultsError `statement` for unknown columns, too many of them, and functions that do not apply
 */
export async function readSummary(source: TableSource, query: SummaryQuery): Promise<SummaryAnswer> {
  if (query.by.length > maxColumns)
    throw new ResultsError("statement", `${action}: at most ${maxColumns} columns form groups.`);
  const where = whereClause(source, query, action);
  const max = Math.min(maxGroupsOfAll, Math.max(1, Math.floor(query.maxGroups ?? defaultGroups)));
  const options = { source, where, maxOrdered: maxGroupsOfAll, action };
  const axes = await Promise.all(query.by.map((axis) => planAxis(axis, options)));
  const measures = await planMeasures(query.measures.map(measuredFor), source, action);
  const cells = ["CAST(count(*) AS VARCHAR)", ...measures.flatMap(({ aggregates }) => aggregates)];
  const run = (sql: string) => source.engine.run(sql, { action });
  const [[allRows, ...allTexts] = []] = await run(`SELECT ${cells.join(", ")} FROM ${source.table}${where}`);
  const sums = readMeasures(measures, allTexts);
  const share = (values: readonly (string | null)[]): readonly (string | null)[] =>
    values.map((value, at) =>
      query.measures[at]?.function === "share" ? percentage(value, sums[at]) : value,
    );
  const total = { rows: Number(allRows), values: share(sums) };
  const described = axes.map(({ unit, binWidth }) => ({
    ...(unit && { unit }),
    ...(binWidth && { binWidth }),
  }));
  if (axes.length === 0) return { axes: described, groups: [], groupCount: 0, total };
  const keys = axes.map(({ key }) => key);
  const labels = axes.flatMap(({ key, label, end }) => [label(key), end?.(key) ?? "NULL"]);
  const counted = "CAST(count(*) OVER () AS VARCHAR)";
  const order = keys.map((key) => `${key} NULLS LAST`).join(", ");
  const rows = await run(
    `SELECT ${[counted, ...labels, ...cells].join(", ")} FROM ${source.table}${where} GROUP BY ${keys.join(", ")} ORDER BY ${order} LIMIT ${max}`,
  );
  const groups = rows.map(([, ...texts]): SummaryGroup => {
    const named = texts.slice(0, labels.length);
    const [count, ...figures] = texts.slice(labels.length);
    return {
      keys: named.filter((_, at) => at % 2 === 0).map((key) => key ?? null),
      untils: named.filter((_, at) => at % 2 === 1).map((until) => until ?? null),
      rows: Number(count),
      values: share(readMeasures(measures, figures)),
    };
  });
  return { axes: described, groups, groupCount: Number(rows[0]?.[0] ?? 0), total };
}

/** Returns the measure of which a share is a part. */
function measuredFor(measure: SummaryMeasure): Measure {
  if (measure.function !== "share") return measure;
  return measure.column === undefined ? { function: "count" } : { function: "sum", column: measure.column };
}

function percentage(part: string | null, whole: string | null | undefined): string | null {
  const [left, right] = [parseDecimal(part ?? ""), parseDecimal(whole ?? "")];
  if (left === undefined || right === undefined || right.units === 0n) return null;
  // Both have the same number of digits after the point, so that the quotient is that of their units.
  const scale = Math.max(left.scale, right.scale);
  const units = left.units * 10n ** BigInt(scale - left.scale) * 100n;
  const divisor = right.units * 10n ** BigInt(scale - right.scale);
  return formatDecimal(divideDecimal({ units, scale: 0 }, divisor, shareDigits));
}
