import type { ChartAnswer } from "@wellhead/workbench/protocol";
import type { PlotSpec } from "../view/plot-spec.js";
import { groupOption } from "./group-option.js";
import { boxOption, heatOption, pieOption, scatterOption } from "./other-options.js";
import type { PlotLook } from "./plot-look.js";

/** Returns the drawing of an answer, as the chart library takes it. */
export function plotOption(spec: PlotSpec, answer: ChartAnswer, look: PlotLook): Record<string, unknown> {
  if (answer.kind === "points") return scatterOption(spec, answer, look);
  if (answer.kind === "boxes") return boxOption(spec, answer, look);
  if (spec.kind === "pie") return pieOption(spec, answer, look);
  return spec.kind === "heat map" ? heatOption(spec, answer, look) : groupOption(spec, answer, look);
}

/** Returns the number of marks in an answer; 0 when there is nothing to draw. */
export function markCount(answer: ChartAnswer): number {
  switch (answer.kind) {
    case "points":
      return answer.points.length;
    case "boxes":
      return answer.boxes.length;
    default:
      return answer.groups.filter(({ values }) => values.some((value) => value !== null)).length;
  }
}
