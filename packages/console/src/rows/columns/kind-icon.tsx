import type { ColumnKind } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";

const kindNames: Readonly<Record<ColumnKind, string>> = {
  number: "number",
  boolean: "true or false",
  date: "date",
  time: "time without a zone",
  instant: "point in time (UTC)",
  text: "text",
  nested: "nested value",
};

const drawings: Readonly<Record<ColumnKind, string>> = {
  number: "M6 2.5L4.5 13.5M11.5 2.5L10 13.5M2.5 6h11.5M2 10h11.5",
  boolean: "M2.5 8.5l2.5 2.5 4-6M9.5 6l4 5M13.5 6l-4 5",
  date: "M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3",
  time: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.5V8l2.5 1.5",
  instant: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.5V8l2.5 1.5",
  text: "M3 4V2.5h10V4M8 2.5v11M6 13.5h4",
  nested: "M6 2.5c-2 0-1.5 5.5-3.5 5.5 2 0 1.5 5.5 3.5 5.5M10 2.5c2 0 1.5 5.5 3.5 5.5-2 0-1.5 5.5-3.5 5.5",
};

/** Shows the kind of a column as a small drawing with a name. */
export function KindIcon({ kind }: { readonly kind: ColumnKind }): JSX.Element {
  return (
    <svg
      class="icon kind-icon"
      viewBox="0 0 16 16"
      width="13"
      height="13"
      role="img"
      aria-label={kindNames[kind]}
    >
      <path d={drawings[kind]} />
    </svg>
  );
}
