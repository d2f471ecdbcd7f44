import type { ResultColumn } from "../process/messages.js";
import type { DatabaseHandle, Prepared } from "./database-handle.js";
import { RefusedError } from "./refused-error.js";

/** The one member name that no row may consist of: it marks the end of a failed stream. */
const reserved = "__streamError";

/**
 * Gives the columns of a statement, named for rows that are objects: a name that comes again gets a number.
 *
 * @param handle - An open database
 * @param sql - The statement
 * @returns The columns
 * @throws RefusedError when it gives no rows, or rows that could be taken for the mark of a failed stream
 * @throws SqliteError when it cannot be compiled
 */
export function resultColumns(handle: DatabaseHandle, sql: string): readonly ResultColumn[] {
  const statement: Prepared = handle.prepare(sql);
  const taken = new Set<string>();
  const columns = statement.columns().map(({ name, type }, index) => {
    const free = freeName(name === "" ? `column_${index + 1}` : name, taken);
    taken.add(free);
    return { name: free, declared: type };
  });
  if (columns.length === 0) throw new RefusedError("REFUSED_KIND", "it gives no rows");
  if (columns.length === 1 && taken.has(reserved)) {
    throw new RefusedError("REFUSED_TABLE", `it has "${reserved}" as its only column, give that another name`);
  }
  return columns;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name}_${count}`)) count += 1;
  return `${name}_${count}`;
}
