import type { SortColumn, TableColumn } from "@wellhead/workbench/protocol";

/** How the table of a run is arranged by the user. */
export interface TableLayout {
  readonly sort: readonly SortColumn[];
  /** Names of the columns that stay at the start side, in their order. */
  readonly pinned: readonly string[];
  readonly hidden: ReadonlySet<string>;
  /** Widths that the user has set, in pixels. */
  readonly widths: ReadonlyMap<string, number>;
}

/** The arrangement before the user changes it. */
export const plainLayout: TableLayout = { sort: [], pinned: [], hidden: new Set(), widths: new Map() };

/** Minimum and maximum width of a column that the user resizes, in pixels. */
const widthLimits = { min: 56, max: 900 } as const;

/** Returns the columns in the order of the table: pinned ones first, without hidden ones. */
export function arrangeColumns(
  columns: readonly TableColumn[],
  { pinned, hidden }: TableLayout,
): readonly TableColumn[] {
  const known = new Map(columns.map((column) => [column.name, column]));
  const first = pinned.flatMap((name) => known.get(name) ?? []).filter(({ name }) => !hidden.has(name));
  return [...first, ...columns.filter(({ name }) => !hidden.has(name) && !pinned.includes(name))];
}

/**
 * Sorts by a column: ascending, descending, and unsorted after that.
 *
 * @param isAdded - Whether the column is added to those that the rows are sorted by already. Default: false.
 */
export function toggleSort(layout: TableLayout, column: string, isAdded = false): TableLayout {
  const current = layout.sort.find((one) => one.column === column);
  const others = isAdded ? layout.sort.filter((one) => one.column !== column) : [];
  if (current === undefined) return { ...layout, sort: [...others, { column }] };
  if (current.isDescending === true) return { ...layout, sort: others };
  return { ...layout, sort: [...others, { column, isDescending: true }] };
}

/** Pins a column after those that are pinned, or releases it. */
export function togglePin(layout: TableLayout, column: string): TableLayout {
  const others = layout.pinned.filter((name) => name !== column);
  return { ...layout, pinned: others.length < layout.pinned.length ? others : [...others, column] };
}

/** Hides a column, or shows it again. */
export function toggleHidden(layout: TableLayout, column: string): TableLayout {
  const hidden = new Set(layout.hidden);
  if (!hidden.delete(column)) hidden.add(column);
  return { ...layout, hidden };
}

/** Sets the width of a column within its limits. */
export function resizeColumn(layout: TableLayout, column: string, width: number): TableLayout {
  const limited = Math.round(Math.max(widthLimits.min, Math.min(widthLimits.max, width)));
  return { ...layout, widths: new Map([...layout.widths, [column, limited]]) };
}
