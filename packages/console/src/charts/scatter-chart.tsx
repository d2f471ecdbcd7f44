import type { JSX } from "preact";
import { Labels, UpAxis } from "./axes.js";
import { makeAxis, shortNumber } from "./axis-ticks.js";
import { type ChartProps, margins } from "./chart-props.js";

/** Draws points from two columns. */
export function ScatterChart({ data, colors, width, height }: ChartProps): JSX.Element {
  const { points, datesAlong } = data;
  const across = makeAxis(
    points.map(([along]) => along),
    { fromZero: false, parts: 6 },
  );
  const up = makeAxis(
    points.map(([, value]) => value),
    { fromZero: false },
  );
  const inner = {
    width: width - margins.left - margins.right,
    height: height - margins.top - margins.bottom,
  };
  const x = (value: number): number =>
    margins.left + inner.width * ((value - across.least) / (across.most - across.least));
  const y = (value: number): number =>
    margins.top + inner.height * (1 - (value - up.least) / (up.most - up.least));
  const name = (value: number): string =>
    datesAlong ? new Date(value).toISOString().slice(0, 10) : shortNumber(value);
  return (
    <g>
      <UpAxis axis={up} y={y} width={width} colors={colors} />
      <g fill={colors.marks[0]} fill-opacity={points.length > 500 ? 0.35 : 0.65}>
        {points.map(([along, value], index) => (
          <circle key={index} cx={x(along).toFixed(1)} cy={y(value).toFixed(1)} r="3">
            <title>{`${name(along)}, ${shortNumber(value)}`}</title>
          </circle>
        ))}
      </g>
      <Labels
        labels={across.ticks.map((tick) => ({ at: x(tick), text: name(tick) }))}
        height={height}
        colors={colors}
      />
    </g>
  );
}
