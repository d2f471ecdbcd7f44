import type { Cell, ColumnKind } from "@wellhead/workbench/protocol";

/** Returns the text of a cell as the table shows it; empty for a missing value. */
export function cellText(cell: Cell): string {
  if (cell === null) return "";
  return typeof cell === "string" ? cell : cell.start;
}

/**
 * Formats the text of a cell for reading, without changing its value: a point in time with a space, a number with
 * separators between thousands where it is not too long to be an amount.
 */
export function readableText(cell: Cell, kind: ColumnKind): string {
  const text = cellText(cell);
  if (kind === "time" || kind === "instant")
    return text
      .replace(/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.0+(?=$|Z|\+))?/, "$1 $2")
      .replace(/(?:Z|\+00(?::?00)?)$/, "Z");
  return text;
}

// The kind of a column is only guessed while rows arrive, so letters count the same in all of them.
const letterWidth = 8;
const padding = 26;

/** Returns a width that fits the name of a column and most of its first cells, in pixels. */
export function fittingWidth(name: string, kind: ColumnKind, cells: readonly Cell[]): number {
  const lengths = cells
    .map((cell) => readableText(cell, kind).length)
    .toSorted((left, right) => left - right);
  const long = lengths[Math.floor(lengths.length * 0.9)] ?? 0;
  const wanted = Math.max(long * letterWidth + padding, Math.min(name.length, 24) * 7.8 + padding + 44);
  return Math.round(Math.max(64, Math.min(kind === "nested" ? 260 : 320, wanted)));
}
