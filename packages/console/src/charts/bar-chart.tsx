import type { JSX } from "preact";
import { visibleText } from "../text/visible-text.js";
import { Labels, UpAxis } from "./axes.js";
import { makeAxis, shortNumber } from "./axis-ticks.js";
import { type ChartProps, margins } from "./chart-props.js";

interface Bar {
  readonly label: string;
  readonly value: number;
}

/** Positions in pixels. */
interface Place {
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  /** Vertical position of zero, or of the end of the axis closest to it. */
  readonly zero: number;
  /** Width available for one bar. */
  readonly slot: number;
}

/** Draws bars, a line or an area over labels. The three differ only in their marks. */
export function BarChart({ data, spec, colors, width, height }: ChartProps): JSX.Element {
  const bars = data.bars.map(({ label, value }) => ({ label: visibleText(label, 60), value }));
  const values = bars.map(({ value }) => value);
  const axis = makeAxis(values, { fromZero: spec.kind !== "line" });
  const inner = {
    width: width - margins.left - margins.right,
    height: height - margins.top - margins.bottom,
  };
  const y = (value: number): number =>
    margins.top + inner.height * (1 - (value - axis.least) / (axis.most - axis.least));
  const slot = inner.width / Math.max(1, bars.length);
  const x = (index: number): number => margins.left + slot * (index + 0.5);
  const place = { x, y, slot, zero: y(Math.max(axis.least, Math.min(0, axis.most))) };
  const marks = { bars, place, color: colors.marks[0] };
  return (
    <g>
      <UpAxis axis={axis} y={y} width={width} colors={colors} />
      {spec.kind === "area" ? <Area {...marks} /> : null}
      {spec.kind === "area" || spec.kind === "line" ? (
        <Line {...marks} />
      ) : (
        <Bars {...marks} gap={spec.kind === "histogram" ? 1 : Math.min(12, slot * 0.22)} />
      )}
      <Labels
        labels={bars.map(({ label }, index) => ({ at: x(index), text: label }))}
        height={height}
        colors={colors}
      />
    </g>
  );
}

interface MarksProps {
  readonly bars: readonly Bar[];
  readonly place: Place;
  readonly color: string | undefined;
}

function Bars({ bars, place, color, gap }: MarksProps & { readonly gap: number }): JSX.Element {
  const { x, y, zero, slot } = place;
  return (
    <g fill={color}>
      {bars.map(({ label, value }, index) => (
        <rect
          key={index}
          x={round(x(index) - slot / 2 + gap / 2)}
          y={round(Math.min(y(value), zero))}
          width={Math.max(1, round(slot - gap))}
          height={Math.max(1, round(Math.abs(y(value) - zero)))}
          rx={round(Math.min(3, slot / 8))}
        >
          <title>{`${label}: ${shortNumber(value)}`}</title>
        </rect>
      ))}
    </g>
  );
}

function Line({ bars, place, color }: MarksProps): JSX.Element {
  const { x, y } = place;
  return (
    <g fill={color}>
      <polyline
        points={pointsOf(bars, place)}
        fill="none"
        stroke={color}
        stroke-width="2.5"
        stroke-linejoin="round"
      />
      {bars.map(({ label, value }, index) => (
        <circle key={index} cx={round(x(index))} cy={round(y(value))} r={bars.length > 80 ? 2 : 3.5}>
          <title>{`${label}: ${shortNumber(value)}`}</title>
        </circle>
      ))}
    </g>
  );
}

function Area({ bars, place, color }: MarksProps): JSX.Element {
  const { x, zero } = place;
  const ends = [`${round(x(0))},${round(zero)}`, `${round(x(bars.length - 1))},${round(zero)}`];
  return (
    <polygon points={`${ends[0]} ${pointsOf(bars, place)} ${ends[1]}`} fill={color} fill-opacity="0.22" />
  );
}

function pointsOf(bars: readonly Bar[], { x, y }: Place): string {
  return bars.map(({ value }, index) => `${round(x(index))},${round(y(value))}`).join(" ");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
