import type { CSSProperties } from "preact";
import type { GridColumn } from "./member-columns.js";
import { visibleColumns } from "./visible-range.js";

/** A column on the screen. */
export interface PlacedColumn {
  readonly column: GridColumn;
  /** Position among all columns of the table. */
  readonly index: number;
  readonly width: number;
  readonly isPinned: boolean;
  readonly style: CSSProperties;
}

/** What determines which columns are on the screen. */
export interface ColumnView {
  /** The columns in their order, pinned ones first. */
  readonly columns: readonly GridColumn[];
  readonly pinned: number;
  readonly widths: readonly number[];
  /** Width of the column of row numbers. */
  readonly numberWidth: number;
  /** Distance that the table is scrolled, and width of its visible part, in pixels. */
  readonly scroll: number;
  readonly width: number;
}

/** Returns where each column starts, and where the last one ends. */
export function columnOffsets(widths: readonly number[]): readonly number[] {
  const offsets = [0];
  for (const width of widths) offsets.push((offsets.at(-1) ?? 0) + width);
  return offsets;
}

/** Places the columns that are on the screen. Pinned columns always are, and they do not move. */
export function placeColumns(view: ColumnView): readonly PlacedColumn[] {
  const { columns, pinned, widths, numberWidth, scroll, width } = view;
  const offsets = columnOffsets(widths);
  const visible = visibleColumns(scroll + (offsets[pinned] ?? 0), width, offsets);
  const place = (index: number): readonly PlacedColumn[] => {
    const column = columns[index];
    const own = widths[index];
    if (column === undefined || own === undefined) return [];
    const isPinned = index < pinned;
    const start = numberWidth + (offsets[index] ?? 0) + (isPinned ? scroll : 0);
    const style = { insetInlineStart: `${start}px`, width: `${own}px` };
    return [{ column, index, width: own, isPinned, style }];
  };
  const scrolled = Array.from({ length: Math.max(0, visible.to - Math.max(pinned, visible.from)) }, (_, at) =>
    place(Math.max(pinned, visible.from) + at),
  );
  const still = Array.from({ length: pinned }, (_, index) => place(index));
  // Pinned columns come last, so that they are drawn over those that scroll below them.
  return [...scrolled.flat(), ...still.flat()];
}
