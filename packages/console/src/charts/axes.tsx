import type { JSX } from "preact";
import type { Axis } from "./axis-ticks.js";
import { shortNumber } from "./axis-ticks.js";
import type { ChartColors } from "./chart-colors.js";
import { margins } from "./chart-props.js";

/** Props of the vertical axis, including its grid lines. */
export interface UpAxisProps {
  readonly axis: Axis;
  readonly y: (value: number) => number;
  readonly width: number;
  readonly colors: ChartColors;
}

/** Draws the grid lines and numbers of the vertical axis. */
export function UpAxis({ axis, y, width, colors }: UpAxisProps): JSX.Element {
  return (
    <g>
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={margins.left}
            x2={width - margins.right}
            y1={y(tick)}
            y2={y(tick)}
            stroke={colors.line}
            stroke-width="1"
          />
          <text x={margins.left - 8} y={y(tick) + 4} text-anchor="end" font-size="12" fill={colors.faint}>
            {shortNumber(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Props of the labels along the bottom. */
export interface LabelsProps {
  readonly labels: readonly { readonly at: number; readonly text: string }[];
  readonly height: number;
  readonly colors: ChartColors;
}

/** Draws as many labels along the bottom as fit. */
export function Labels({ labels, height, colors }: LabelsProps): JSX.Element {
  const longest = Math.max(1, ...labels.map(({ text }) => text.length));
  const room = labels.length < 2 ? 1_000 : Math.abs((labels[1]?.at ?? 0) - (labels[0]?.at ?? 0));
  const tilted = longest * 7 > room && longest > 8;
  const step = Math.max(1, Math.ceil((tilted ? 20 : longest * 7.5) / room));
  const y = height - margins.bottom + 18;
  return (
    <g font-size="12" fill={colors.faint}>
      {labels
        .filter((_, index) => index % step === 0)
        .map(({ at, text }, index) => (
          <text
            key={index}
            x={at}
            y={y}
            text-anchor={tilted ? "end" : "middle"}
            transform={tilted ? `rotate(-28 ${at} ${y - 6})` : undefined}
          >
            {text.length > 18 ? `${text.slice(0, 17)}…` : text}
          </text>
        ))}
    </g>
  );
}
