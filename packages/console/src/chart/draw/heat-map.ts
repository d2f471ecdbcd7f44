import type { ChartAnswer, GroupAnswer } from "@wellhead/workbench/protocol";
import { HeatmapChart } from "echarts/charts";
import { CanvasRenderer } from "echarts/renderers";
import { parseTime } from "../../text/parse-time.js";
import type { PlotSpec } from "../../workbench/view/plot-spec.js";
import { use } from "./echarts.js";
import { heatColor } from "./heat-color.js";
import { rowsOfMark } from "./mark-rows.js";
import { filledCategories } from "./plot-categories.js";
import { type DrawnMark, endsOf, type HeatKey, type PlotDrawing } from "./plot-drawing.js";
import { axisLook, drawnNumber, type PlotLook, sharedOption } from "./plot-look.js";
import { nameSeries, seriesKey } from "./plot-names.js";

// Only the thousands of cells of a heat map are drawn on a canvas: as elements they would hold the page up.
use([CanvasRenderer, HeatmapChart]);

export { HeatScale as Scale } from "./heat-scale.js";

/** Draws the first measure of each pair of groups as a colour. */
export function draw(spec: PlotSpec, answer: ChartAnswer, look: PlotLook): PlotDrawing {
  if (answer.kind !== "groups")
    throw new TypeError(`Could not draw a heat map: expected groups, got ${answer.kind}`);
  const { others: _, ...withoutOthers } = answer;
  const columns = filledCategories(withoutOthers);
  const rows = nameSeries(inOrder(answer.series), answer.groups);
  const key = {
    ends: endsOf(answer.groups.flatMap(({ values }) => drawnNumber(values[0]) ?? [])),
    colors: look.colors.heat,
  };
  const shared = sharedOption(look);
  const category = { ...axisLook(look), type: "category" };
  return {
    colors: look.colors.marks,
    hasLegend: false,
    ...(!look.isSmall && { heatKey: key }),
    option: {
      ...shared,
      grid: { ...shared.grid, right: look.isSmall ? 12 : 84 },
      xAxis: { ...category, data: columns.map(({ name }) => name), splitArea: { show: false } },
      yAxis: { ...category, data: rows.map(({ name }) => name) },
      series: [{ type: "heatmap", name: "", data: cellsOf(spec, answer, { columns, rows, key }) }],
    },
  };
}

/** The axes of a heat map, and the colours of its cells. */
interface HeatAxes {
  readonly columns: ReturnType<typeof filledCategories>;
  readonly rows: ReturnType<typeof nameSeries>;
  readonly key: HeatKey;
}

function cellsOf(
  spec: PlotSpec,
  { groups }: GroupAnswer,
  { columns, rows, key: heatKey }: HeatAxes,
): readonly DrawnMark[] {
  const columnOf = new Map(columns.map(({ x }, index) => [x, index]));
  const rowOf = new Map(rows.map(({ key }, index) => [key, index]));
  return groups.flatMap((group) => {
    const value = drawnNumber(group.values[0]);
    const [column = 0, row = 0] = [columnOf.get(group.x), rowOf.get(seriesKey(group))];
    if (value === null) return [];
    const name = `${columns[column]?.name ?? ""}, ${rows[row]?.name ?? ""}`;
    const note = { group: name, figure: group.values[0] ?? "", where: rowsOfMark(spec, group) };
    return [{ value: [column, row, value], itemStyle: { color: heatColor(heatKey, value) }, note }];
  });
}

/** Orders values that are all numbers or times, so that the rows of a heat map are an axis. */
function inOrder(values: readonly (string | null)[]): readonly (string | null)[] {
  const known = values.filter((value) => value !== null);
  const position = known.every((value) => drawnNumber(value) !== null) ? Number : parseTime;
  if (!known.every((value) => Number.isFinite(position(value)))) return values;
  const sorted = known.toSorted((left, right) => position(left) - position(right));
  return known.length === values.length ? sorted : [...sorted, null];
}
