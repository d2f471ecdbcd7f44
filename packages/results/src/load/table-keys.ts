import { quoteText } from "../engine/quote.js";

/** A member of the rows with its column. */
export interface TableKey {
  /** Name of the member in the rows. */
  readonly key: string;
  /** Name of the column in SQL, which is unique even when case is ignored. */
  readonly name: string;
  /** Type that the connector declares; empty when it does not declare one. */
  readonly declared: string;
}

/**
 * Returns the columns of members. A column has the name of its member, with a number appended when two names differ
 * only in case.
 *
 * @param known - Existing columns
 * @param keys - Further members
 * @returns The new columns
 */
export function nameKeys(
  known: readonly TableKey[],
  keys: readonly { readonly key: string; readonly declared: string }[],
): readonly TableKey[] {
  const names = new Set(known.map(({ name }) => name.toLowerCase()));
  return keys.map(({ key, declared }) => {
    // A column name of the engine must not be empty and ends at a NUL.
    const plain = key.replaceAll("\0", "␀") || "unnamed";
    let name = plain;
    for (let number = 2; names.has(name.toLowerCase()); number += 1) name = `${plain}_${number}`;
    names.add(name.toLowerCase());
    return { key, name, declared };
  });
}

/** Reports whether some keys cannot be member names of a struct of the engine. */
function needsPointers(keys: readonly TableKey[]): boolean {
  return keys.some(({ key, name }) => key !== name);
}

/**
 * Returns the SELECT that reads a chunk of rows: for each key a column with the JSON text of its value.
 *
 * @param path - File with one JSON row per line
 * @param keys - The members to read
 * @param maxRowBytes - Maximum length of a row
 * @returns SQL
 */
export function selectChunk(path: string, keys: readonly TableKey[], maxRowBytes: number): string {
  // The engine reads small buffers faster, and with several threads.
  const size = Math.max(2 ** 20, maxRowBytes + 16);
  const options = `format = 'newline_delimited', maximum_object_size = ${size}`;
  const file = quoteText(path);
  if (keys.length === 0) return `SELECT NULL FROM read_ndjson_objects(${file}, ${options})`;
  if (needsPointers(keys)) {
    const cells = keys.map(
      ({ key }) => `nullif(CAST(json_extract(json, ${pointer(key)}) AS VARCHAR), 'null')`,
    );
    return `SELECT ${cells.join(", ")} FROM read_ndjson_objects(${file}, ${options})`;
  }
  const types = keys.map(({ key }) => `${quoteText(key)}: 'JSON'`);
  return `SELECT * FROM read_json(${file}, ${options}, records = 'true', columns = {${types.join(", ")}})`;
}

/**
 * Returns the SELECT that finds the keys of a chunk.
 *
 * @param path - File with one JSON row per line
 * @param maxRowBytes - Maximum length of a row
 * @returns SQL that returns one row per key, in the order of the members in the rows
 */
export function selectKeys(path: string, maxRowBytes: number): string {
  const size = Math.max(2 ** 20, maxRowBytes + 16);
  const lists = `SELECT DISTINCT json_keys(json) AS keys FROM read_ndjson_objects(${quoteText(path)}, format = 'newline_delimited', maximum_object_size = ${size})`;
  const members = `SELECT unnest(keys) AS key, generate_subscripts(keys, 1) AS position FROM (${lists})`;
  return `SELECT key FROM (${members}) GROUP BY key ORDER BY min(position), key`;
}

/** Returns a JSON pointer (RFC 6901) as an SQL literal. */
function pointer(key: string): string {
  const escaped = `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return escaped.split("\0").map(quoteText).join(" || chr(0) || ");
}
