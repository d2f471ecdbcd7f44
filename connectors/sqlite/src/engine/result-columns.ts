import type { ResultColumn } from "../process/messages.js";
import type { DatabaseHandle } from "./database-handle.js";
import { RefusedError } from "./refused-error.js";

/**
 * Gives the columns of a statement.
 *
 * @param handle - An open database
 * @param sql - The statement
 * @returns The columns, two of which may have the same name
 * @throws RefusedError when it gives no rows
 * @throws SqliteError when it cannot be compiled
 */
export function resultColumns(handle: DatabaseHandle, sql: string): readonly ResultColumn[] {
  const columns = handle.prepare(sql).columns();
  if (columns.length === 0) throw new RefusedError("REFUSED_KIND", "it gives no rows");
  return columns.map(({ name, type }) => ({ name, declared: type }));
}
