import type { ChartAxis, Group, GroupAnswer, PointAnswer } from "@wellhead/workbench/protocol";
import type { ResultData } from "../data/result-data.js";
import type { ChartData } from "./chart-data.js";
import type { ChartSpec } from "./chart-spec.js";

/** Requests the data of a chart. Every row is part of it. */
export async function loadChartData(result: ResultData, spec: ChartSpec): Promise<ChartData> {
  const basis = { rows: result.rowCount, of: result.rowCount };
  const nothing: ChartData = { bars: [], points: [], datesAlong: false, basis, note: "" };
  const kindOf = (name: string) => result.columns.find((column) => column.name === name)?.kind;
  if (spec.kind === "scatter") {
    // A query of this kind has an answer of this kind.
    const answer = (await result.fetchChart({
      kind: "points",
      x: spec.x,
      y: spec.y ?? spec.x,
    })) as PointAnswer;
    const points = answer.points.map(({ x, y }) => [position(x), position(y)] as const);
    return { ...nothing, points, datesAlong: answer.xKind !== "number" };
  }
  const isTime = ["date", "time", "instant"].includes(kindOf(spec.x) ?? "");
  const unit = spec.grouping === "none" ? "day" : spec.grouping;
  const x: ChartAxis = {
    column: spec.x,
    ...(isTime && { unit }),
    ...(spec.kind === "histogram" && { bins: 30 }),
  };
  const { y } = spec;
  const measure =
    y === undefined || spec.aggregate === "count"
      ? ({ function: "count" } as const)
      : { function: spec.aggregate, column: y };
  const maxGroups = spec.kind === "pie" ? 8 : 40;
  // A query of this kind has an answer of this kind.
  const answer = (await result.fetchChart({
    kind: "groups",
    x,
    measures: [measure],
    maxGroups,
  })) as GroupAnswer;
  const bars = answer.groups.flatMap((group) => barOf(group.x, group.values));
  const { others } = answer;
  const rest = others === undefined ? [] : barOf(`Other (${others.groups})`, others.values);
  const note = others === undefined ? "" : `${others.groups} smaller groups are put together`;
  return { ...nothing, bars: [...bars, ...rest], note };
}

function barOf(label: string | null, [value = null]: Group["values"]): ChartData["bars"] {
  return value === null ? [] : [{ label: label ?? "(none)", value: Number(value) }];
}

/** A number, or a time as milliseconds; a time without a zone is read as one in UTC, so that no zone moves it. */
function position(text: string): number {
  if (!/^\d{4,}-\d\d-\d\d/.test(text)) return Number(text);
  return Date.parse(/T.*(?:Z|[+-]\d\d)/.test(text) || text.length <= 10 ? text : `${text}Z`);
}
