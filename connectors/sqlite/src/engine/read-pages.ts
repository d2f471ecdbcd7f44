import { Buffer } from "node:buffer";
import type { RowsRequest } from "../process/messages.js";
import { bytesInText } from "../write/cell-sql.js";
import { quoteText } from "../write/row-sql.js";
import { bindable, type DatabaseHandle, type Prepared, readRow } from "./database-handle.js";
import { batchSize, type RawBatch, type RowSourceOptions } from "./row-source.js";

const firstRows = 32;
const mostRows = 5000;
const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;

/** What pages are read with. */
export interface ReadPagesOptions extends RowSourceOptions {
  readonly handle: DatabaseHandle;
  readonly request: RowsRequest;
  /** Columns of the statement, the row number included. */
  readonly columnCount: number;
}

/** What the statement of a page is made from. */
export type PageSqlOptions = Omit<ReadPagesOptions, "handle" | "trustingRow">;

/**
 * Writes the statement that reads one page of a table in the order of its row numbers, all of its rows in one cell.
 *
 * @param options - The statement and the form of the rows
 * @returns The statement; its last three parameters are the first row number, the most rows and the rows to leave out
 */
export function pageSql({ request, columnCount, row, separator }: PageSqlOptions): string {
  const count = request.parameters.length;
  const key = `"c${columnCount - 1}"`;
  const names = Array.from({ length: columnCount }, (_, index) => `"c${index}"`).join(", ");
  return `with "wellhead statement"(${names}) as (\n${request.sql}\n),
"wellhead page" as (select * from "wellhead statement" where ${key} >= ?${count + 1} order by ${key} limit ?${count + 2} offset ?${count + 3})
select cast(group_concat(${row}, ${quoteText(separator)}) as blob), count(*), max(${key}) from "wellhead page"`;
}

/**
 * Tells whether a page is found by its row numbers alone, so that every row is visited once whatever the page.
 *
 * @param handle - An open database
 * @param sql - What {@link pageSql} wrote
 * @returns Whether reading by pages is worth it
 */
export function isPaged(handle: DatabaseHandle, sql: string): boolean {
  // `EXPLAIN QUERY PLAN` has four columns, the last one in words.
  const rows = handle
    .prepare(`explain query plan ${sql}`)
    .raw(true)
    .all([]) as readonly (readonly unknown[])[];
  const plan = rows.map((columns) => String(columns[3]));
  return (
    plan.some((line) => line.includes("USING INTEGER PRIMARY KEY (rowid>?)")) &&
    !plan.some((line) => line.includes("TEMP B-TREE"))
  );
}

/**
 * Reads a table page by page: SQLite joins the rows of a page itself, which is several times faster than taking
 * them one by one. Pages grow to the size of a batch and shrink where rows are large.
 *
 * @param options - The statement and the form of the rows
 * @returns The pages
 * @throws SqliteError when a row alone takes more memory than allowed
 */
export function* readPages(options: ReadPagesOptions): Generator<RawBatch> {
  const { handle, request } = options;
  let statement = prepared(handle, pageSql({ ...options, row: options.trustingRow }));
  const values = bindable(request.parameters);
  let left = request.limit ?? Number.POSITIVE_INFINITY;
  let skip = request.skip;
  let size = firstRows;
  let from = smallest;
  while (left > 0) {
    const wanted = Math.min(size, left);
    // The statement has three columns: the rows, how many they are, the last row number.
    const page = tryPage(
      () => readRow(statement, [...values, from, BigInt(wanted), BigInt(skip)]) as unknown as Page,
    );
    if (page === "bytes in text") {
      statement = prepared(handle, pageSql(options));
      continue;
    }
    if (page === "no memory") {
      if (wanted === 1) throw Object.assign(new Error("out of memory"), { code: "SQLITE_NOMEM" });
      size = Math.max(1, Math.floor(wanted / 8));
      continue;
    }
    const [bytes, count, last] = page;
    const rows = Number(count);
    if (bytes === null || rows === 0) return;
    yield { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), rows };
    left -= rows;
    if (rows < wanted || last === largest) return;
    from = last + 1n;
    skip = 0;
    size = Math.max(1, Math.min(mostRows, size * 4, Math.round((rows * batchSize) / bytes.length)));
  }
}

type Page = readonly [rows: Uint8Array | null, count: bigint, last: bigint];

/** A page that does not fit into memory is tried again with fewer rows, one with unexpected bytes with care. */
function tryPage(read: () => Page): Page | "no memory" | "bytes in text" {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.message.includes(bytesInText)) return "bytes in text";
    if ("code" in error && /NOMEM|TOOBIG/.test(String(error.code))) return "no memory";
    throw error;
  }
}

function prepared(handle: DatabaseHandle, sql: string): Prepared {
  return handle.prepare(sql).raw(true).safeIntegers(true);
}
