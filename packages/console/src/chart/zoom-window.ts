import type { GroupAxis } from "./draw/plot-drawing.js";

/** The part of an axis that is shown: from 0, its first position, to 1, its last. */
export interface ZoomWindow {
  readonly start: number;
  readonly end: number;
}

/** Shows the whole axis. */
export const wholeAxis: ZoomWindow = { start: 0, end: 1 };

/** Steps of a control for an axis whose positions have no steps of their own. */
const steps = 200;

/** Returns the number of steps in which a control changes the window. */
export function stepsOf({ isCategory, ends: [, last] }: GroupAxis): number {
  return isCategory ? Math.max(1, last) : steps;
}

/** Returns the position of the axis at a share of it. */
export function positionAt({ isCategory, ends: [first, last] }: GroupAxis, share: number): number {
  const position = first + (last - first) * share;
  return isCategory ? Math.round(position) : position;
}

/** Returns the ends of the axis for a window; `null` where it is not zoomed, so that the axis ends at a round number. */
export function axisEnds(
  axis: GroupAxis,
  { start, end }: ZoomWindow,
): Readonly<Record<string, number | null>> {
  const isWhole = start <= 0 && end >= 1;
  return {
    min: isWhole ? null : positionAt(axis, start),
    max: isWhole ? null : positionAt(axis, end),
  };
}

/** Moves a window without changing its size. It stays on the axis. */
export function moveWindow({ start, end }: ZoomWindow, share: number): ZoomWindow {
  const moved = Math.max(-start, Math.min(share, 1 - end));
  return { start: start + moved, end: end + moved };
}

/** Returns a window that is as close to a start and a size as the axis and the smallest size allow. */
function windowFrom(start: number, size: number, minSize: number): ZoomWindow {
  const kept = Math.max(minSize, Math.min(size, 1));
  const first = Math.max(0, Math.min(start, 1 - kept));
  return { start: first, end: first + kept };
}

/** What pointers hold: one moves the window, two also resize it. */
export interface HeldShares {
  /** Shares of the axis that they hold. */
  readonly shares: readonly number[];
  /** Where they are now, as shares of the window. */
  readonly at: readonly number[];
}

/** Returns the window that keeps what pointers hold under them. */
export function windowUnder(
  { start, end }: ZoomWindow,
  { shares: [first = 0, second], at: [firstAt = 0, secondAt = firstAt] }: HeldShares,
  minSize: number,
): ZoomWindow {
  const canResize = second !== undefined && Math.abs(secondAt - firstAt) > 0.01;
  const size = canResize ? Math.abs((second - first) / (secondAt - firstAt)) : end - start;
  return windowFrom(first - firstAt * size, size, minSize);
}

/** Returns the window after a turn of the wheel at a share of the window, which stays where it is. */
export function windowScaled(
  { start, end }: ZoomWindow,
  { factor, at }: { readonly factor: number; readonly at: number },
  minSize: number,
): ZoomWindow {
  const size = Math.max(minSize, Math.min((end - start) * factor, 1));
  return windowFrom(start + at * (end - start - size), size, minSize);
}
