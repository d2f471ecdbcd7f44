import type { ChartQuery } from "@wellhead/workbench/protocol";
import { countRows, type PlotSpec } from "../view/plot-spec.js";

// A histogram with more bins than this has bars of a few pixels on a small screen.
const histogramBins = 40;
const heatMapRows = 40;

/** Returns the query for the figures of a chart. They are computed by the service, over all rows. */
export function plotQuery(spec: PlotSpec): ChartQuery {
  const { kind, x, y = x, series, unit, measures } = spec;
  const axis = { column: x, ...(unit !== undefined && { unit }) };
  const split = series === undefined ? {} : { series: { column: series } };
  switch (kind) {
    case "scatter":
      return { kind: "points", x, y, ...(series !== undefined && { series }) };
    case "box":
      return { kind: "boxes", x: axis, y };
    case "histogram":
      return { kind: "groups", x: { column: x, bins: histogramBins }, ...split, measures: [countRows] };
    case "heat map":
      return {
        kind: "groups",
        x: axis,
        series: { column: y },
        measures: measures.slice(0, 1),
        maxSeries: heatMapRows,
      };
    default:
      return { kind: "groups", x: axis, ...split, measures };
  }
}
