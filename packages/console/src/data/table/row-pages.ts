import { engine } from "../stream-state.js";
import { showRows } from "./fetched-rows.js";

/** What is wanted on the screen. */
export interface WantedCells {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly string[];
}

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
    showRows(from, columns, await engine.ask("page", { from, to, columns }));
  }
  asking = false;
}
