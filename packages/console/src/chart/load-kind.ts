import type { ChartAnswer } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import type { PlotKind, PlotSpec } from "../workbench/view/plot-spec.js";
import type { ScaleProps } from "./draw/heat-scale.js";
import type { PlotDrawing } from "./draw/plot-drawing.js";
import type { PlotLook } from "./draw/plot-look.js";

/** The code of a kind of chart. */
export interface LoadedKind {
  /**
   * Draws an answer.
   *
   * @throws TypeError when the answer is not one to a query for this kind
   */
  readonly draw: (spec: PlotSpec, answer: ChartAnswer, look: PlotLook) => PlotDrawing;
  /** What shows which colour means what. Default: nothing, because colours tell only series apart. */
  readonly Scale?: (props: ScaleProps) => JSX.Element | null;
}

const kinds: Readonly<Record<PlotKind, () => Promise<LoadedKind>>> = {
  line: loadLines,
  area: loadLines,
  bar: loadBars,
  histogram: loadBars,
  pie: () => import("./draw/pie.js"),
  scatter: () => import("./draw/scatter.js"),
  box: () => import("./draw/box.js"),
  "heat map": () => import("./draw/heat-map.js"),
};

/** Loads the code of a kind of chart, with the part of the chart library that draws it. */
export function loadKind(kind: PlotKind): Promise<LoadedKind> {
  return kinds[kind]();
}

function loadLines(): Promise<LoadedKind> {
  return import("./draw/line.js");
}

function loadBars(): Promise<LoadedKind> {
  return import("./draw/bar.js");
}
