import { pathToFileURL } from "node:url";
import Database from "libsql";
import type { BoundValue, EngineLimits } from "./messages.js";

/** Maximum time in milliseconds to wait for a lock on the file. */
const lockTimeoutMs = 2000;

/** A database file that is open for reading. */
export type DatabaseHandle = InstanceType<typeof Database>;

/** A prepared statement. */
export type Prepared = ReturnType<DatabaseHandle["prepare"]>;

/**
 * Opens a database file for reading only.
 *
 * @param file - Absolute path; it is converted to a `file:` URI, in which special characters are escaped
 * @param limits - The limits of the engine
 * @returns The handle, which the caller must close
 * @throws SqliteError when the file cannot be opened
 */
export function openDatabase(file: string, { memory }: EngineLimits): DatabaseHandle {
  // The library does not enforce its option `readonly`. SQLite itself enforces the mode in the URI.
  const handle = new Database(`${pathToFileURL(file).href}?mode=ro`, { timeout: lockTimeoutMs });
  handle.exec(
    `pragma query_only = 1; pragma trusted_schema = 0; pragma cell_size_check = 1; pragma mmap_size = 0;
    pragma temp_store = 1; pragma cache_size = -4000; pragma busy_timeout = ${lockTimeoutMs};`,
  );
  readRow(handle.prepare(`pragma hard_heap_limit = ${Math.floor(memory)}`));
  return handle;
}

/**
 * Converts values to the form that the library binds.
 *
 * @param values - The values as sent
 * @returns The converted values, always bound as one list
 */
export function bindable(values: readonly BoundValue[]): readonly unknown[] {
  return values.map((value) => (typeof value === "object" && value !== null ? BigInt(value.integer) : value));
}

/**
 * Reads the first cell of the only row as bytes.
 *
 * @param handle - An open database
 * @param sql - A statement whose first column is a blob
 * @param parameters - Values to bind
 * @returns The bytes, or `undefined` when there is no row
 */
export function readCell(
  handle: DatabaseHandle,
  sql: string,
  parameters: readonly BoundValue[] = [],
): Uint8Array | undefined {
  const cell = readRow(handle.prepare(sql), bindable(parameters))[0];
  return cell instanceof Uint8Array ? cell : undefined;
}

/**
 * Reads the only row of a statement. The statement is executed to its end: one that stops at its first row would keep
 * the file locked, even after its handle is closed.
 *
 * @param statement - A statement with at most one row
 * @param values - Values to bind
 * @returns The cells of the row; empty when there is no row
 */
export function readRow(statement: Prepared, values: readonly unknown[] = []): readonly unknown[] {
  const [row]: readonly unknown[] = statement.raw(true).all(values);
  return Array.isArray(row) ? row : [];
}

/**
 * Explains a statement. The library leaves a statement that explains unfinished after its last row, and so the file
 * locked even after the transaction; `get` ends it.
 *
 * @param handle - An open database
 * @param sql - The statement, including `EXPLAIN`
 * @returns The cells of its rows
 */
export function explain(handle: DatabaseHandle, sql: string): readonly (readonly unknown[])[] {
  const statement = handle.prepare(sql).raw(true);
  // The cast is safe: raw rows are arrays.
  const rows = statement.all([]) as readonly (readonly unknown[])[];
  statement.get([]);
  return rows;
}
