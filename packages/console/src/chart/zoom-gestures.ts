import type { EChart } from "./draw/echarts.js";
import { areaAround, type PlotArea } from "./plot-area.js";
import type { PlotPosition } from "./plot-tooltip.js";
import { wholeAxis, windowScaled, windowUnder, type ZoomWindow } from "./zoom-window.js";

/** The zoom that gestures change. */
export interface GestureZoom {
  /** Returns the window; `undefined` for a chart that is not zoomed. */
  readonly current: () => ZoomWindow | undefined;
  /** Returns the smallest size of the window. */
  readonly minSize: () => number;
  readonly change: (next: ZoomWindow) => void;
  /** Aborted when the chart is removed. */
  readonly signal: AbortSignal;
}

/** What the pointers hold that are down. */
interface Hold {
  readonly area: PlotArea;
  /** Where each pointer is, by its identifier. */
  readonly pointers: ReadonlyMap<number, number>;
  /** Share of the axis that each pointer holds, in the same order. */
  readonly shares: readonly number[];
}

/** Zooms a chart with the wheel while Ctrl is down and with two fingers, and moves what it shows with the pointer. */
export function followGestures(chart: EChart, frame: HTMLElement, zoom: GestureZoom): void {
  frame.addEventListener(
    "wheel",
    (event) => {
      const at = placeIn(frame, event);
      const [window, area] = [zoom.current(), areaAround(chart, at)];
      if (!event.ctrlKey || window === undefined || area === undefined) return;
      event.preventDefault();
      const factor = Math.exp(Math.max(-1, Math.min(event.deltaY / 300, 1)));
      zoom.change(windowScaled(window, { factor, at: shareOf(area, at[0]) }, zoom.minSize()));
    },
    { passive: false },
  );
  followPointers(chart, frame, zoom);
}

function placeIn(frame: HTMLElement, { clientX, clientY }: MouseEvent): PlotPosition {
  const { left, top } = frame.getBoundingClientRect();
  return [clientX - left, clientY - top];
}

function shareOf({ left, right }: PlotArea, at: number): number {
  return (at - left) / Math.max(1, right - left);
}

function followPointers(chart: EChart, frame: HTMLElement, zoom: GestureZoom): void {
  const { signal } = zoom;
  let hold: Hold | undefined;
  const take = (area: PlotArea, pointers: ReadonlyMap<number, number>): void => {
    const { start, end } = zoom.current() ?? wholeAxis;
    const shares = [...pointers.values()].map((at) => start + shareOf(area, at) * (end - start));
    hold = pointers.size === 0 ? undefined : { area, pointers, shares };
  };
  frame.addEventListener("pointerdown", (event) => {
    const at = placeIn(frame, event);
    const area = hold?.area ?? areaAround(chart, at);
    if (area === undefined || event.button !== 0 || zoom.current() === undefined) return;
    take(area, new Map(hold?.pointers).set(event.pointerId, at[0]));
  });
  const move = (event: PointerEvent): void => {
    const window = zoom.current();
    if (hold === undefined || window === undefined || !hold.pointers.has(event.pointerId)) return;
    const pointers = new Map(hold.pointers).set(event.pointerId, placeIn(frame, event)[0]);
    const { area, shares } = hold;
    hold = { area, pointers, shares };
    const at = [...pointers.values()].map((left) => shareOf(area, left));
    zoom.change(windowUnder(window, { shares, at }, zoom.minSize()));
  };
  const release = ({ pointerId }: PointerEvent): void => {
    if (hold?.pointers.has(pointerId) !== true) return;
    take(hold.area, new Map([...hold.pointers].filter(([id]) => id !== pointerId)));
  };
  // A pointer may leave the chart while it moves it.
  document.addEventListener("pointermove", move, { signal });
  document.addEventListener("pointerup", release, { signal });
  document.addEventListener("pointercancel", release, { signal });
}
