import type { PlotColors } from "./plot-colors.js";

/** How a chart is drawn. */
export interface PlotLook {
  readonly colors: PlotColors;
  /** Whether it is drawn small above the table: without legend and zoom control. */
  readonly isSmall: boolean;
}

/** The chart library computes the length of an axis, which would be beyond the largest double for larger numbers. */
const maxDrawn = 2 ** 1000;

/**
 * Converts the exact text of a number for drawing.
 *
 * @param isLog - Whether the axis is logarithmic, where only numbers above zero have a position. Default: false.
 * @returns `null` when the number has no position on the axis
 */
export function drawnNumber(text: string | null | undefined, isLog = false): number | null {
  if (text === null || text === undefined || text === "") return null;
  const value = Number(text);
  return Math.abs(value) <= maxDrawn && (value > 0 || !isLog) ? value : null;
}

/** The settings that charts of all kinds share. */
interface SharedOption extends Readonly<Record<string, unknown>> {
  readonly grid: Readonly<Record<string, unknown>>;
}

/** Returns the parts of a chart that all kinds share: colours and margins. */
export function sharedOption({ colors }: PlotLook): SharedOption {
  return {
    // Times are drawn as they are written, without the time zone of the browser.
    useUTC: true,
    animation: false,
    color: colors.marks,
    backgroundColor: "transparent",
    textStyle: { color: colors.ink, fontFamily: "system-ui, sans-serif", fontSize: 12 },
    grid: { top: 12, left: 12, right: 20, bottom: 8, containLabel: true },
  };
}

/** Returns the look of an axis. */
export function axisLook({ colors }: PlotLook): Record<string, unknown> {
  return {
    axisLine: { lineStyle: { color: colors.line } },
    axisTick: { show: false },
    axisLabel: { color: colors.faint, hideOverlap: true },
    splitLine: { lineStyle: { color: colors.line } },
    nameTextStyle: { color: colors.faint },
  };
}
