import type { PlotColors } from "./plot-colors.js";
import { plotTooltip } from "./plot-tooltip.js";

/** How a chart is drawn. */
export interface PlotLook {
  readonly colors: PlotColors;
  /** Whether it is drawn small above the table: without legend and zoom bar. */
  readonly isSmall: boolean;
  /** Title in the picture; none on the page, where it is a heading. */
  readonly title?: string;
  /** What the rows of the picture lack, such as those after a failure; empty for nothing. */
  readonly mark?: string;
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

/** Returns the parts of a chart that all kinds share: colours, tooltip, legend and margins. */
export function sharedOption(
  { colors, isSmall, title, mark = "" }: PlotLook,
  legend: boolean,
): Record<string, unknown> {
  const head = (title === undefined ? 0 : 28) + (mark === "" ? 0 : 22);
  const top = 12 + head + (legend && !isSmall ? 28 : 0);
  return {
    // Times are drawn as they are written, without the time zone of the browser.
    useUTC: true,
    animation: false,
    color: colors.marks,
    backgroundColor: "transparent",
    textStyle: { color: colors.ink, fontFamily: "system-ui, sans-serif", fontSize: 12 },
    grid: { top, left: 12, right: 20, bottom: 8, containLabel: true },
    tooltip: plotTooltip(colors),
    legend: {
      show: legend && !isSmall,
      type: "scroll",
      top: head,
      icon: "roundRect",
      itemHeight: 10,
      itemWidth: 10,
      textStyle: { color: colors.ink },
      pageTextStyle: { color: colors.faint },
      pageIconColor: colors.ink,
    },
    ...(title !== undefined && {
      title: {
        text: title,
        left: 0,
        textStyle: { color: colors.ink, fontSize: 14, fontWeight: 600 },
        ...(mark !== "" && { subtext: mark, subtextStyle: { color: colors.bad, fontSize: 13 } }),
      },
    }),
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

/** Returns the zoom of an axis: with the mouse inside the chart, and with a bar below it when there is much to see. */
export function zoom(points: number, { isSmall, colors }: PlotLook): readonly Record<string, unknown>[] {
  const inside = { type: "inside", zoomOnMouseWheel: "ctrl", moveOnMouseMove: true, filterMode: "none" };
  if (isSmall || points < 40) return [inside];
  const bar = {
    type: "slider",
    height: 18,
    bottom: 6,
    filterMode: "none",
    borderColor: colors.line,
    fillerColor: `${colors.marks[0] ?? colors.ink}33`,
    textStyle: { color: colors.faint },
    showDataShadow: false,
    brushSelect: false,
  };
  return [inside, bar];
}
