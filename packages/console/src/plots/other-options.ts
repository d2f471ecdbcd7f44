import type { BoxAnswer, ColumnKind, GroupAnswer, PointAnswer } from "@wellhead/workbench/protocol";
import { formatCount } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { measureName, type PlotSpec } from "../view/plot-spec.js";
import { groupName } from "./group-option.js";
import { axisLook, categoryName, drawnNumber, type PlotLook, sharedOption, zoom } from "./plot-look.js";
import { parseTime } from "./time-steps.js";

function othersNamed(count: number): string {
  return `${formatCount(count)} others`;
}

function isTime(kind: ColumnKind): boolean {
  return kind === "date" || kind === "time" || kind === "instant";
}

function seriesName(value: string | null, isOther = false): string {
  return isOther ? "Others" : categoryName(value);
}

/** Draws the first measure of each group as a share of the whole. */
export function pieOption(spec: PlotSpec, answer: GroupAnswer, look: PlotLook): Record<string, unknown> {
  const slices = answer.groups.map(({ x, values }) => ({
    name: visibleText(groupName(x, answer.unit), 60),
    figure: values[0] ?? null,
  }));
  const { others } = answer;
  if (others !== undefined)
    slices.push({ name: othersNamed(others.groups), figure: others.values[0] ?? null });
  const [measure] = spec.measures;
  return {
    ...sharedOption(look, false),
    series: [
      {
        type: "pie",
        name: measure === undefined ? "" : visibleText(measureName(measure), 60),
        radius: ["42%", "76%"],
        itemStyle: { borderColor: look.colors.paper, borderWidth: 2 },
        label: { show: !look.isSmall, color: look.colors.ink, formatter: "{b}  {d}%" },
        labelLine: { lineStyle: { color: look.colors.line } },
        data: slices.map(({ name, figure }) => ({
          name,
          value: drawnNumber(figure),
          note: { group: name, figure: figure ?? "none" },
        })),
      },
    ],
  };
}

/** Draws a point for each row, or for rows that lie close together. */
export function scatterOption(spec: PlotSpec, answer: PointAnswer, look: PlotLook): Record<string, unknown> {
  const names =
    answer.series.length > 0 ? [...answer.series.map((value) => categoryName(value)), "Others"] : [""];
  const position = (text: string, kind: ColumnKind): number =>
    isTime(kind) ? parseTime(text) : Number(text);
  const series = names.map((name) => ({
    type: "scatter",
    name: name === "" ? visibleText(spec.y ?? spec.x, 60) : visibleText(name, 60),
    itemStyle: { opacity: 0.65 },
    data: answer.points
      .filter(
        ({ series: own, isOther }) =>
          name === "" || name === (isOther ? "Others" : categoryName(own ?? null)),
      )
      .map(({ x, y, rows }) => ({
        value: [position(x, answer.xKind), position(y, answer.yKind)],
        symbolSize: Math.min(24, 5 + 2 * Math.log2(rows)),
        note: {
          group: `${visibleText(spec.x, 40)} ${x}`,
          figure: rows > 1 ? `${y}, ${formatCount(rows)} rows` : y,
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

/** Draws the first measure of each pair of groups as a colour. */
export function heatOption(_spec: PlotSpec, answer: GroupAnswer, look: PlotLook): Record<string, unknown> {
  const columns = [...new Set(answer.groups.map(({ x }) => x))];
  const rows = [...new Set(answer.groups.map(({ series = null, isOther }) => seriesName(series, isOther)))];
  const cells = answer.groups.flatMap(({ x, series = null, isOther, values }) => {
    const value = drawnNumber(values[0]);
    if (value === null) return [];
    const row = seriesName(series, isOther);
    return [
      {
        value: [columns.indexOf(x), rows.indexOf(row), value],
        note: { group: `${groupName(x, answer.unit, answer.binWidth)}, ${row}`, figure: values[0] ?? "" },
      },
    ];
  });
  const figures = cells.map(({ value }) => value[2] ?? 0);
  const names = columns.map((x) => visibleText(groupName(x, answer.unit, answer.binWidth), 40));
  const shared = sharedOption(look, false);
  return {
    ...shared,
    grid: { top: 12, left: 12, right: look.isSmall ? 12 : 84, bottom: 8, containLabel: true },
    xAxis: { ...axisLook(look), type: "category", data: names, splitArea: { show: false } },
    yAxis: { ...axisLook(look), type: "category", data: rows.map((row) => visibleText(row, 40)) },
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

/** Draws the five numbers of each group, and the extremes beyond its whiskers. */
export function boxOption(spec: PlotSpec, answer: BoxAnswer, look: PlotLook): Record<string, unknown> {
  const { boxes, unit } = answer;
  const names = boxes.map(({ x }) => visibleText(groupName(x, unit), 60));
  const extremes = boxes.flatMap(({ min, max, lowWhisker, highWhisker }, index) => {
    const beyond = [...(min === lowWhisker ? [] : [min]), ...(max === highWhisker ? [] : [max])];
    return beyond.map((figure) => ({
      value: [index, Number(figure)],
      note: { group: names[index] ?? "", figure },
    }));
  });
  return {
    ...sharedOption(look, false),
    xAxis: { ...axisLook(look), type: "category", data: names },
    yAxis: { ...axisLook(look), type: spec.log === true ? "log" : "value", scale: true },
    series: [
      {
        type: "boxplot",
        name: visibleText(spec.y ?? spec.x, 60),
        itemStyle: { color: `${look.colors.marks[0] ?? ""}33`, borderColor: look.colors.marks[0] },
        data: boxes.map(({ lowWhisker, q1, median, q3, highWhisker }, index) => ({
          value: [lowWhisker, q1, median, q3, highWhisker].map(Number),
          note: {
            group: names[index] ?? "",
            figure: `${lowWhisker} · ${q1} · ${median} · ${q3} · ${highWhisker}`,
          },
        })),
      },
      { type: "scatter", name: "Extremes", symbolSize: 5, data: extremes },
    ],
  };
}
