import { signal } from "@preact/signals";
import type { ColumnKind, Cell as WireCell } from "@wellhead/workbench/protocol";
import { type Cell, tableCell } from "./cell.js";

/** Cells that have arrived: rows by index, cells by column id. */
export type FetchedRows = ReadonlyMap<number, ReadonlyMap<string, Cell>>;

/** The cells on the screen and around it. */
export const fetchedRows = signal<FetchedRows>(new Map());

/** Rows as cells, from the service. */
export interface ArrivedRows {
  readonly offset: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly WireCell[])[];
}

/** Replaces the cells with those that have arrived. */
export function showRows(arrived: ArrivedRows, kindOf: (column: string) => ColumnKind): void {
  fetchedRows.value = cellsOf(arrived, kindOf);
}

/** Adds rows to the cells, while they arrive. */
export function addRows(arrived: ArrivedRows): void {
  // The kinds of columns are known once all rows have arrived.
  fetchedRows.value = new Map([...fetchedRows.value, ...cellsOf(arrived, () => "text")]);
}

function cellsOf(
  { offset, columns, rows }: ArrivedRows,
  kindOf: (column: string) => ColumnKind,
): FetchedRows {
  const kinds = columns.map(kindOf);
  return new Map(
    rows.map((cells, index) => [
      offset + index,
      new Map(cells.map((cell, column) => [columns[column] ?? "", tableCell(cell, kinds[column] ?? "text")])),
    ]),
  );
}
