import type { ColumnFacts } from "../columns/column-facts.js";
import type { ChartSpec } from "./chart-spec.js";

/**
 * Suggests an initial chart: numbers over time if there are dates, otherwise a measure by category, otherwise the
 * distribution of a number, otherwise the frequency of values.
 */
export function suggestChart(columns: readonly ColumnFacts[], rows: number): ChartSpec | undefined {
  const ofType = (type: string): ColumnFacts[] => columns.filter((column) => column.types[0]?.type === type);
  const dates = ofType("date").find((column) => column.min !== column.max);
  const measure = ofType("number").find((column) => !looksLikeId(column, rows));
  const category = [...ofType("text"), ...ofType("bool")].find(
    (column) => column.distinct > 1 && column.distinct <= 30,
  );
  const measured =
    measure === undefined ? { aggregate: "count" as const } : { y: measure.id, aggregate: "sum" as const };
  if (dates !== undefined) return { kind: "line", x: dates.id, ...measured, grouping: groupingOf(dates) };
  if (category !== undefined) return { kind: "bar", x: category.id, ...measured, grouping: "none" };
  if (measure !== undefined)
    return { kind: "histogram", x: measure.id, aggregate: "count", grouping: "none" };
  const first = columns.find((column) => column.types.length > 0);
  return first && { kind: "bar", x: first.id, aggregate: "count", grouping: "none" };
}

// Returns whether a column looks like a key or a coordinate rather than a measure: a running number, or a column named
// id, year or latitude.
function looksLikeId(column: ColumnFacts, rows: number): boolean {
  if (/(?:^|_|\b)id$/i.test(column.id) || /(?:year|latitude|longitude|^lat$|^lon$|^lng$)/i.test(column.id))
    return true;
  const span = Number(column.max) - Number(column.min);
  return column.distinct === rows && rows > 20 && span + 1 === rows;
}

function groupingOf(dates: ColumnFacts): ChartSpec["grouping"] {
  const days = (Date.parse(String(dates.max)) - Date.parse(String(dates.min))) / 86_400_000;
  if (days <= 3) return "hour";
  if (days <= 92) return "day";
  if (days <= 370) return "week";
  return days <= 3_700 ? "month" : "year";
}
