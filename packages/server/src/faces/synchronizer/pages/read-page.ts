import { ByteWriter, FixedText } from "@wellhead/rows";
import type { RowList } from "../../../stream/rows/encoded-lines.js";
import type { PositionedRows, RowPosition } from "../../../stream/rows/positioned-reader.js";

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
  /** The response up to the last entity, without the end of their array. */
  readonly body: ByteWriter;
  /** Number of entities. */
  readonly count: number;
  /** The position of the next page; `undefined` after the last one. */
  readonly next: RowPosition | undefined;
  /** Whether the source has stopped, so that the next page has to start it again. */
  readonly isStopped: boolean;
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
  /** Writes a row as the JSON of an entity. */
  readonly write: (rows: RowList, index: number, target: ByteWriter) => void;
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
  const page = new PageBuilder(write, limits);
  let position: RowPosition = start ?? { rows: 0, digest: "" };
  try {
    for (;;) {
      const batch = await peek(timer.late);
      if (batch === "late") return page.build(position);
      if (batch === undefined) return page.build(undefined);
      const { rows, isLast, isSegmentEnd } = batch;
      const free = limits.maxRows - page.count;
      const isBoundary = page.count > 0 && position.rows === 0;
      if (isBoundary && free < rows.length && batch.after(free).rows > 0) return page.build(position);
      for (let index = 0; index < rows.length; index += 1) {
        if (page.add(rows, index)) continue;
        const next = batch.after(index);
        advance(batch, index);
        return page.build(next);
      }
      if (isLast) return page.build(undefined);
      position = batch.after(rows.length);
      advance(batch, rows.length);
      if (isSegmentEnd) return page.build(position, isSegmentEnd);
      if (page.isFull) return page.build(position);
    }
  } finally {
    timer.stop();
  }
}

/** Size of the buffer of a page at first, in bytes. Most pages fit, so that the memory of one is used for the next. */
const initialSize = 256 * 1024;
const pageStart = new FixedText('{"items":[');

class PageBuilder {
  count = 0;
  readonly #write: ReadPageOptions["write"];
  readonly #limits: PageLimits;
  readonly #body = new ByteWriter(initialSize);
  #bytes = 0;

  constructor(write: ReadPageOptions["write"], limits: PageLimits) {
    this.#write = write;
    this.#limits = limits;
    this.#body.append(pageStart);
  }

  get isFull(): boolean {
    return this.count >= this.#limits.maxRows || this.#bytes >= this.#limits.maxBytes;
  }

  /** Adds the entity of a row; returns `false` when the page has no space for it. */
  add(rows: RowList, index: number): boolean {
    if (this.count >= this.#limits.maxRows) return false;
    const target = this.#body;
    const before = target.length;
    if (this.count > 0) target.put(comma);
    const start = target.length;
    this.#write(rows, index, target);
    const bytes = target.length - start;
    if (this.count > 0 && this.#bytes + bytes > this.#limits.maxBytes) {
      target.length = before;
      return false;
    }
    this.count += 1;
    this.#bytes += bytes;
    return true;
  }

  build(next: RowPosition | undefined, isStopped = next === undefined): ReadPage {
    return { body: this.#body, count: this.count, next, isStopped };
  }
}

const comma = 0x2c;

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
