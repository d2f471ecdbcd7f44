import type { JSX } from "preact";
import type { PlotKind } from "../view/plot-spec.js";

const drawings: Readonly<Record<PlotKind, string>> = {
  line: "M2 12l4-5 3 3 5-7",
  area: "M2 13.5V10l4-4.5 3 3 5-5.5v10.5z",
  bar: "M2.5 13.5v-5h2.5v5zM6.8 13.5v-11h2.5v11zM11 13.5v-8h2.5v8z",
  pie: "M7 9V3a6 6 0 1 0 6 6zM10 6V2a4 4 0 0 1 4 4z",
  scatter: "M2 2v12h12M5.5 10.5h.01M7.5 6.5h.01M9.5 9h.01M11 4.5h.01M12.5 7.5h.01",
  histogram: "M1.5 13.5h13M3 13.5v-3h2.5V7H8V3.5h2.5V9H13v4.5",
  "heat map": "M2.5 2.5h11v11h-11zM2.5 6.2h11M2.5 9.8h11M6.2 2.5v11M9.8 2.5v11",
  box: "M8 2v3M8 11v3M5.5 2h5M5.5 14h5M4.5 5h7v6h-7zM4.5 8.5h7",
};

/** Shows a kind of chart as a small drawing. It is decoration: the kind is written next to it. */
export function PlotKindIcon({ kind }: { readonly kind: PlotKind }): JSX.Element {
  return (
    <svg class="icon kind-icon" viewBox="0 0 16 16" width="13" height="13" aria-hidden="true">
      <path d={drawings[kind]} />
    </svg>
  );
}
