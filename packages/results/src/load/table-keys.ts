import { quoteName, quoteText } from "../engine/quote.js";
import type { StoredType } from "../types/column-type.js";

/** A member of the rows with its column. */
export interface TableKey {
  /** Name of the member in the rows. */
  readonly key: string;
  /** Name of the column in SQL, which is unique even when case is ignored. */
  readonly name: string;
}

/**
 * Returns the columns of members. A column has the name of its member, with a number appended when two names differ
 * only in case.
 *
 * @param keys - Names of the members
 * @returns The columns
 */
export function nameKeys(keys: readonly string[]): readonly TableKey[] {
  const names = new Set<string>();
  return keys.map((key) => {
    // A column name of the engine must not be empty and ends at a NUL.
    const plain = key.replaceAll("\0", "␀") || "unnamed";
    let name = plain;
    for (let number = 2; names.has(name.toLowerCase()); number += 1) name = `${plain}_${number}`;
    names.add(name.toLowerCase());
    return { key, name };
  });
}

/**
 * Returns the members that columns may come from. The column `a_2` may be a second member `A` as well as a member `a_2`.
 *
 * @param columns - Names of columns in SQL, in lower case
 * @returns Names of members, in lower case
 */
export function membersOf(columns: ReadonlySet<string>): ReadonlySet<string> {
  const names = [...columns].flatMap((column) => [column, column.replace(/_\d+$/, "")]);
  return new Set(names.flatMap((name) => [name, name === "unnamed" ? "" : name.replaceAll("␀", "\0")]));
}

/**
 * Reports whether some keys cannot be member names of a struct of the engine.
 *
 * @param keys - The members
 * @returns Whether they are read by JSON pointers
 */
export function needsPointers(keys: readonly TableKey[]): boolean {
  return keys.some(({ key, name }) => key !== name);
}

/**
 * Returns the SELECT that reads rows: a column `c0`, `c1` and so on for each key.
 *
 * @param path - File with one JSON row per line
 * @param keys - The members to read, and the types to read them as
 * @param maxRowBytes - Maximum length of a row
 * @returns SQL. With {@link needsPointers}, every column has the JSON texts of the values
 */
export function selectRows(
  path: string,
  keys: readonly (TableKey & { readonly read: StoredType })[],
  maxRowBytes: number,
): string {
  // The engine reads small buffers faster, and with several threads.
  const size = Math.max(2 ** 20, maxRowBytes + 16);
  const options = `format = 'newline_delimited', maximum_object_size = ${size}`;
  const file = quoteText(path);
  if (keys.length === 0) return `SELECT NULL FROM read_ndjson_objects(${file}, ${options})`;
  if (needsPointers(keys)) {
    const cells = keys.map(({ key }, index) => {
      const value = `json_extract(json, ${pointer(key)})`;
      return `CASE WHEN json_type(${value}) <> 'NULL' THEN ${value} END AS c${index}`;
    });
    return `SELECT ${cells.join(", ")} FROM read_ndjson_objects(${file}, ${options})`;
  }
  const types = keys.map(({ key, read }) => `${quoteText(key)}: '${read}'`);
  const names = keys.map(({ key }, index) => `${quoteName(key)} AS c${index}`);
  return `SELECT ${names.join(", ")} FROM read_json(${file}, ${options}, records = 'true', columns = {${types.join(", ")}})`;
}

/** Returns a JSON pointer (RFC 6901) as an SQL literal. */
function pointer(key: string): string {
  const escaped = `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return quoteText(escaped);
}
