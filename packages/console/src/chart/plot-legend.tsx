import type { JSX } from "preact";
import type { PlotDrawing } from "./draw/plot-drawing.js";

/** Props of `PlotLegend`: a chart, and which of its series are hidden. */
export interface PlotLegendProps {
  readonly drawing: PlotDrawing;
  /** Names of the series that are hidden. */
  readonly hidden: ReadonlySet<string>;
  readonly change: (hidden: ReadonlySet<string>) => void;
  /** Emphasizes a series; none for `undefined`. */
  readonly emphasize: (name: string | undefined) => void;
}

/** Lists the series of a chart with their colours. Each is a button that hides its series and shows it again. */
export function PlotLegend({ drawing, hidden, change, emphasize }: PlotLegendProps): JSX.Element {
  const { option, colors } = drawing;
  return (
    <ul class="plot-legend" aria-label="Series">
      {option.series.map(({ name }, index) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={!hidden.has(name)}
            onClick={() => change(toggled(hidden, name))}
            onPointerEnter={() => emphasize(name)}
            onPointerLeave={() => emphasize(undefined)}
          >
            <i style={{ background: colors[index % colors.length] }} />
            <bdi>{name}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

function toggled(hidden: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return new Set(hidden.has(name) ? [...hidden].filter((one) => one !== name) : [...hidden, name]);
}
