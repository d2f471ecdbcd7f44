import type { ChartColors } from "./chart-colors.js";
import type { ChartData } from "./chart-data.js";
import type { ChartSpec } from "./chart-spec.js";

/** Props of a chart. */
export interface ChartProps {
  readonly data: ChartData;
  readonly spec: ChartSpec;
  readonly colors: ChartColors;
  readonly width: number;
  readonly height: number;
}

/** Space around the marks for the axes. */
export const margins = { top: 16, right: 20, bottom: 56, left: 64 } as const;
