import type { PackedRows } from "./cells/packed-rows.js";
import type { RunState } from "./sync-state.js";
import type { SyncStore } from "./sync-store.js";

/** Maximum size of the pages that are not stored yet, in bytes. */
const maxWaitingBytes = 16 * 2 ** 20;
/** Number of stored pages for each page that may wait to be stored. */
const storedPerWaitingPage = 8;
/** Time after which a page is stored although others may still wait, in milliseconds. */
const maxWaitMs = 500;

/**
 * Stages the pages of a run while the next ones are read. It stores several pages in one transaction, because a transaction
 * takes a target much longer than the rows of a page.
 *
 * At the beginning, each page is stored before the next one is read, although it may have been requested. Afterwards one
 * page may wait for every eight that this process has stored, unless half a second has passed since it stored any. So a process that is killed has
 * stored most of the rows that it has read, and a run that is killed repeatedly still completes.
 */
export class PageWriter {
  readonly #store: SyncStore;
  readonly #type: string;
  #pages: PackedRows[] = [];
  /** Bytes of the pages that wait. */
  #bytes = 0;
  /** The run after the last page that waits; `undefined` when none does. */
  #run: RunState | undefined;
  /** Number of pages that are not stored yet. */
  #waitingPages = 0;
  #storedPages = 0;
  #work: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  readonly #now: () => number;
  #storedAt: number;

  /**
   * @param store - The target
   * @param type - Id of the type
   * @param now - Returns the current time in milliseconds
   */
  constructor(store: SyncStore, type: string, now: () => number) {
    this.#store = store;
    this.#type = type;
    this.#now = now;
    this.#storedAt = now();
  }

  /**
   * Adds a page. Waits while too many pages are not stored yet.
   *
   * @param rows - Rows of the page
   * @param run - The run after the page
   * @throws Error of the target
   */
  async add(rows: PackedRows, run: RunState): Promise<void> {
    this.#check();
    this.#pages.push(rows);
    this.#bytes += rows.json.length;
    this.#run = run;
    this.#waitingPages += 1;
    const isDue = this.#isBeyond(1 / 2) || this.#now() - this.#storedAt >= maxWaitMs;
    if (isDue) this.#work ??= this.#storeWaiting();
    // Below the maximum, further pages are read while these are stored.
    while (this.#isBeyond(1)) {
      this.#work ??= this.#storeWaiting();
      await this.#work;
      this.#check();
    }
  }

  /**
   * Waits until all pages are stored.
   *
   * @throws Error of the target
   */
  async end(): Promise<void> {
    await this.#work;
    this.#check();
    await this.#storeWaiting();
    this.#check();
  }

  /** Reports whether the waiting pages or their bytes exceed a share of their maximum. */
  #isBeyond(share: number): boolean {
    const maxWaitingPages = Math.floor(this.#storedPages / storedPerWaitingPage);
    return this.#waitingPages > maxWaitingPages * share || this.#bytes > maxWaitingBytes * share;
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Stores the pages that wait. Does not throw: the next call does. */
  async #storeWaiting(): Promise<void> {
    if (this.#run === undefined) return;
    const [pages, run] = [this.#pages, this.#run];
    [this.#pages, this.#bytes, this.#run] = [[], 0, undefined];
    try {
      await this.#store.addPages(this.#type, pages, run);
      this.#waitingPages -= pages.length;
      this.#storedPages += pages.length;
    } catch (error) {
      this.#failure = { error };
    } finally {
      this.#storedAt = this.#now();
      this.#work = undefined;
    }
  }
}
