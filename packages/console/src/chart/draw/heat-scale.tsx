import type { JSX } from "preact";
import type { PlotDrawing } from "./plot-drawing.js";
import { figureName } from "./plot-names.js";

/** Props of the scale of a chart: its drawing, and what the pointer is on. */
export interface ScaleProps {
  readonly drawing: PlotDrawing;
  /** The mark below the pointer. */
  readonly hovered: unknown;
  /** Emphasizes the marks of the first series at these places; none for an empty list. */
  readonly emphasize: (places: readonly number[]) => void;
}

/** Part of the scale whose cells are emphasized at the pointer. */
const emphasized = 0.1;

/** Shows the colours of a heat map from the least figure to the largest, and where the figure below the pointer is. */
export function HeatScale({ drawing, hovered, emphasize }: ScaleProps): JSX.Element | null {
  if (drawing.heatKey === undefined) return null;
  const { ends, colors } = drawing.heatKey;
  const [least, largest] = ends;
  const range = largest - least;
  const figure = figureOf(hovered);
  const share = figure === undefined || range === 0 ? undefined : (figure - least) / range;
  return (
    <div class="heat-scale" aria-hidden="true">
      <span>{figureName(largest)}</span>
      <div
        class="heat-colors"
        style={{ background: `linear-gradient(to top, ${colors.join(", ")})` }}
        onPointerMove={({ offsetY, currentTarget }) => {
          const at = largest - (offsetY / currentTarget.clientHeight) * range;
          emphasize(cellsAround(drawing, at, (range * emphasized) / 2));
        }}
        onPointerLeave={() => emphasize([])}
      >
        {share === undefined ? null : <i style={{ bottom: `${share * 100}%` }} />}
      </div>
      <span>{figureName(least)}</span>
    </div>
  );
}

/** Returns the figure of a cell; `undefined` for anything else. */
function figureOf(mark: unknown): number | undefined {
  if (typeof mark !== "object" || mark === null || !("value" in mark)) return undefined;
  const figure: unknown = Array.isArray(mark.value) ? mark.value[2] : undefined;
  return typeof figure === "number" ? figure : undefined;
}

function cellsAround({ option }: PlotDrawing, at: number, distance: number): readonly number[] {
  const cells = option.series[0]?.data ?? [];
  return cells.flatMap((mark, index) => {
    const figure = figureOf(mark);
    return figure !== undefined && Math.abs(figure - at) <= distance ? [index] : [];
  });
}
