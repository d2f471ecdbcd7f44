import { pathToFileURL } from "node:url";
import Database from "libsql";
import type { BoundValue, EngineLimits } from "../process/messages.js";

/** Milliseconds to wait for a writer who has locked the file. */
const patience = 2000;

/** A database file that is open for reading. */
export type DatabaseHandle = InstanceType<typeof Database>;

/** A prepared statement. */
export type Prepared = ReturnType<DatabaseHandle["prepare"]>;

/**
 * Opens a database file for reading only.
 *
 * @param file - Absolute path; becomes a `file:` URI with every special character escaped
 * @param limits - What the engine may take
 * @returns The handle; the caller closes it
 * @throws SqliteError when the file cannot be opened
 */
export function openDatabase(file: string, { memory }: EngineLimits): DatabaseHandle {
  // `readonly` of this library is not kept; the mode in the URI is SQLite's own and is.
  const handle = new Database(`${pathToFileURL(file).href}?mode=ro`, { timeout: patience });
  handle.exec(
    `pragma query_only = 1; pragma trusted_schema = 0; pragma cell_size_check = 1; pragma mmap_size = 0;
    pragma temp_store = 1; pragma cache_size = -4000; pragma busy_timeout = ${patience};`,
  );
  readRow(handle.prepare(`pragma hard_heap_limit = ${Math.floor(memory)}`));
  return handle;
}

/**
 * Makes values ready to be bound.
 *
 * @param values - As they were sent
 * @returns As the library takes them; always bound as one list
 */
export function bindable(values: readonly BoundValue[]): readonly unknown[] {
  return values.map((value) => (typeof value === "object" && value !== null ? BigInt(value.integer) : value));
}

/**
 * Reads the one cell of the first row as bytes.
 *
 * @param handle - An open database
 * @param sql - A statement whose first column is a blob
 * @param parameters - Values to bind
 * @returns The bytes; `undefined` without a row
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
 * Reads the one row of a statement. The statement is run to its end: one that stopped at its first row would keep
 * the file locked, even when its handle is closed.
 *
 * @param statement - A statement with one row at most
 * @param values - Values to bind
 * @returns The cells of the row; none without a row
 */
export function readRow(statement: Prepared, values: readonly unknown[] = []): readonly unknown[] {
  const [row]: readonly unknown[] = statement.raw(true).all(values);
  return Array.isArray(row) ? row : [];
}
