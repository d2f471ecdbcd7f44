import { Buffer } from "node:buffer";
import { bindable, type DatabaseHandle, type Prepared, readRow } from "./database-handle.js";
import { isPaged, type PageSqlOptions, pageSql, rangeSql } from "./page-sql.js";
import { batchSize, type RawBatch } from "./row-source.js";

const firstRows = 32;
const maxPageRows = 5000;
const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;
/** Minimum proportion of used row numbers on a page for the next page to be read as a range. */
const dense = 0.75;

/** Options of {@link readPages}. */
export interface ReadPagesOptions extends PageSqlOptions {
  readonly handle: DatabaseHandle;
}

/**
 * Reads a table page by page. SQLite joins the rows of a page itself, which is several times faster than fetching them
 * one by one. Pages grow to the size of a batch and shrink where rows are large. Where row numbers are dense, a page is
 * a range of them; elsewhere, it is a number of rows.
 *
 * @param options - The statement and the format of the rows
 * @returns The pages
 * @throws Error with the code `SQLITE_NOMEM` when a single row needs more memory than allowed
 */
export function* readPages(options: ReadPagesOptions): Generator<RawBatch> {
  const { request } = options;
  const pages = new PageReader(options);
  let left = request.limit ?? Number.POSITIVE_INFINITY;
  let skip = request.skip;
  let size = firstRows;
  let from = smallest;
  let isDense = false;
  while (left > 0) {
    const wanted = Math.min(size, left);
    const page: Page | "no memory" = isDense ? pages.range(from, wanted) : pages.rows(from, wanted, skip);
    if (page === "no memory") {
      if (wanted === 1) throw Object.assign(new Error("out of memory"), { code: "SQLITE_NOMEM" });
      size = Math.max(1, Math.floor(wanted / 8));
      continue;
    }
    const [bytes, count, last]: Page = page;
    const rows: number = Number(count);
    if (bytes !== null && rows > 0) {
      yield { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), rows };
      left -= rows;
      size = Math.max(1, Math.min(maxPageRows, size * 4, Math.round((rows * batchSize) / bytes.length)));
    }
    if ((rows < wanted && !isDense) || last === largest) return;
    // A range ends at its last number, however many rows it contained. The first page starts before the first row.
    const start: bigint = isDense || from > smallest ? from : last - BigInt(rows - 1);
    from = isDense ? from + BigInt(wanted) : last + 1n;
    isDense =
      pages.hasRanges && rows >= Number(from - start) * dense && from <= largest - BigInt(maxPageRows);
    skip = 0;
  }
}

type Page = readonly [rows: Uint8Array | null, count: bigint, last: bigint];

/** The statements that read pages, compiled on first use. */
class PageReader {
  /** Whether a range of row numbers is also found by the numbers only. */
  readonly hasRanges: boolean;
  readonly #options: ReadPagesOptions;
  readonly #values: readonly unknown[];
  #rows: Prepared | undefined;
  #range: Prepared | undefined;

  constructor(options: ReadPagesOptions) {
    this.#options = options;
    this.#values = bindable(options.request.parameters);
    this.hasRanges = isPaged(options.handle, rangeSql(options), "range");
  }

  /** Reads up to a number of rows, from a row number on. */
  rows(first: bigint, maxRows: number, skip: number): Page | "no memory" {
    this.#rows ??= this.#prepared(pageSql(this.#options));
    return this.#read(this.#rows, [first, BigInt(maxRows), BigInt(skip)]);
  }

  /** Reads the rows in a range of row numbers. */
  range(first: bigint, numbers: number): Page | "no memory" {
    this.#range ??= this.#prepared(rangeSql(this.#options));
    return this.#read(this.#range, [first, first + BigInt(numbers - 1)]);
  }

  #prepared(sql: string): Prepared {
    return this.#options.handle.prepare(sql).raw(true).safeIntegers(true);
  }

  /** Reads a page. Reports when it does not fit into memory, so that it can be retried with fewer rows. */
  #read(statement: Prepared, place: readonly bigint[]): Page | "no memory" {
    try {
      // The cast is safe: the statements have three columns: the rows, their number and the last row number.
      return readRow(statement, [...this.#values, ...place]) as unknown as Page;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if ("code" in error && /NOMEM|TOOBIG/.test(String(error.code))) return "no memory";
      throw error;
    }
  }
}
