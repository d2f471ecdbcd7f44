import type { BoxAnswer, BoxGroup, ColumnKind, GroupAnswer, PointAnswer } from "@wellhead/workbench/protocol";
import { formatCount } from "../text/format-amount.js";
import { parseTime } from "../text/parse-time.js";
import { visibleText } from "../text/visible-text.js";
import { measureName, type PlotSpec } from "../view/plot-spec.js";
import { rowsOfMark } from "./mark-rows.js";
import { filledCategories, othersNamed } from "./plot-categories.js";
import { axisLook, drawnNumber, type PlotLook, sharedOption, zoom } from "./plot-look.js";
import { groupName, nameSeries, seriesKey } from "./plot-names.js";
import type { MarkNote } from "./plot-tooltip.js";

function isTime(kind: ColumnKind): boolean {
  return kind === "date" || kind === "time" || kind === "instant";
}

/** Draws the first measure of each group as a share of the whole, with its percentage where the measure adds up. */
export function pieOption(spec: PlotSpec, answer: GroupAnswer, look: PlotLook): Record<string, unknown> {
  const slices: { name: string; figure: string | null; where?: MarkNote["where"] }[] = answer.groups.map(
    (group) => ({
      name: visibleText(groupName(group.x, answer.unit), 80),
      figure: group.values[0] ?? null,
      where: rowsOfMark(spec, group),
    }),
  );
  const { others } = answer;
  if (others !== undefined)
    slices.push({ name: othersNamed(others.groups), figure: others.values[0] ?? null });
  const [measure] = spec.measures;
  const addsUp = measure?.function === "count" || measure?.function === "sum";
  return {
    ...sharedOption(look, false),
    series: [
      {
        type: "pie",
        name: measure === undefined ? "" : visibleText(measureName(measure), 60),
        radius: ["42%", "76%"],
        itemStyle: { borderColor: look.colors.paper, borderWidth: 2 },
        label: { show: !look.isSmall, color: look.colors.ink, formatter: addsUp ? "{b}  {d}%" : "{b}" },
        labelLine: { lineStyle: { color: look.colors.line } },
        data: slices.map(({ name, figure, where }) => ({
          name,
          // There is no slice below zero.
          value: drawnNumber(figure, true),
          note: { group: name, figure: figure ?? "none", where },
        })),
      },
    ],
  };
}

/** Draws a point for each row, or for rows that lie close together. */
export function scatterOption(spec: PlotSpec, answer: PointAnswer, look: PlotLook): Record<string, unknown> {
  const position = (text: string, kind: ColumnKind, isLog = false): number | null => {
    if (!isTime(kind)) return drawnNumber(text, isLog);
    const time = parseTime(text);
    return Number.isFinite(time) ? time : null;
  };
  const named = nameSeries(answer.series, answer.points);
  const single = { key: undefined, name: visibleText(spec.y ?? spec.x, 60) };
  const series = (named.length === 0 ? [single] : named).map(({ key, name }) => ({
    type: "scatter",
    name,
    itemStyle: { opacity: 0.65 },
    data: answer.points
      .filter((point) => key === undefined || seriesKey(point) === key)
      .map(({ x, y, rows }) => ({
        value: [position(x, answer.xKind), position(y, answer.yKind, spec.log)],
        symbolSize: Math.min(24, 5 + 2 * Math.log2(rows)),
        note: {
          group: `${visibleText(spec.x, 40)} ${x}`,
          figure: rows > 1 ? `${y}, ${formatCount(rows)} rows` : y,
          where: rows > 1 ? undefined : rowsAt(spec, x, y),
        },
      })),
  }));
  const axis = (kind: ColumnKind): Record<string, unknown> => ({
    ...axisLook(look),
    type: isTime(kind) ? "time" : "value",
    scale: true,
  });
  return {
    ...sharedOption(look, answer.series.length > 0),
    xAxis: axis(answer.xKind),
    yAxis:
      spec.log === true && !isTime(answer.yKind) ? { ...axisLook(look), type: "log" } : axis(answer.yKind),
    dataZoom: zoom(0, look),
    series: series.filter(({ data }) => data.length > 0),
  };
}

/** Returns the conditions of the rows at a point. */
function rowsAt(spec: PlotSpec, x: string, y: string): MarkNote["where"] {
  return [
    { column: spec.x, operator: "equals", value: x },
    { column: spec.y ?? spec.x, operator: "equals", value: y },
  ];
}

