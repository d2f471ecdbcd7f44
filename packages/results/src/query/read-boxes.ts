import { ResultsError } from "../errors/results-error.js";
import { cellText } from "../types/cell-text.js";
import { type AxisSql, planAxis } from "./axis.js";
import type { BoxAnswer, BoxQuery } from "./chart-query.js";
import { numberStorage } from "./column-kind.js";
import { midpoint } from "./measure.js";
import { whereClause } from "./select-rows.js";
import { findColumn, type QueryColumn, type TableSource } from "./table-source.js";

const action = "Could not compute the chart";
const defaultBoxes = 50;
const maxBoxes = 500;

/**
 * Computes the distribution of numbers by group. Quartiles are values of the column.
 *
 * @param source - The table
 * @param query - Columns, selection and maximum
 * @returns The boxes
 * @throws ResultsError `statement` for unknown columns, and a column without numbers
 */
export async function readBoxes(source: TableSource, query: BoxQuery): Promise<BoxAnswer> {
  const y = findColumn(source, query.y, action);
  if (y.kind !== "number")
    throw new ResultsError("statement", `${action}: "${y.name}" has no numbers. Choose another column.`);
  const selected = whereClause(source, query, action);
  const where = `${selected === "" ? " WHERE" : `${selected} AND`} ${y.value} IS NOT NULL`;
  const max = Math.min(maxBoxes, Math.max(1, Math.floor(query.maxGroups ?? defaultBoxes)));
  const x =
    query.x === undefined ? undefined : await planAxis(query.x, { source, where, maxOrdered: max, action });
  const rows = await source.engine.run(boxSql(source, { x, y, where }), { action });
  const boxes = rows.slice(0, max).map(([key = null, until = null, count, ...texts]) => {
    const [min = "", q1 = "", lower = "", upper = "", q3 = "", top = "", low = "", high = ""] = texts.map(
      (text) => text ?? "",
    );
    // The same median as the measure of this name.
    const median = midpoint(lower, upper, y.type) ?? lower;
    const end = until === null ? {} : { until };
    return {
      x: key,
      ...end,
      rows: Number(count),
      min,
      q1,
      median,
      q3,
      max: top,
      lowWhisker: low,
      highWhisker: high,
    };
  });
  return {
    kind: "boxes",
    xKind: x?.column.kind ?? "text",
    ...(x?.unit !== undefined && { unit: x.unit }),
    boxes,
    otherGroups: rows.length - boxes.length,
    rows: rows.reduce((sum, [, , count]) => sum + Number(count), 0),
  };
}

interface BoxPlan {
  readonly x: AxisSql | undefined;
  readonly y: QueryColumn;
  readonly where: string;
}

function boxSql(source: TableSource, { x, y, where }: BoxPlan): string {
  const key = x?.key ?? "NULL";
  const label = x === undefined ? "NULL" : x.label('"wellhead box".key');
  const rows = `SELECT ${key} AS key, ${y.value} AS value FROM ${source.table}${where}`;
  const boxes = `SELECT key, ${quantile(0.25)} AS q1, ${quantile(0.5)} AS lower, quantile_disc(value, 0.5 ORDER BY value DESC) AS upper, ${quantile(0.75)} AS q3 FROM (${rows}) GROUP BY key`;
  const text = (expression: string) => cellText(expression, y.type);
  const cells = [
    label,
    x?.end?.('"wellhead box".key') ?? "NULL",
    "CAST(count(*) AS VARCHAR)",
    text("min(value)"),
    text("any_value(q1)"),
    text("any_value(lower)"),
    text("any_value(upper)"),
    text("any_value(q3)"),
    text("max(value)"),
    text(`min(value) FILTER (${isWithin("value", "q1", y.type)})`),
    text(`max(value) FILTER (${isWithin("q3", "value", y.type)})`),
  ];
  const order = x?.isOrdered === true ? '"wellhead box".key NULLS LAST' : 'count(*) DESC, "wellhead box".key';
  return `SELECT ${cells.join(", ")} FROM (${boxes}) AS "wellhead box" JOIN (${rows}) AS "wellhead rows" ON "wellhead box".key IS NOT DISTINCT FROM "wellhead rows".key GROUP BY "wellhead box".key ORDER BY ${order}`;
}

function quantile(part: number): string {
  return `quantile_disc(value, ${part})`;
}

/** Returns whether `low` is at most 1.5 interquartile ranges below `high`, without rounding if the type allows it. */
function isWithin(low: string, high: string, type: string): string {
  const { isExact, width } = numberStorage(type);
  const exact = isExact && width <= 30;
  const number = (name: string) => {
    if (!exact) return `CAST(${name} AS DOUBLE)`;
    return numberStorage(type).scale === 0 ? `CAST(${name} AS HUGEINT)` : name;
  };
  // The difference of two equal infinities is NaN.
  const isQuartile = isExact ? "" : `${low} = ${high} OR `;
  return `${isQuartile}(${number(high)} - ${number(low)}) * 2 <= (${number("q3")} - ${number("q1")}) * 3`;
}
