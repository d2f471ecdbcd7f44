import { upstreamInvalid } from "@wellhead/sdk";

/** A row must not consist of this member alone: it marks the end of a failed stream. */
const reserved = "__streamError";

/**
 * Returns unique column names for rows that are objects. A duplicate name gets a number. An empty name becomes
 * `column_` and its position, counted from one.
 *
 * @param columns - Names as the server sends them
 * @returns The same number of names, all different
 * @throws ConnectorError `upstream_invalid` when a row could be mistaken for the mark of a failed stream
 */
export function nameColumns(columns: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  for (const [index, column] of columns.entries()) {
    taken.add(freeName(column === "" ? `column_${index + 1}` : column, taken));
  }
  if (taken.size === 1 && taken.has(reserved)) {
    throw upstreamInvalid(
      `Could not read the rows: the only column is named "${reserved}", which is reserved. Rename the column.`,
    );
  }
  return [...taken];
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name}_${count}`)) count += 1;
  return `${name}_${count}`;
}
