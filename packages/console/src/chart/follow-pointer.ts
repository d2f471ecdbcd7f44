import type { EChart } from "./draw/echarts.js";
import { noteOf } from "./draw/mark-note.js";
import type { GroupAxis, PlotDrawing } from "./draw/plot-drawing.js";
import { type MarksAt, marksAt } from "./marks-at.js";
import { areaAround } from "./plot-area.js";
import { type PlotPosition, PlotTooltip } from "./plot-tooltip.js";

/** What the library reports about the mark below the pointer, as far as it is used. */
interface MarkEvent {
  readonly data?: unknown;
  readonly seriesName?: string;
  readonly color?: unknown;
  readonly event?: { readonly offsetX: number; readonly offsetY: number };
}

/** What is shown, and who is told of what the pointer is on. */
export interface FollowedPlot {
  /** Returns what the chart shows. */
  readonly current: () => PlotDrawing;
  /** Receives the mark below the pointer, and `undefined` when there is none. */
  readonly hover: (mark: unknown) => void;
}

/** Shows a tooltip at the pointer: of the mark below it, or of all marks at its position of the axis. */
export function followPointer(chart: EChart, frame: HTMLElement, { current, hover }: FollowedPlot): void {
  const tooltip = new PlotTooltip(frame);
  const line = new PointerLine(chart, frame);
  const hide = (): void => {
    tooltip.hide();
    line.hide();
  };
  const isShared = (): boolean => current().axis?.isShared === true;
  chart.on("mousemove", ({ data, seriesName = "", color, event }: MarkEvent) => {
    const note = noteOf(data);
    if (isShared() || note === undefined || event === undefined) return;
    const dot = typeof color === "string" ? color : undefined;
    tooltip.show([{ note, series: seriesName, color: dot }], [event.offsetX, event.offsetY]);
    hover(data);
  });
  chart.on("mouseout", () => {
    if (isShared()) return;
    tooltip.hide();
    hover(undefined);
  });
  chart.getZr().on("mousemove", ({ offsetX, offsetY }) => {
    const { axis, option, colors } = current();
    if (axis?.isShared !== true) return;
    const at: PlotPosition = [offsetX, offsetY];
    const found = findMarks(chart, { axis, option }, at);
    if (found === undefined) return hide();
    line.show(axis, found, at);
    const marks = found.marks.flatMap(({ mark, seriesIndex }) => {
      const series = option.series[seriesIndex]?.name ?? "";
      return mark.note === undefined
        ? []
        : [{ note: mark.note, series, color: colors[seriesIndex % colors.length] }];
    });
    tooltip.show(marks, at);
  });
  chart.getZr().on("globalout", hide);
}

function findMarks(
  chart: EChart,
  { axis, option }: { readonly axis: GroupAxis; readonly option: PlotDrawing["option"] },
  at: PlotPosition,
): MarksAt | undefined {
  if (areaAround(chart, at) === undefined) return undefined;
  const pixel = axis.direction === "x" ? at[0] : at[1];
  return marksAt(option.series, axis, chart.convertFromPixel(axisFinder(axis), pixel));
}

function axisFinder({ direction }: GroupAxis) {
  return direction === "x" ? { xAxisIndex: 0 } : { yAxisIndex: 0 };
}

/** The line through the marks that a tooltip shows. They are emphasized. */
class PointerLine {
  readonly #chart: EChart;
  readonly #frame: HTMLElement;
  readonly #line = document.createElement("div");
  #shown: MarksAt | undefined;

  constructor(chart: EChart, frame: HTMLElement) {
    this.#chart = chart;
    this.#frame = frame;
  }

  show(axis: GroupAxis, found: MarksAt, at: PlotPosition): void {
    const area = areaAround(this.#chart, at);
    if (area === undefined) return;
    if (found.position !== this.#shown?.position) this.#emphasize(found);
    const pixel = this.#chart.convertToPixel(axisFinder(axis), found.position);
    const isAcross = axis.direction === "y";
    this.#line.className = isAcross ? "plot-line across" : "plot-line";
    const { style } = this.#line;
    style.left = `${isAcross ? area.left : pixel}px`;
    style.top = `${isAcross ? pixel : area.top}px`;
    style.width = isAcross ? `${area.right - area.left}px` : "0";
    style.height = isAcross ? "0" : `${area.bottom - area.top}px`;
    this.#frame.append(this.#line);
  }

  hide(): void {
    this.#line.remove();
    this.#emphasize(undefined);
  }

  #emphasize(next: MarksAt | undefined): void {
    for (const [type, found] of [
      ["downplay", this.#shown],
      ["highlight", next],
    ] as const) {
      const batch = found?.marks.map(({ seriesIndex, dataIndex }) => ({ seriesIndex, dataIndex })) ?? [];
      if (batch.length > 0) this.#chart.dispatchAction({ type, batch });
    }
    this.#shown = next;
  }
}
