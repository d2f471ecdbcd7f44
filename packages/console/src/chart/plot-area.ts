import type { EChart } from "./draw/echarts.js";
import type { PlotPosition } from "./plot-tooltip.js";

/** The area between the axes of a chart, in pixels of its element. */
export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the area between the axes around a position; `undefined` when the position is not in it. */
export function areaAround(chart: EChart, [left, top]: PlotPosition): PlotArea | undefined {
  const isInside = (at: number, isAcross: boolean): boolean =>
    chart.containPixel({ gridIndex: 0 }, isAcross ? [at, top] : [left, at]);
  if (!isInside(left, true)) return undefined;
  return {
    left: edge(left, 0, (at) => isInside(at, true)),
    right: edge(left, chart.getWidth(), (at) => isInside(at, true)),
    top: edge(top, 0, (at) => isInside(at, false)),
    bottom: edge(top, chart.getHeight(), (at) => isInside(at, false)),
  };
}

// The library only tells whether a position is between the axes, so that an edge is found by halving.
function edge(inside: number, outside: number, isInside: (at: number) => boolean): number {
  let [near, far] = [inside, outside];
  while (Math.abs(far - near) > 0.25) {
    const middle = (near + far) / 2;
    if (isInside(middle)) near = middle;
    else far = middle;
  }
  return near;
}
