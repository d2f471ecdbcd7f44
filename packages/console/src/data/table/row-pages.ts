import { signal } from "@preact/signals";
import type { Cell } from "../engine/engine-messages.js";
import { engine } from "../stream-state.js";

/** Cells fetched from the engine: rows by index, cells by column id. */
export type FetchedRows = ReadonlyMap<number, ReadonlyMap<string, Cell>>;

/** What is wanted on the screen. */
export interface WantedCells {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly string[];
}

/** The cells on the screen, and those around it. */
export const fetchedRows = signal<FetchedRows>(new Map());

let wanted: WantedCells | undefined;
let asking = false;

/** Sees to it that these cells arrive. While one question is under way, only the newest wish is kept. */
export function wantCells(cells: WantedCells): void {
  wanted = cells;
  if (!asking) void fetchWanted();
}

async function fetchWanted(): Promise<void> {
  asking = true;
  while (wanted !== undefined) {
    const { from, to, columns } = wanted;
    wanted = undefined;
    const { rows } = await engine.ask("page", { from, to, columns });
    fetchedRows.value = new Map(
      rows.map((cells, index) => [
        from + index,
        new Map(cells.map((cell, column) => [columns[column] ?? "", cell])),
      ]),
    );
  }
  asking = false;
}
