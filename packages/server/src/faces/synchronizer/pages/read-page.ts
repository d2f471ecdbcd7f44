import { writeJson } from "@wellhead/rows";
import type { Row } from "@wellhead/sdk";
import type { PositionedRows, RowPosition } from "../../../rows/positioned-reader.js";

/** Limits of a page. */
export interface PageLimits {
  /** Maximum number of rows. */
  readonly maxRows: number;
  /** Maximum size of its rows as JSON, in bytes; a single row may exceed it. */
  readonly maxBytes: number;
  /** Time in milliseconds after which the page is returned with the rows that it has. Default: no limit. */
  readonly timeMs: number | undefined;
}

/** A page of rows. */
export interface ReadPage {
  /** Entities as JSON. */
  readonly items: readonly string[];
  /** The position of the next page; `undefined` after the last one. */
  readonly next: RowPosition | undefined;
}

/** Options of {@link readPage}. */
export interface ReadPageOptions {
  /** Where the page begins. */
  readonly start: RowPosition | undefined;
  /**
   * Reads the next batch. Reading it again returns the same batch until rows of it are taken. `undefined` after the
   * last one. Resolves as `late` does if that is sooner.
   */
  readonly peek: (late: Promise<"late">) => Promise<PositionedRows | "late" | undefined>;
  /** Takes rows of the next batch. */
  readonly advance: (batch: PositionedRows, count: number) => void;
  /** Writes a row as an entity. */
  readonly write: (row: Row) => object;
  readonly limits: PageLimits;
}

/**
 * Reads rows until the page is full or its time is up. If possible, it ends between two batches, so that the next page
 * does not have to read a batch again.
 *
 * @param options - The rows, and the limits of the page
 * @returns The page
 * @throws Whatever the source throws; a page is whole or an error
 * @see The synchronizer contract, "time" and "errors inside a run"
 */
export async function readPage(options: ReadPageOptions): Promise<ReadPage> {
  const { start, peek, advance, write, limits } = options;
  const timer = new PageTimer(limits.timeMs);
  const page = new PageBuilder(limits);
  const { items } = page;
  let position: RowPosition = start ?? { rows: 0, digest: "" };
  try {
    for (;;) {
      const batch = await peek(timer.late);
      if (batch === "late") return { items, next: position };
      if (batch === undefined) return { items, next: undefined };
      const { rows, isLast } = batch;
      const free = limits.maxRows - items.length;
      const isBoundary = items.length > 0 && position.rows === 0;
      if (isBoundary && free < rows.length && batch.after(free).rows > 0) return { items, next: position };
      for (const [index, row] of rows.entries()) {
        if (page.add(writeJson(write(row)) ?? "{}")) continue;
        const next = batch.after(index);
        advance(batch, index);
        return { items, next };
      }
      if (isLast) return { items, next: undefined };
      position = batch.after(rows.length);
      advance(batch, rows.length);
      if (page.isFull) return { items, next: position };
    }
  } finally {
    timer.stop();
  }
}

class PageBuilder {
  readonly items: string[] = [];
  readonly #limits: PageLimits;
  #bytes = 0;

  constructor(limits: PageLimits) {
    this.#limits = limits;
  }

  get isFull(): boolean {
    return this.items.length >= this.#limits.maxRows || this.#bytes >= this.#limits.maxBytes;
  }

  /** Adds an entity; returns `false` when the page has no space for it. */
  add(text: string): boolean {
    if (this.items.length >= this.#limits.maxRows) return false;
    const bytes = Buffer.byteLength(text);
    if (this.items.length > 0 && this.#bytes + bytes > this.#limits.maxBytes) return false;
    this.items.push(text);
    this.#bytes += bytes;
    return true;
  }
}

class PageTimer {
  readonly late: Promise<"late">;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeMs: number | undefined) {
    this.late = new Promise((resolve) => {
      if (timeMs !== undefined) this.#timer = setTimeout(() => resolve("late"), timeMs);
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
