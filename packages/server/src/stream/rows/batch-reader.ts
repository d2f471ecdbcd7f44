import { types } from "node:util";
import { ConnectorError, type EncodedBatch, type Row } from "@wellhead/sdk";
import type { RequestControl } from "../../deadline/request-control.js";
import type { UseCount } from "../../deadline/use-count.js";

/** Reads batches one at a time, on demand. */
export interface BatchReader<Batch> {
  /**
   * @returns The next batch; `undefined` after the last one
   * @throws Whatever made the reading fail
   */
  next(): Promise<Batch | undefined>;
  /** Stops reading, even before the last batch, and stops the underlying source. It may be called more than once. */
  stop(): void;
}

/** Options of {@link SourceReader}. */
export interface SourceReaderOptions<Batch> {
  /** The value that the source returned. */
  readonly batches: AsyncIterable<unknown>;
  /** Checks a batch. `undefined` means that it is empty and the next one is read. */
  readonly check: (batch: unknown) => Batch | undefined;
  /** Ends the request early. */
  readonly control: RequestControl;
  /** Timeout of one batch, in milliseconds; `0` means no timeout. */
  readonly batchTimeout: number;
  /** Aborts the work of the source. */
  readonly abort: () => void;
  /** Counts the reading until it has ended, which may be after the request. */
  readonly uses: UseCount;
}

/** Reads the batches of a source one at a time, each when the caller asks for it. */
export class SourceReader<Batch> implements BatchReader<Batch> {
  readonly #options: SourceReaderOptions<Batch>;
  readonly #iterator: AsyncIterator<unknown>;
  #done = false;

  /** @param options - The batches and limits */
  constructor(options: SourceReaderOptions<Batch>) {
    this.#options = options;
    this.#iterator = options.batches[Symbol.asyncIterator]();
    options.uses.enter();
  }

  async next(): Promise<Batch | undefined> {
    const { control, batchTimeout, check } = this.#options;
    while (!this.#done) {
      const result = await control.call({ action: "read the rows", limit: batchTimeout }, () =>
        this.#iterator.next(),
      );
      if (result.done === true) {
        this.#done = true;
        this.#options.uses.leave();
        return undefined;
      }
      const batch = check(result.value);
      if (batch !== undefined) return batch;
    }
    return undefined;
  }

  stop(): void {
    if (this.#done) return;
    this.#done = true;
    this.#options.abort();
    // Not awaited: a stuck generator would never return, and its failure no longer matters.
    this.#options.uses.leaveAfter(closeIterator(this.#iterator));
  }
}

async function closeIterator(iterator: AsyncIterator<unknown>): Promise<void> {
  await iterator.return?.();
}

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

/**
 * Checks that a value a source yielded is a batch of rows.
 *
 * @param batch - Any value that the source yielded
 * @returns The batch; `undefined` when it is empty
 * @throws ConnectorError `internal` when it is not an array, or when a batch that had to be copied has a hole
 */
export function checkRowBatch(batch: unknown): readonly Row[] | undefined {
  if (!Array.isArray(batch)) {
    throw new ConnectorError(
      "internal",
      `Could not read the rows: expected batches that are arrays of rows, got ${typeof batch}.`,
    );
  }
  const plain = isPlainArray(batch)
    ? batch
    : Array.from({ length: batch.length }, (_, index) => at(batch, index));
  // The rows themselves are checked individually when they are written.
  return plain.length === 0 ? undefined : (plain as readonly Row[]);
}

/** Returns whether all ways to read an array yield the same rows. A proxy or a custom iterator may yield others. */
function isPlainArray(batch: readonly unknown[]): boolean {
  const isOwn = (name: string | symbol): boolean => Object.hasOwn(batch, name);
  if (types.isProxy(batch) || Object.getPrototypeOf(batch) !== Array.prototype) return false;
  return !isOwn(Symbol.iterator) && !isOwn("slice") && !isOwn("constructor");
}

function at(batch: readonly unknown[], index: number): unknown {
  const row = batch[index];
  // Stops at the first hole: with a false `length`, the copy could continue for billions of rows.
  if (row === undefined) throw new ConnectorError("internal", "Could not read the rows: a batch has a hole.");
  return row;
}

/**
 * Checks that a value a source yielded is a batch of encoded rows.
 *
 * @param batch - Any value that the source yielded
 * @returns The batch; `undefined` when it is empty
 * @throws ConnectorError `internal` when it has no bytes or no row count
 */
export function checkEncodedBatch(batch: unknown): EncodedBatch | undefined {
  if (typeof batch === "object" && batch !== null && "bytes" in batch && "rows" in batch) {
    const { bytes, rows } = batch;
    if (bytes instanceof Uint8Array && typeof rows === "number") {
      if (rows <= 0 || bytes.byteLength === 0) return undefined;
      const release = "release" in batch ? batch.release : undefined;
      return typeof release === "function"
        ? { bytes, rows, release: () => void release.call(batch) }
        : { bytes, rows };
    }
  }
  throw new ConnectorError(
    "internal",
    "Could not read the rows: expected batches of bytes with a number of rows, got another value.",
  );
}

/**
 * Checks that the value a source returned is an async iterable.
 *
 * @param rows - Any value that the source returned
 * @returns The same value
 * @throws ConnectorError `internal` when it is not
 */
export function checkBatches(rows: unknown): AsyncIterable<unknown> {
  if (isAsyncIterable(rows)) return rows;
  throw new ConnectorError(
    "internal",
    `Could not read the rows: expected an array of rows or batches of them, got ${rows === null ? "null" : typeof rows}.`,
  );
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
