import type { ChartAnswer, ColumnKind, PointAnswer } from "@wellhead/workbench/protocol";
import { ScatterChart } from "echarts/charts";
import { formatCount } from "../../text/format-amount.js";
import { parseTime } from "../../text/parse-time.js";
import { visibleText } from "../../text/visible-text.js";
import type { PlotSpec } from "../../workbench/view/plot-spec.js";
import { use } from "./echarts.js";
import type { MarkNote } from "./mark-note.js";
import { type DrawnSeries, endsOf, type PlotDrawing, zoomOf } from "./plot-drawing.js";
import { axisLook, drawnNumber, type PlotLook, sharedOption } from "./plot-look.js";
import { nameSeries, seriesKey, shortNumber } from "./plot-names.js";
import { formatTime } from "./time-steps.js";

use([ScatterChart]);

/** Draws a point for each row, or for rows that lie close together. */
export function draw(spec: PlotSpec, answer: ChartAnswer, look: PlotLook): PlotDrawing {
  if (answer.kind !== "points")
    throw new TypeError(`Could not draw a scatter plot: expected points, got ${answer.kind}`);
  const { points, xKind, yKind } = answer;
  const hasSeries = answer.series.length > 0;
  const axis = (kind: ColumnKind): Record<string, unknown> => ({
    ...axisLook(look),
    type: isTime(kind) ? "time" : "value",
    scale: true,
  });
  return {
    colors: look.colors.marks,
    hasLegend: hasSeries && !look.isSmall,
    axis: {
      direction: "x",
      isCategory: false,
      ends: endsOf(points.flatMap(({ x }) => positionOf(x, xKind) ?? [])),
      nameOf: (at) => (isTime(xKind) ? formatTime(at, undefined) : shortNumber(at)),
      isShared: false,
      zoom: zoomOf(points.length, look.isSmall),
    },
    option: {
      ...sharedOption(look),
      xAxis: axis(xKind),
      yAxis: spec.log === true && !isTime(yKind) ? { ...axisLook(look), type: "log" } : axis(yKind),
      series: pointSeries(spec, answer),
    },
  };
}

function positionOf(text: string, kind: ColumnKind, isLog = false): number | null {
  if (!isTime(kind)) return drawnNumber(text, isLog);
  const time = parseTime(text);
  return Number.isFinite(time) ? time : null;
}

function pointSeries(spec: PlotSpec, answer: PointAnswer): readonly DrawnSeries[] {
  const named = nameSeries(answer.series, answer.points);
  const single = { key: undefined, name: visibleText(spec.y ?? spec.x, 60) };
  const series = (named.length === 0 ? [single] : named).map(({ key, name }) => ({
    type: "scatter",
    name,
    itemStyle: { opacity: 0.65 },
    data: answer.points
      .filter((point) => key === undefined || seriesKey(point) === key)
      .map(({ x, y, rows }) => ({
        value: [positionOf(x, answer.xKind), positionOf(y, answer.yKind, spec.log)],
        symbolSize: Math.min(24, 5 + 2 * Math.log2(rows)),
        note: {
          group: `${visibleText(spec.x, 40)} ${x}`,
          figure: rows > 1 ? `${y}, ${formatCount(rows)} rows` : y,
          where: rows > 1 ? undefined : rowsAt(spec, x, y),
        },
      })),
  }));
  return series.filter(({ data }) => data.length > 0);
}

/** Returns the conditions of the rows at a point. */
function rowsAt(spec: PlotSpec, x: string, y: string): MarkNote["where"] {
  return [
    { column: spec.x, operator: "equals", value: x },
    { column: spec.y ?? spec.x, operator: "equals", value: y },
  ];
}

function isTime(kind: ColumnKind): boolean {
  return kind === "date" || kind === "time" || kind === "instant";
}
