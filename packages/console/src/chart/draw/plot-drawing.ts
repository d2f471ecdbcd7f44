import type { MarkNote } from "./mark-note.js";

/** A mark of a series: a point, a bar, a slice, a cell or a box. */
export interface DrawnMark {
  readonly value: unknown;
  /** What its tooltip says; absent where there is no value. */
  readonly note?: MarkNote | undefined;
}

/** A series, as the chart library takes it. */
export interface DrawnSeries extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly name: string;
  readonly data: readonly DrawnMark[];
}

/** The settings of the chart library. */
export interface PlotOption extends Readonly<Record<string, unknown>> {
  readonly series: readonly DrawnSeries[];
}

/** The axis of the groups, along which a tooltip is found and the chart is zoomed. */
export interface GroupAxis {
  /** Bars with long names lie on their side. */
  readonly direction: "x" | "y";
  /** Whether its positions are those of categories, from 0 on. */
  readonly isCategory: boolean;
  /** The first and the last position. */
  readonly ends: readonly [first: number, last: number];
  /** Names a position. */
  readonly nameOf: (position: number) => string;
  /** Whether a tooltip shows the marks of all series at a position, rather than only the mark below the pointer. */
  readonly isShared: boolean;
  /** How it is zoomed: by the pointer alone, or with a control when there is much to see. Default: not at all. */
  readonly zoom?: "pointer" | "control";
}

/** The key of a heat map: which colour means which figure. */
export interface HeatKey {
  readonly ends: readonly [least: number, largest: number];
  /** Colours at equal distances from the least to the largest. */
  readonly colors: readonly string[];
}

/** A chart: what the library draws, and what the elements around it need. */
export interface PlotDrawing {
  readonly option: PlotOption;
  /** Colours of the series, in their order. */
  readonly colors: readonly string[];
  /** Whether the series are listed, so that each can be hidden. */
  readonly hasLegend: boolean;
  readonly axis?: GroupAxis;
  readonly heatKey?: HeatKey;
}

/** Number of marks from which the zoom has a control. */
const minControlled = 40;

/** Returns how an axis with a number of marks is zoomed. */
export function zoomOf(marks: number, isSmall: boolean): NonNullable<GroupAxis["zoom"]> {
  return isSmall || marks < minControlled ? "pointer" : "control";
}

/** Returns the lowest and the highest of some numbers; 0 twice when there are none. */
export function endsOf(numbers: readonly number[]): readonly [low: number, high: number] {
  const [first = 0] = numbers;
  // The arguments of a function are limited, and there may be thousands of numbers.
  return numbers.reduce(
    ([low, high], number) => [Math.min(low, number), Math.max(high, number)],
    [first, first],
  );
}
