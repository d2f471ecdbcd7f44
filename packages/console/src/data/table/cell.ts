import type { ColumnKind, Cell as WireCell } from "@wellhead/workbench/protocol";

/** A cell as the table shows it. */
export interface Cell {
  /** Text of the value, truncated when it is long. */
  readonly text: string;
  readonly kind: "text" | "number" | "bool" | "date" | "nested" | "null";
  /** Length of the full text, when it was truncated. */
  readonly whole?: number;
}

const kinds: Readonly<Record<ColumnKind, Cell["kind"]>> = {
  number: "number",
  boolean: "bool",
  date: "date",
  time: "date",
  instant: "date",
  text: "text",
  nested: "nested",
};

/** Creates the table cell of a value. */
export function tableCell(cell: WireCell, kind: ColumnKind): Cell {
  if (cell === null) return { text: "null", kind: "null" };
  if (typeof cell === "string") return { text: cell, kind: kinds[kind] };
  return { text: cell.start, kind: kinds[kind], whole: cell.length };
}
