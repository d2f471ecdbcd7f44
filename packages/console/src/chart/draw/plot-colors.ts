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
    "#0284c7",
    "#d97706",
    "#4f46e5",
    "#db2777",
    "#65a30d",
    "#0f766e",
    "#a16207",
    "#6b7280",
    "#9333ea",
    "#dc2626",
  ],
  heat: ["#e8f2fa", "#9cc9e6", "#3a8fc7", "#0b5d94", "#083a5e"],
};

const dark: PlotColors = {
  paper: "#131a19",
  ink: "#e6edeb",
  faint: "#9baca8",
  line: "#263230",
  bad: "#ff9a94",
  marks: [
    "#7dd3fc",
    "#fbbf24",
    "#a5b4fc",
    "#f9a8d4",
    "#bef264",
    "#2dd4bf",
    "#fde68a",
    "#cbd5e1",
    "#d8b4fe",
    "#fca5a5",
  ],
  heat: ["#14283a", "#1b4b70", "#2b86c0", "#7dd3fc", "#dff4ff"],
};

/** Returns the chart colours of a theme. */
export function plotColors(isDark: boolean): PlotColors {
  return isDark ? dark : light;
}