/** Draws the first measure of each pair of groups as a colour. */
export function heatOption(spec: PlotSpec, answer: GroupAnswer, look: PlotLook): Record<string, unknown> {
  const { others: _, ...withoutOthers } = answer;
  const columns = filledCategories(withoutOthers);
  const rows = nameSeries(inOrder(answer.series), answer.groups);
  const columnOf = new Map(columns.map(({ x }, index) => [x, index]));
  const rowOf = new Map(rows.map(({ key }, index) => [key, index]));
  const cells = answer.groups.flatMap((group) => {
    const value = drawnNumber(group.values[0]);
    const [column = 0, row = 0] = [columnOf.get(group.x), rowOf.get(seriesKey(group))];
    if (value === null) return [];
    const name = `${columns[column]?.name ?? ""}, ${rows[row]?.name ?? ""}`;
    const where = rowsOfMark(spec, group);
    return [{ value: [column, row, value], note: { group: name, figure: group.values[0] ?? "", where } }];
  });
  const figures = cells.map(({ value }) => value[2] ?? 0);
  const shared = sharedOption(look, false);
  return {
    ...shared,
    grid: { top: 12, left: 12, right: look.isSmall ? 12 : 84, bottom: 8, containLabel: true },
    xAxis: {
      ...axisLook(look),
      type: "category",
      data: columns.map(({ name }) => name),
      splitArea: { show: false },
    },
    yAxis: { ...axisLook(look), type: "category", data: rows.map(({ name }) => name) },
    visualMap: {
      show: !look.isSmall,
      min: figures.reduce((least, figure) => Math.min(least, figure), figures[0] ?? 0),
      max: figures.reduce((largest, figure) => Math.max(largest, figure), figures[0] ?? 1),
      calculable: false,
      right: 4,
      top: "middle",
      itemWidth: 12,
      textStyle: { color: look.colors.faint },
      inRange: { color: look.colors.heat },
    },
    series: [{ type: "heatmap", name: "", data: cells }],
  };
}

/** Orders values that are all numbers or times, so that the rows of a heat map are an axis. */
function inOrder(values: readonly (string | null)[]): readonly (string | null)[] {
  const known = values.filter((value) => value !== null);
  const position = known.every((value) => drawnNumber(value) !== null) ? Number : parseTime;
  if (!known.every((value) => Number.isFinite(position(value)))) return values;
  const sorted = known.toSorted((left, right) => position(left) - position(right));
  return known.length === values.length ? sorted : [...sorted, null];
}

/** Draws the five numbers of each group, and the extremes beyond its whiskers. */
export function boxOption(spec: PlotSpec, answer: BoxAnswer, look: PlotLook): Record<string, unknown> {
  const { boxes, unit } = answer;
  const categories = filledCategories({ groups: boxes, ...(unit !== undefined && { unit }) });
  const byX = new Map(boxes.map((box) => [box.x, box]));
  const drawn = categories.map(({ x, name }) => ({ name, box: x === undefined ? undefined : byX.get(x) }));
  const extremes = drawn.flatMap(({ name, box }, index) =>
    (box === undefined ? [] : extremesOf(box)).flatMap((figure) => {
      const value = drawnNumber(figure, spec.log);
      return value === null ? [] : [{ value: [index, value], note: { group: name, figure } }];
    }),
  );
  return {
    ...sharedOption(look, false),
    xAxis: { ...axisLook(look), type: "category", data: drawn.map(({ name }) => name) },
    yAxis: { ...axisLook(look), type: spec.log === true ? "log" : "value", scale: true },
    series: [
      {
        type: "boxplot",
        name: visibleText(spec.y ?? spec.x, 60),
        itemStyle: { color: `${look.colors.marks[0] ?? ""}33`, borderColor: look.colors.marks[0] },
        data: drawn.map(({ name, box }) => ({
          value: fiveNumbers(box, spec.log),
          ...(box !== undefined && {
            note: {
              group: name,
              figure: `${box.lowWhisker} · ${box.q1} · ${box.median} · ${box.q3} · ${box.highWhisker}`,
              rows: box.rows,
              where: rowsOfMark(spec, box),
            },
          }),
        })),
      },
      { type: "scatter", name: "Extremes", symbolSize: 5, data: extremes },
    ],
  };
}

function extremesOf({ min, max, lowWhisker, highWhisker }: BoxGroup): readonly string[] {
  return [...(min === lowWhisker ? [] : [min]), ...(max === highWhisker ? [] : [max])];
}

/** What the chart library takes for a category without a box. */
const noBox = ["-", "-", "-", "-", "-"];

/** Returns the numbers of a box, all of which must have a position on the axis. */
export function fiveNumbers(box: BoxGroup | undefined, isLog = false): readonly (number | string)[] {
  if (box === undefined) return noBox;
  const numbers = [box.lowWhisker, box.q1, box.median, box.q3, box.highWhisker].map((text) =>
    drawnNumber(text, isLog),
  );
  return numbers.every((number) => number !== null) ? numbers : noBox;
}
