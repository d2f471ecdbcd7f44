import type { Row } from "@wellhead/sdk";
import type { BatchReader } from "./batch-reader.js";

/** Which rows to pass on. */
export interface Page {
  /** Rows to leave out at the start. */
  readonly skip: number;
  /** Most rows to pass on; `undefined` means all. */
  readonly limit: number | undefined;
}

/** Leaves out the first rows and stops the source once enough have come. */
export class PageReader implements BatchReader<readonly Row[]> {
  readonly #reader: BatchReader<readonly Row[]>;
  #skip: number;
  #left: number;

  /**
   * @param reader - The rows
   * @param page - Which of them to pass on
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
