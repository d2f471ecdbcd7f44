import { useMemo, useRef } from "preact/hooks";
import { fittingWidth } from "./cell-text.js";
import { cellOf, columnTitle, type GridColumn } from "./member-columns.js";
import type { CellPosition } from "./move-cell.js";
import { columnOffsets, type PlacedColumn, placeColumns } from "./place-columns.js";
import type { RowCache } from "./row-cache.js";
import { numberWidth, rowHeight, type ScrollMap, scrollMap } from "./scroll-map.js";
import { arrangeColumns, type TableLayout } from "./table-layout.js";
import type { Viewport } from "./use-viewport.js";
import { type VisibleRange, visibleRows } from "./visible-range.js";

const measuredRows = 40;

/** The positions of the cells of a table. */
export interface TableGeometry {
  /** The columns in their order, and how many of them are pinned. */
  readonly columns: readonly GridColumn[];
  readonly pinned: number;
  /** The columns on the screen. */
  readonly placed: readonly PlacedColumn[];
  /** The rows on the screen. */
  readonly down: VisibleRange;
  /** Where each column starts, and where the last one ends. */
  readonly offsets: readonly number[];
  readonly numberWidth: number;
  readonly map: ScrollMap;
  /** Distance of the first visible pixel from the first row. */
  readonly top: number;
  /** Height of the part that shows rows. */
  readonly body: number;
  readonly viewport: Viewport;
}

/** What determines the positions of the cells of a table. */
export interface GeometryOptions {
  readonly columns: readonly GridColumn[];
  readonly rowCount: number;
  readonly layout: TableLayout;
  readonly cache: RowCache;
  readonly viewport: Viewport;
}

/** Returns the positions of the cells of a table. */
export function useGeometry(options: GeometryOptions): TableGeometry {
  const { rowCount, layout, cache, viewport } = options;
  const columns = useMemo(() => arrangeColumns(options.columns, layout), [options.columns, layout]);
  const widths = useWidths(columns, layout, cache);
  const numbers = numberWidth(rowCount);
  const body = Math.max(rowHeight, viewport.height - rowHeight);
  const map = scrollMap(rowCount, body);
  const top = map.topOf(viewport.top);
  const pinned = columns.filter(({ name }) => layout.pinned.includes(name)).length;
  const placed = placeColumns({
    columns,
    pinned,
    widths,
    numberWidth: numbers,
    scroll: viewport.left,
    width: viewport.width - numbers,
  });
  return {
    columns,
    pinned,
    placed,
    down: visibleRows(top, body, { height: rowHeight, count: rowCount }),
    offsets: columnOffsets(widths),
    numberWidth: numbers,
    map,
    top,
    body,
    viewport,
  };
}

/** Scrolls by the smallest distance that makes a cell visible. */
export function revealCell(frame: HTMLElement, { row, column }: CellPosition, geometry: TableGeometry): void {
  const { pinned, offsets, map, top, body, viewport } = geometry;
  const y = row * rowHeight;
  if (row >= 0 && y < top) frame.scrollTop = map.scrollOf(y);
  else if (y + rowHeight > top + body) frame.scrollTop = map.scrollOf(y + rowHeight - body);
  if (column < pinned) return;
  const [still, left = 0, right = 0] = [offsets[pinned] ?? 0, offsets[column], offsets[column + 1]];
  const width = viewport.width - geometry.numberWidth;
  const first = left - still;
  const isBefore = first < viewport.left;
  if (!isBefore && right <= viewport.left + width) return;
  const scroll = isBefore ? first : Math.min(first, right - width);
  frame.scrollLeft = getComputedStyle(frame).direction === "rtl" ? -scroll : scroll;
}

/** Returns the widths of the columns: those set by the user, otherwise those that fit the first cells that arrived. */
function useWidths(columns: readonly GridColumn[], layout: TableLayout, cache: RowCache): readonly number[] {
  const fitted = useRef(new Map<string, number>());
  const rows = [...cache.rows.value.values()].slice(0, measuredRows);
  return columns.map((column) => {
    const { name, kind } = column;
    const set = layout.widths.get(name) ?? fitted.current.get(name);
    if (set !== undefined) return set;
    const cells = rows.flatMap((row) => cellOf(row, column) ?? []);
    const width = fittingWidth(columnTitle(column), kind, cells);
    if (cells.length > 0) fitted.current.set(name, width);
    return width;
  });
}
