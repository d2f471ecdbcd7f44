import { type Signal, signal } from "@preact/signals";
import type { Cell, RowsAnswer, RowsRequest } from "@wellhead/workbench/protocol";
import { errorText } from "../../workbench/exchanges/error-text.js";
import type { EarlyRows } from "../data/early-rows.js";

/** A row of the table: its number in the order of arrival and the cells that were fetched, by column. */
export interface FetchedRow {
  readonly number: number;
  readonly cells: ReadonlyMap<string, Cell>;
}

/** The cells that the screen needs. The end is exclusive. */
export interface NeededCells {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly string[];
}

/** Fetches rows of the table. */
export type FetchRows = (request: RowsRequest) => Promise<RowsAnswer>;

/** Returns early rows as those of a table. */
export function heldRows({ columns, rows }: EarlyRows): ReadonlyMap<number, FetchedRow> {
  return new Map(
    rows.map((cells, number) => {
      const held = cells.map((cell, at) => [columns[at] ?? "", cell] as const);
      return [number, { number, cells: new Map(held) }];
    }),
  );
}

/** Number of rows that are fetched together with their number, before which the table has room for none. */
const firstRows = 60;

/**
 * Holds the rows around those on the screen. It makes one request at a time and remembers only the latest demand, so
 * that fast scrolling through millions of rows does not queue requests.
 */
export class RowCache {
  /** Rows by their position in the table. */
  readonly rows: Signal<ReadonlyMap<number, FetchedRow>>;
  /** Number of rows that match the search; `undefined` until it is known. */
  readonly matching: Signal<number | undefined> = signal(undefined);
  readonly problem = signal("");
  readonly #fetch: FetchRows | undefined;
  readonly #selection: Pick<RowsRequest, "search" | "where" | "sort">;
  #needed: NeededCells | undefined;
  #isFetching = false;

  /**
   * @param fetchRows - Fetches rows; `undefined` when all rows that can be shown are given
   * @param selection - Search, conditions and order of the table. Another selection needs another cache.
   * @param shown - Rows that are shown until those of this selection have been fetched. Default: none.
   */
  constructor(
    fetchRows: FetchRows | undefined,
    selection: Pick<RowsRequest, "search" | "where" | "sort">,
    shown: ReadonlyMap<number, FetchedRow> = new Map(),
  ) {
    this.#fetch = fetchRows;
    this.#selection = selection;
    this.rows = signal(shown);
  }

  /** Fetches cells that are not held yet. */
  need(cells: NeededCells): void {
    this.#needed = cells;
    if (!this.#isFetching && this.#fetch !== undefined) void this.#fetchNeeded(this.#fetch);
  }

  async #fetchNeeded(fetchRows: FetchRows): Promise<void> {
    this.#isFetching = true;
    while (this.#needed !== undefined) {
      const needed = this.#needed;
      this.#needed = undefined;
      if (this.#holds(needed)) continue;
      try {
        const { from, to, columns } = needed;
        const isFirst = this.matching.peek() === undefined;
        const limit = isFirst ? Math.max(firstRows, to - from) : to - from;
        const answer = await fetchRows({ ...this.#selection, columns, offset: from, limit });
        this.#show(answer);
        this.problem.value = "";
      } catch (error) {
        this.problem.value = errorText(error, "Could not load the rows.");
      }
    }
    this.#isFetching = false;
  }

  #holds({ from, to, columns }: NeededCells): boolean {
    const end = Math.min(to, this.matching.peek() ?? to);
    for (let row = from; row < end; row += 1) {
      const held = this.rows.peek().get(row);
      if (held === undefined || columns.some((column) => !held.cells.has(column))) return false;
    }
    return this.matching.peek() !== undefined;
  }

  #show({ offset, matching, columns, rows, numbers }: RowsAnswer): void {
    this.matching.value = matching;
    const before = this.rows.peek();
    this.rows.value = new Map(
      rows.map((cells, index) => {
        const held = before.get(offset + index)?.cells ?? new Map<string, Cell>();
        const fresh = cells.map((cell, column) => [columns[column] ?? "", cell] as const);
        return [
          offset + index,
          { number: numbers[index] ?? offset + index, cells: new Map([...held, ...fresh]) },
        ];
      }),
    );
  }
}
