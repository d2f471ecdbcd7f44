import { upstreamInvalid } from "@wellhead/sdk";

/** The one member name that no row may consist of: it marks the end of a failed stream. */
const reserved = "__streamError";

/**
 * Names the columns of a result for rows that are objects: a name that comes again gets a number, one that is
 * empty its place.
 *
 * @param columns - Names as the server gives them
 * @returns As many names, all different
 * @throws ConnectorError `upstream_invalid` when the rows could be taken for the mark of a failed stream
 */
export function nameColumns(columns: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  for (const [index, column] of columns.entries()) {
    taken.add(freeName(column === "" ? `column_${index + 1}` : column, taken));
  }
  if (taken.size === 1 && taken.has(reserved)) {
    throw upstreamInvalid(`Read rows: found "${reserved}" as the only column, wanted another name for it`);
  }
  return [...taken];
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name}_${count}`)) count += 1;
  return `${name}_${count}`;
}
