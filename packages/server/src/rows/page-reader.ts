import type { Row } from "@wellhead/sdk";
import type { BatchReader } from "./batch-reader.js";

/** The range of rows to return. */
export interface Page {
  /** Number of rows to skip at the start. */
  readonly skip: number;
  /** Maximum number of rows to return; `undefined` means all. */
  readonly limit: number | undefined;
}

/** Skips the first rows, and stops the source once the maximum is reached. */
export class PageReader implements BatchReader<readonly Row[]> {
  readonly #reader: BatchReader<readonly Row[]>;
  #skip: number;
  #left: number;

  /**
   * @param reader - The rows
   * @param page - The range of rows to return
   */
  constructor(reader: BatchReader<readonly Row[]>, page: Page) {
    this.#reader = reader;
    this.#skip = page.skip;
    this.#left = page.limit ?? Number.POSITIVE_INFINITY;
  }

  async next(): Promise<readonly Row[] | undefined> {
    while (this.#left > 0) {
      const batch = await this.#reader.next();
      if (batch === undefined) return undefined;
      const from = Math.min(this.#skip, batch.length);
      this.#skip -= from;
      const kept = from === 0 && batch.length <= this.#left ? batch : batch.slice(from, from + this.#left);
      this.#left -= kept.length;
      if (kept.length > 0) return kept;
    }
    this.#reader.stop();
    return undefined;
  }

  stop(): void {
    this.#reader.stop();
  }
}
