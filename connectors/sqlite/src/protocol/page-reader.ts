import { bindable, type DatabaseHandle, type Prepared, readRow } from "./database-handle.js";
import { isPaged, type PageSqlOptions, pageSql, rangeSql } from "./page-sql.js";

/** The rows of a page. */
export interface Page {
  /** Values of the aggregates. */
  readonly cells: readonly unknown[];
  /** Number of rows. */
  readonly rows: number;
  /** The last row number. */
  readonly last: bigint;
}

/** Options of {@link PageReader}. */
export interface PageReaderOptions extends PageSqlOptions {
  readonly handle: DatabaseHandle;
}

/** The rows of a page: those in a range of row numbers, or a number of rows, of which some are skipped. */
export interface PageRange {
  readonly isRange: boolean;
  /** The first row number. */
  readonly first: bigint;
  /** Number of row numbers, or maximum number of rows. */
  readonly count: number;
  /** Rows to skip; none in a range. */
  readonly skip: number;
}

/** The statements that read pages, compiled on first use. */
export class PageReader {
  /** Whether a range of row numbers is also found by the numbers only. */
  readonly hasRanges: boolean;
  readonly #options: PageReaderOptions;
  readonly #values: readonly unknown[];
  #rows: Prepared | undefined;
  #range: Prepared | undefined;

  /** @param options - The statement and the cells */
  constructor(options: PageReaderOptions) {
    this.#options = options;
    this.#values = bindable(options.request.parameters);
    this.hasRanges = isPaged(options.handle, rangeSql(options), "range");
  }

  /**
   * Reads a page.
   *
   * @param range - Its rows
   * @returns The page; `undefined` when it does not fit into memory, so that fewer rows can be tried
   */
  read({ isRange, first, count, skip }: PageRange): Page | undefined {
    if (isRange) {
      this.#range ??= this.#prepared(rangeSql(this.#options));
      return this.#read(this.#range, [first, first + BigInt(count - 1)]);
    }
    this.#rows ??= this.#prepared(pageSql(this.#options));
    return this.#read(this.#rows, [first, BigInt(count), BigInt(skip)]);
  }

  #prepared(sql: string): Prepared {
    return this.#options.handle.prepare(sql).raw(true).safeIntegers(true);
  }

  #read(statement: Prepared, place: readonly bigint[]): Page | undefined {
    try {
      const row = readRow(statement, [...this.#values, ...place]);
      // The cast is safe: the last two columns are the number of rows and the last row number.
      const [rows, last] = row.slice(-2) as unknown as readonly [bigint, bigint];
      return { cells: row.slice(0, -2), rows: Number(rows), last };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if ("code" in error && /NOMEM|TOOBIG/.test(String(error.code))) return undefined;
      throw error;
    }
  }
}
