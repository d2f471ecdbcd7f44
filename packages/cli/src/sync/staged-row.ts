import type { Cell, Column } from "./cells/column.js";

/** A row of a stage. */
export interface StagedRow {
  /** Number of the row in its run. */
  readonly number: number;
  /** Whether it is a tombstone. */
  readonly isRemoval: boolean;
  /** Its key as text. */
  readonly key: string;
  /** Its cells by the columns of the run. */
  readonly cells: readonly Cell[];
}

/**
 * Returns the cells of a row of a stage. The first after its number and its kind is the key as text: in rows of the source it
 * is one more cell, in those of the synchronizer generation it is the first column.
 *
 * @param row - The row
 * @param columns - Columns of the run
 */
export function stagedRow(
  { number, isRemoval, key, cells }: StagedRow,
  columns: readonly Column[],
): readonly Cell[] {
  // As texts of equal length, the numbers are in order.
  const start = [String(number).padStart(15, "0"), isRemoval ? "REMOVE" : "SET", key];
  return [...start, ...(firstCell(columns) === 0 ? cells.slice(1) : cells)];
}

/**
 * Returns the number of the cell of a stage that belongs to the first column.
 *
 * @param columns - Columns of the run
 */
export function firstCell(columns: readonly Column[]): number {
  return columns.some(({ isExact }) => isExact === true) ? 1 : 0;
}
