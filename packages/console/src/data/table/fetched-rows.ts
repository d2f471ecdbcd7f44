import { signal } from "@preact/signals";
import type { Cell, RowPage } from "../engine/engine-messages.js";

/** Cells fetched from the engine: rows by index, cells by column id. */
export type FetchedRows = ReadonlyMap<number, ReadonlyMap<string, Cell>>;

/** The cells on the screen and around it. */
export const fetchedRows = signal<FetchedRows>(new Map());

/** Replaces the fetched cells with those that have arrived. */
export function showRows(from: number, columns: readonly string[], { rows }: RowPage): void {
  fetchedRows.value = new Map(
    rows.map((cells, index) => [
      from + index,
      new Map(cells.map((cell, column) => [columns[column] ?? "", cell])),
    ]),
  );
}
