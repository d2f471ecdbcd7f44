import type {
  BoxAnswer,
  ChartAnswer,
  ColumnKind,
  GroupAnswer,
  PointAnswer,
} from "@wellhead/workbench/protocol";
import { formatCount } from "../text/format-amount.js";
import { parseTime } from "../text/parse-time.js";
import { visibleText } from "../text/visible-text.js";
import type { PlotSpec } from "../workbench/view/plot-spec.js";
import { axisPosition, isContinuous } from "./draw/axis-position.js";
import { fiveNumbers } from "./draw/five-numbers.js";
import { drawnNumber } from "./draw/plot-look.js";

/** Describes what an answer contains and its chart cannot show, such as numbers below zero on a logarithmic axis. */
export function undrawnText(spec: PlotSpec, answer: ChartAnswer): string {
  const parts = partsOf(spec, answer).filter((part) => part !== "");
  const others = parts.length === 0 ? "" : `Not drawn: ${parts.join(", ")}.`;
  return `${emptyText(spec, answer)} ${others}`.trim();
}

/** Counts the rows without a value on a continuous axis. */
function emptyText({ kind, x }: PlotSpec, answer: ChartAnswer): string {
  if (answer.kind !== "groups" || !isContinuous(answer) || (kind !== "line" && kind !== "area")) return "";
  const empty = answer.groups.reduce((sum, group) => sum + (group.x === null ? group.rows : 0), 0);
  if (empty === 0) return "";
  return `${formatCount(empty)} ${empty === 1 ? "row has" : "rows have"} no ${visibleText(x, 40)}.`;
}

function partsOf(spec: PlotSpec, answer: ChartAnswer): readonly string[] {
  if (answer.kind === "points") return pointParts(spec, answer);
  return answer.kind === "boxes" ? boxParts(spec, answer) : groupParts(spec, answer);
}

function groupParts(spec: PlotSpec, answer: GroupAnswer): readonly string[] {
  const { kind, x, measures, series } = spec;
  const isLine = (kind === "line" || kind === "area") && isContinuous(answer);
  const shown = isLine
    ? answer.groups.filter((group) => axisPosition(group, answer) !== undefined)
    : answer.groups;
  const missing = answer.groups
    .filter((group) => group.x !== null && !shown.includes(group))
    .reduce((sum, { rows }) => sum + rows, 0);
  const drawn = kind === "heat map" || kind === "pie" ? 1 : measures.length;
  const figures = shown.flatMap(({ values }) => values.slice(0, drawn));
  const hasOthers = kind !== "heat map" && (kind === "pie" || series === undefined);
  const { others } = answer;
  return [
    counted(missing, ["row", "rows"], `with an infinite ${visibleText(x, 40)}`),
    ...figureParts(figures, { isLog: kind !== "heat map" && spec.log === true, isPie: kind === "pie" }),
    ...(others === undefined || hasOthers
      ? []
      : [
          `${counted(others.rows, ["row", "rows"], "of")} ${formatCount(others.groups)} other values of ${visibleText(x, 40)}`,
        ]),
  ];
}

interface Scale {
  readonly isLog: boolean;
  readonly isPie?: boolean;
}

function figureParts(
  figures: readonly (string | null)[],
  { isLog, isPie = false }: Scale,
): readonly string[] {
  const finite = figures.map((figure) => drawnNumber(figure));
  const strange = figures.filter((figure, at) => figure !== null && finite[at] === null).length;
  const low = finite.filter((value) => value !== null && (isPie ? value < 0 : isLog && value <= 0)).length;
  return [
    counted(strange, ["figure", "figures"], "too large for an axis or NaN"),
    counted(low, ["figure", "figures"], isPie ? "below zero" : "that a logarithmic axis does not have"),
  ];
}

function boxParts({ log = false }: PlotSpec, { boxes, otherGroups }: BoxAnswer): readonly string[] {
  const strange = boxes.filter((box) => fiveNumbers(box, log) === undefined).length;
  return [
    counted(
      strange,
      ["box", "boxes"],
      log ? "with numbers that a logarithmic axis does not have" : "with numbers too large for an axis",
    ),
    counted(otherGroups, ["box", "boxes"], "of fewer rows"),
  ];
}

function pointParts({ log = false }: PlotSpec, { points, xKind, yKind }: PointAnswer): readonly string[] {
  const finite = points.filter(({ x, y }) => hasPosition(x, xKind) && hasPosition(y, yKind));
  const low = log && yKind === "number" ? finite.filter(({ y }) => drawnNumber(y, true) === null).length : 0;
  return [
    counted(points.length - finite.length, ["point", "points"], "with a value too large for an axis"),
    counted(low, ["point", "points"], "that a logarithmic axis does not have"),
  ];
}

function hasPosition(text: string, kind: ColumnKind): boolean {
  return kind === "number" ? drawnNumber(text) !== null : Number.isFinite(parseTime(text));
}

/** Returns an empty text for none. */
function counted(count: number, [one, many]: readonly [string, string], what: string): string {
  return count === 0 ? "" : `${formatCount(count)} ${count === 1 ? one : many} ${what}`.trimEnd();
}
