import type { JSX, RefObject } from "preact";
import { BarChart } from "./bar-chart.js";
import type { ChartProps } from "./chart-props.js";
import { PieChart } from "./pie-chart.js";
import { ScatterChart } from "./scatter-chart.js";

/** Props of `ChartView`, with a reference to the element that can be saved. */
export interface ChartViewProps extends ChartProps {
  readonly title: string;
  readonly picture: RefObject<SVGSVGElement | null>;
}

/** Draws a chart as a self-contained picture, without external style sheets or scripts. */
export function ChartView({ title, picture, ...props }: ChartViewProps): JSX.Element {
  const { spec, colors, width, height } = props;
  const font = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
  return (
    <svg
      ref={picture}
      class="chart"
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={title}
      font-family={font}
    >
      <rect width={width} height={height} fill={colors.paper} />
      {spec.kind === "pie" ? <PieChart {...props} /> : null}
      {spec.kind === "scatter" ? <ScatterChart {...props} /> : null}
      {spec.kind === "pie" || spec.kind === "scatter" ? null : <BarChart {...props} />}
    </svg>
  );
}
