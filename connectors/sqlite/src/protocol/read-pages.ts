import type { RowsRequest } from "./messages.js";
import type { Page, PageRange } from "./page-reader.js";

const firstRows = 32;
const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;
/** Minimum proportion of used row numbers on a page for the next page to be read as a range. */
const dense = 0.75;

/** Options of {@link readPages}. */
export interface ReadPagesOptions<Read extends Page> {
  readonly request: Pick<RowsRequest, "limit" | "skip">;
  readonly reader: {
    /** Whether a range of row numbers is also found by the numbers only. */
    readonly hasRanges: boolean;
    /** Reads a page; `undefined` when it does not fit into memory, so that fewer rows can be tried. */
    read(range: PageRange): Read | undefined;
  };
  /** Maximum number of rows of a page. */
  readonly maxRows: number;
  /** Approximate maximum size of a page in bytes. */
  readonly maxBytes: number;
}

/**
 * Reads a table page by page. SQLite joins the rows of a page itself, which is several times faster than fetching them
 * one by one. Pages grow to their maximum size and shrink where rows are large. Where row numbers are dense, a page is
 * a range of them; elsewhere, it is a number of rows.
 *
 * @param options - The rows, and how to read a page
 * @returns The pages that have rows
 * @throws Error with the code `SQLITE_NOMEM` when a single row needs more memory than allowed
 */
export function* readPages<Read extends Page>({
  request,
  reader,
  maxRows,
  maxBytes,
}: ReadPagesOptions<Read>): Generator<Read> {
  let left = request.limit ?? Number.POSITIVE_INFINITY;
  let skip = request.skip;
  let size = firstRows;
  let first = smallest;
  let isRange = false;
  while (left > 0) {
    const count = Math.min(size, left);
    const page = reader.read({ isRange, first, count, skip });
    if (page === undefined) {
      if (count === 1) throw Object.assign(new Error("out of memory"), { code: "SQLITE_NOMEM" });
      size = Math.max(1, Math.floor(count / 8));
      continue;
    }
    const { rows, last } = page;
    if (rows > 0) {
      // The reader may use the memory of the page.
      const bytes = sizeOf(page);
      yield page;
      left -= rows;
      size = Math.max(1, Math.min(maxRows, size * 4, Math.round((rows * maxBytes) / bytes)));
    }
    if ((rows < count && !isRange) || last === largest) return;
    // A range ends at its last number, however many rows it contained. The first page starts before the first row.
    const start: bigint = isRange || first > smallest ? first : last - BigInt(rows - 1);
    first = isRange ? first + BigInt(count) : last + 1n;
    isRange = reader.hasRanges && rows >= Number(first - start) * dense && first <= largest - BigInt(maxRows);
    skip = 0;
  }
}

/** Returns the number of bytes of a page, which is at least 1. */
function sizeOf({ cells }: Page): number {
  return cells.reduce<number>((sum, cell) => sum + (cell instanceof Uint8Array ? cell.length : 0), 1);
}
