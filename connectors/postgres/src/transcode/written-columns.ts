import { upstreamInvalid } from "@wellhead/sdk";
import type { WrittenColumn } from "@wellhead/sql";
import type { ResultColumn } from "../protocol/read-message.js";
import type { ValueKind } from "./value-kind.js";
import { writersOf } from "./writers.js";

/** The one member name that no row may consist of: it marks the end of a failed stream. */
const reserved = "__streamError";

/**
 * Names the columns of a result for rows that are objects: a name that comes again gets a number.
 *
 * @param columns - Columns as the server describes them
 * @param kinds - How each is written
 * @returns Names and writers
 * @throws ConnectorError `upstream_invalid` when the rows could be taken for the mark of a failed stream
 */
export function writtenColumns(
  columns: readonly ResultColumn[],
  kinds: readonly ValueKind[],
): readonly WrittenColumn[] {
  const taken = new Set<string>();
  const written = columns.map((column, index) => {
    const name = freeName(column.name === "" ? `column_${index + 1}` : column.name, taken);
    taken.add(name);
    return { name, ...writersOf(kinds[index] ?? { kind: "text" }) };
  });
  if (taken.size === 1 && taken.has(reserved)) {
    throw upstreamInvalid(`Read rows: found "${reserved}" as the only column, wanted another name for it`);
  }
  return written;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name}_${count}`)) count += 1;
  return `${name}_${count}`;
}
