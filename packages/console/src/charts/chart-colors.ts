/** Colors of a chart. They are written into the chart itself, so that a saved chart keeps them. */
export interface ChartColors {
  readonly paper: string;
  readonly ink: string;
  readonly faint: string;
  readonly line: string;
  /** Colors of the marks; charts with a single color use the first one. */
  readonly marks: readonly string[];
}

const light: ChartColors = {
  paper: "#ffffff",
  ink: "#1c2b2a",
  faint: "#566563",
  line: "#dde4e1",
  marks: ["#0f766e", "#b45309", "#4f46e5", "#be185d", "#4d7c0f", "#0369a1", "#a16207", "#6b7280"],
};

const dark: ChartColors = {
  paper: "#151d1d",
  ink: "#e4ecea",
  faint: "#9fb0ad",
  line: "#2b3837",
  marks: ["#2dd4bf", "#fbbf24", "#a5b4fc", "#f9a8d4", "#bef264", "#7dd3fc", "#fde68a", "#cbd5e1"],
};

/** Returns the chart colors of a theme. */
export function chartColors(isDark: boolean): ChartColors {
  return isDark ? dark : light;
}
