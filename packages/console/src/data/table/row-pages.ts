import { stream } from "../stream-state.js";
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
    const { result, run } = stream.peek();
    if (result === undefined || to <= from) continue;
    try {
      const answer = await result.fetchRows({ offset: from, limit: to - from, columns });
      const kinds = new Map(result.columns.map(({ name, kind }) => [name, kind]));
      if (stream.peek().run === run) showRows(answer, (name) => kinds.get(name) ?? "text");
    } catch (error) {
      const note = error instanceof Error ? error.message : "Could not read the rows";
      stream.value = { ...stream.peek(), ending: "failed", note };
    }
  }
  asking = false;
}
