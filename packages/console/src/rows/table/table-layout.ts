import type { RowCondition, RowSelection, SortColumn } from "@wellhead/workbench/protocol";
import type { GridColumn } from "./member-columns.js";

/** How the columns of a table are arranged by the user. */
export interface TableLayout {
  /** Names of the columns that stay at the start side, in their order. */
  readonly pinned: readonly string[];
  readonly hidden: ReadonlySet<string>;
  /** Widths that the user has set, in pixels. */
  readonly widths: ReadonlyMap<string, number>;
  /** Columns that the members of a nested column are shown as, by its name. */
  readonly split: ReadonlyMap<string, readonly GridColumn[]>;
}

/** The arrangement before the user changes it. */
export const plainLayout: TableLayout = {
  pinned: [],
  hidden: new Set(),
  widths: new Map(),
  split: new Map(),
};

/** The rows that a table shows, and their order. */
export interface RowChoice {
  /** Text that the rows contain; empty for all rows. */
  readonly search: string;
  /** Conditions that the rows meet. */
  readonly where: readonly RowCondition[];
  /** The most significant column first. */
  readonly sort: readonly SortColumn[];
}

/** Returns the rows of a choice as they are requested. */
export function selectionOf({ search, where }: Pick<RowChoice, "search" | "where">): RowSelection {
  const text = search.trim();
  return { ...(text !== "" && { search: text }), ...(where.length > 0 && { where }) };
}

/** Minimum and maximum width of a column that the user resizes, in pixels. */
const widthLimits = { min: 56, max: 900 } as const;

/** Returns the columns in the order of the table: pinned ones first, without hidden ones, nested ones split. */
export function arrangeColumns(
  columns: readonly GridColumn[],
  { pinned, hidden, split }: TableLayout,
): readonly GridColumn[] {
  const shown = columns
    .filter(({ name }) => !hidden.has(name))
    .flatMap((column) => splitColumn(column, split))
    .filter(({ name }) => !hidden.has(name));
  const known = new Map(shown.map((column) => [column.name, column]));
  const first = pinned.flatMap((name) => known.get(name) ?? []);
  return [...first, ...shown.filter(({ name }) => !pinned.includes(name))];
}

function splitColumn(column: GridColumn, split: TableLayout["split"]): readonly GridColumn[] {
  return split.get(column.name)?.flatMap((member) => splitColumn(member, split)) ?? [column];
}

/**
 * Sorts by a column: ascending, descending, and unsorted after that.
 *
 * @param isAdded - Whether the column is added to those that the rows are sorted by already. Default: false.
 */
export function toggleSort(
  sort: readonly SortColumn[],
  column: string,
  isAdded = false,
): readonly SortColumn[] {
  const current = sort.find((one) => one.column === column);
  const others = isAdded ? sort.filter((one) => one.column !== column) : [];
  if (current === undefined) return [...others, { column }];
  if (current.isDescending === true) return others;
  return [...others, { column, isDescending: true }];
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

/** Shows a nested column as the columns of its members, or as one column again when there are none. */
export function splitInto(layout: TableLayout, column: string, members: readonly GridColumn[]): TableLayout {
  const split = new Map(layout.split);
  if (members.length === 0) split.delete(column);
  else split.set(column, members);
  return { ...layout, split };
}
