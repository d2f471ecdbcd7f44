import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { lazyComponent } from "../controls/lazy-component.js";
import { type PlotKind, plotKinds } from "../workbench/view/plot-spec.js";
import type { PlotColors } from "./draw/plot-colors.js";
import { loadKind } from "./load-kind.js";
import type { PlotCanvasProps } from "./plot-canvas.js";
import type { PlotFigures } from "./use-plot.js";

/** Props of `LazyPlot`: the figures of a chart and how they are drawn. */
export interface LazyPlotProps extends Omit<PlotCanvasProps, "drawing" | "Scale"> {
  readonly figures: PlotFigures;
  readonly colors: PlotColors;
  readonly isSmall: boolean;
}

/** Loads the component that shows a kind of chart. */
export async function loadPlot(kind: PlotKind): Promise<(props: LazyPlotProps) => JSX.Element> {
  const [{ PlotCanvas }, { draw, Scale }] = await Promise.all([import("./plot-canvas.js"), loadKind(kind)]);
  return function Plot({ figures, colors, isSmall, ...props }: LazyPlotProps): JSX.Element {
    const drawing = useMemo(
      () => draw(figures.spec, figures.answer, { colors, isSmall }),
      [figures, colors, isSmall],
    );
    return <PlotCanvas drawing={drawing} Scale={Scale} {...props} />;
  };
}

const plots = new Map(
  plotKinds.map((kind) => [
    kind,
    lazyComponent(
      () => loadPlot(kind),
      () => <div class="plot skeleton" />,
    ),
  ]),
);

/** Shows a chart. The code of its kind is loaded when it is first shown. */
export function LazyPlot(props: LazyPlotProps): JSX.Element | null {
  const Plot = plots.get(props.figures.spec.kind);
  return Plot === undefined ? null : <Plot {...props} />;
}
