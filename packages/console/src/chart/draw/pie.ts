import type { ChartAnswer } from "@wellhead/workbench/protocol";
import { PieChart } from "echarts/charts";
import { visibleText } from "../../text/visible-text.js";
import { measureName, type PlotSpec } from "../../workbench/view/plot-spec.js";
import { use } from "./echarts.js";
import type { MarkNote } from "./mark-note.js";
import { rowsOfMark } from "./mark-rows.js";
import { othersNamed } from "./plot-categories.js";
import type { PlotDrawing } from "./plot-drawing.js";
import { drawnNumber, type PlotLook, sharedOption } from "./plot-look.js";
import { groupName } from "./plot-names.js";

use([PieChart]);

/** Draws the first measure of each group as a share of the whole, with its percentage where the measure adds up. */
export function draw(spec: PlotSpec, answer: ChartAnswer, look: PlotLook): PlotDrawing {
  if (answer.kind !== "groups")
    throw new TypeError(`Could not draw a pie: expected groups, got ${answer.kind}`);
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
    colors: look.colors.marks,
    hasLegend: false,
    option: {
      ...sharedOption(look),
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
    },
  };
}
