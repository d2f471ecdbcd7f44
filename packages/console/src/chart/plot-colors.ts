/** Colours of a chart. They are written into the chart itself, so that a saved chart keeps them. */
export interface PlotColors {
  readonly paper: string;
  readonly ink: string;
  readonly faint: string;
  readonly line: string;
  /** Colour of a warning. */
  readonly bad: string;
  /** Colours of the series, in their order. */
  readonly marks: readonly string[];
  /** Colours of a heat map, from few to many. */
  readonly heat: readonly string[];
}

const light: PlotColors = {
  paper: "#ffffff",
  ink: "#17211f",
  faint: "#56635f",
  line: "#e1e6e3",
  bad: "#b0232a",
  marks: [
    "#0f766e",
    "#d97706",
    "#4f46e5",
    "#db2777",
    "#65a30d",
    "#0284c7",
    "#a16207",
    "#6b7280",
    "#9333ea",
    "#dc2626",
  ],
  heat: ["#e9f5f2", "#8fd0c4", "#2a9d8f", "#0f6b63", "#083f3a"],
};

const dark: PlotColors = {
  paper: "#131a19",
  ink: "#e6edeb",
  faint: "#9baca8",
  line: "#263230",
  bad: "#ff9a94",
  marks: [
    "#2dd4bf",
    "#fbbf24",
    "#a5b4fc",
    "#f9a8d4",
    "#bef264",
    "#7dd3fc",
    "#fde68a",
    "#cbd5e1",
    "#d8b4fe",
    "#fca5a5",
  ],
  heat: ["#16302d", "#17584f", "#1f8a7d", "#2dd4bf", "#c8fff5"],
};

/** Returns the chart colours of a theme. */
export function plotColors(isDark: boolean): PlotColors {
  return isDark ? dark : light;
}
