import { engine } from "../stream-state.js";
import { showRows } from "./fetched-rows.js";

/** The cells that the screen needs. */
export interface WantedCells {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly string[];
}

let wanted: WantedCells | undefined;
let asking = false;

/** Fetches the given cells. While a request is pending, only the latest one is queued. */
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
