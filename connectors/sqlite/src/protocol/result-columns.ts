import type { DatabaseHandle } from "./database-handle.js";
import type { ResultColumn } from "./messages.js";
import { RefusedError } from "./refused-error.js";

/**
 * Returns the columns of a statement.
 *
 * @param handle - An open database
 * @param sql - The statement
 * @returns The columns; their names may not be unique
 * @throws RefusedError when the statement does not return rows
 * @throws SqliteError when it cannot be compiled
 */
export function resultColumns(handle: DatabaseHandle, sql: string): readonly ResultColumn[] {
  const columns = handle.prepare(sql).columns();
  if (columns.length === 0) throw new RefusedError("REFUSED_KIND", "it gives no rows");
  return columns.map(({ name, type }) => ({ name, declared: type }));
}
