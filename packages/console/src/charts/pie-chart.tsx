import type { JSX } from "preact";
import { visibleText } from "../text/visible-text.js";
import { shortNumber } from "./axis-ticks.js";
import type { ChartProps } from "./chart-props.js";

/** Draws shares of a whole, with a legend. Values of zero or less are omitted. */
export function PieChart({ data, colors, width, height }: ChartProps): JSX.Element {
  const bars = data.bars.filter(({ value }) => value > 0);
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const radius = Math.min(height / 2 - 24, width / 4);
  const center = { x: Math.max(radius + 16, width * 0.32), y: height / 2 };
  let turned = 0;
  const slices = bars.map(({ label, value }, index) => {
    const from = turned;
    turned += value / total;
    return {
      label: visibleText(label, 40),
      value,
      color: colors.marks[index % colors.marks.length],
      path: slice(center, radius, [from, turned]),
    };
  });
  const legend = { x: center.x + radius + 32, y: height / 2 - slices.length * 12 };
  return (
    <g>
      {slices.map(({ label, value, color, path }, index) => (
        <path key={index} d={path} fill={color} stroke={colors.paper} stroke-width="2">
          <title>{`${label}: ${shortNumber(value)} (${percent(value, total)})`}</title>
        </path>
      ))}
      {slices.map(({ label, value, color }, index) => (
        <g key={index}>
          <rect x={legend.x} y={legend.y + index * 24} width="12" height="12" rx="3" fill={color} />
          <text x={legend.x + 20} y={legend.y + index * 24 + 10} font-size="13" fill={colors.ink}>
            {`${label.length > 16 ? `${label.slice(0, 15)}…` : label} ${percent(value, total)}`}
          </text>
        </g>
      ))}
    </g>
  );
}

function slice(
  center: { readonly x: number; readonly y: number },
  radius: number,
  [from, to]: readonly [number, number],
): string {
  // The arc of a full circle would end where it starts, so it is drawn as two halves.
  if (to - from > 0.9999) {
    const { x, y } = center;
    return `M${x} ${y - radius}A${radius} ${radius} 0 1 1 ${x} ${y + radius}A${radius} ${radius} 0 1 1 ${x} ${y - radius}Z`;
  }
  const point = (turn: number): string => {
    const angle = turn * 2 * Math.PI - Math.PI / 2;
    return `${(center.x + radius * Math.cos(angle)).toFixed(2)} ${(center.y + radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${center.x} ${center.y}L${point(from)}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${point(to)}Z`;
}

function percent(value: number, total: number): string {
  return `${((value / total) * 100).toFixed(1)}%`;
}
