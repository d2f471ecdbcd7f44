import { Buffer } from "node:buffer";
import { bindable, type DatabaseHandle } from "./database-handle.js";
import type { RowsRequest } from "./messages.js";
import { batchSize, type RawBatch, type RowSourceOptions } from "./row-source.js";

/** Milliseconds after which a partial batch is flushed. */
const flushDelayMs = 10;
/** Maximum number of rows that the library prefetches. */
const maxPrefetchedRows = 100;
/** Maximum length in bytes of a row that is transferred as hexadecimal digits. */
const maxDigits = 4096;

/** Options of {@link readRows}. */
export interface ReadRowsOptions extends RowSourceOptions {
  readonly handle: DatabaseHandle;
  readonly request: RowsRequest;
  readonly columnCount: number;
}

/**
 * Builds the statement that returns each row of another statement as a cell of bytes, skips rows at the start and
 * limits their number. The `offset` also prevents SQLite from merging the two statements, which would compute values
 * several times.
 *
 * @param options - The statement and the format of the rows
 * @returns The statement; its last two parameters are the maximum number of rows and the number of rows to skip
 */
export function rowsSql({
  request,
  columnCount,
  row,
}: Pick<ReadRowsOptions, "request" | "columnCount" | "row">): string {
  return `${pagesSql({ request, columnCount }).pages}
select cast(${row} as blob) from "wellhead page"`;
}

function pagesSql({ request, columnCount }: Pick<ReadRowsOptions, "request" | "columnCount">) {
  const count = request.parameters.length;
  const names = Array.from({ length: columnCount }, (_, index) => `"c${index}"`).join(", ");
  // When a table is read by pages, its rows are ordered by row number, whichever index finds them.
  const isPage = request.keyed && (request.limit !== undefined || request.skip > 0);
  const order = isPage ? ` order by "c${columnCount - 1}"` : "";
  const pages = `with "wellhead statement"(${names}) as (\n${request.sql}\n),
"wellhead page" as (select * from "wellhead statement"${order} limit ?${count + 1} offset ?${count + 2})`;
  return { count, pages };
}

/**
 * Builds the same statement with short rows as hexadecimal digits: the library is much slower to return bytes than
 * text.
 */
function digitsSql(options: ReadRowsOptions): string {
  const { count, pages } = pagesSql(options);
  // Without the third offset, SQLite would compute every row twice.
  return `${pages},
"wellhead row"(r) as (select ${options.row} from "wellhead page" limit -1 offset ?${count + 3})
select case when octet_length(r) > ${maxDigits} then cast(r as blob) else hex(r) end from "wellhead row"`;
}

/**
 * Reads rows one by one, which every statement supports.
 *
 * @param options - The statement and the format of the rows
 * @returns Batches of rows
 */
export function* readRows(options: ReadRowsOptions): Generator<RawBatch> {
  const { handle, request } = options;
  const values = [...bindable(request.parameters), BigInt(request.limit ?? -1), BigInt(request.skip), 0n];
  const separator = options.encoding.encode(options.separator);
  const reader = new RowReader(handle.prepare(digitsSql(options)).raw(true).iterate(values));
  let batch = Buffer.allocUnsafeSlow(batchSize);
  let length = 0;
  let rows = 0;
  let since = performance.now();
  for (let row = reader.next(); row !== undefined; row = reader.next()) {
    const size = sizeOf(row);
    const room = length + separator.length + size;
    const late = reader.isEmpty && performance.now() - since > flushDelayMs;
    if (rows > 0 && (room > batch.length || late)) {
      yield { bytes: batch.subarray(0, length), rows };
      batch = Buffer.allocUnsafeSlow(batchSize);
      length = 0;
      rows = 0;
      since = performance.now();
    }
    if (rows === 0 && size > batch.length) batch = Buffer.allocUnsafeSlow(size);
    if (rows > 0) length += separator.copy(batch, length);
    if (typeof row === "string") batch.write(row, length, "hex");
    else batch.set(row, length);
    length += size;
    rows += 1;
  }
  if (rows > 0) yield { bytes: batch.subarray(0, length), rows };
}

/** A row as hexadecimal digits or bytes. */
type Row = string | Uint8Array;

function sizeOf(row: Row): number {
  return typeof row === "string" ? row.length / 2 : row.length;
}

/** The internal state in which the library's iterator keeps prefetched rows. */
interface PrefetchState {
  nextRows?: unknown[];
  nextRowIndex?: number;
}

/**
 * Takes rows from the library's iterator, which prefetches a hundred rows. This class makes it prefetch only one row at
 * first, so that the first row does not wait for others, and few rows where they are large.
 */
class RowReader {
  readonly #rows: Iterator<unknown> & PrefetchState;
  readonly #isKnown: boolean;
  #left = 0;
  #prefetchedRows = 1;

  constructor(rows: Iterator<unknown> & PrefetchState) {
    this.#rows = rows;
    this.#isKnown = Array.isArray(rows.nextRows) && rows.nextRowIndex === maxPrefetchedRows;
  }

  /** Whether the next row must be read from the file. */
  get isEmpty(): boolean {
    return this.#left === 0;
  }

  next(): Row | undefined {
    if (this.#left === 0 && this.#isKnown) {
      this.#rows.nextRows = Array.from({ length: this.#prefetchedRows });
      this.#rows.nextRowIndex = maxPrefetchedRows;
      this.#left = this.#prefetchedRows;
    }
    // The cast is safe: this is the result type of every iterator.
    const { value, done } = this.#rows.next() as { readonly value: unknown; readonly done?: boolean };
    if (done === true || !Array.isArray(value)) return undefined;
    const row: unknown = value[0];
    if (typeof row !== "string" && !(row instanceof Uint8Array))
      throw new TypeError("Could not read a row: expected digits or a blob, got no bytes.");
    this.#left = Math.max(0, this.#left - 1);
    if (this.#left === 0)
      this.#prefetchedRows = Math.max(
        1,
        Math.min(maxPrefetchedRows, this.#prefetchedRows * 2, Math.floor(batchSize / (sizeOf(row) + 1))),
      );
    return row;
  }
}
