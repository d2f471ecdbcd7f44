import type { JSX } from "preact";

// Each drawing is one path on a grid of 16 by 16, drawn with a line of 1.5.
const drawings = {
  menu: "M2 4h12M2 8h12M2 12h12",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM11 11l3.5 3.5",
  plus: "M8 3v10M3 8h10",
  close: "M4 4l8 8M12 4l-8 8",
  down: "M4 6l4 4 4-4",
  next: "M6 4l4 4-4 4",
  previous: "M10 4L6 8l4 4",
  share: "M8 10V2M5 4.5L8 1.8l3 2.7M3 8v6h10V8",
  save: "M8 2v8M5 7.5L8 10.2l3-2.7M3 11v3h10v-3",
  account: "M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14c.6-3 2.8-4.5 5.5-4.5s4.9 1.5 5.5 4.5",
  columns: "M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10",
  sortUp: "M8 13V3M4.5 6.5L8 3l3.5 3.5",
  sortDown: "M8 3v10M4.5 9.5L8 13l3.5-3.5",
  bookmark: "M4 2h8v12l-4-3.2L4 14z",
  chart: "M2 2v12h12M5 11V8M8.5 11V4M12 11V6.5",
  pin: "M5.5 2h5M6.5 2v4.5L4 9.5h8L9.5 6.5V2M8 9.5V14",
} as const;

/** The name of a drawing. */
export type IconName = keyof typeof drawings;

/** Shows a small drawing. It is decoration: the control around it needs a name of its own. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
