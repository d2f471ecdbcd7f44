import type { Columns, Fields, Source } from "@wellhead/sdk";
import type { FoundSource } from "./find-source.js";

/**
 * Lists the sources that can be synchronized: those whose columns and key are known, or computed for an account.
 *
 * @param sources - Current sources of the connector
 * @returns The sources, in order
 */
export function synchronizedSources(sources: ReadonlyMap<string, Source>): readonly FoundSource[] {
  return [...sources].filter(([, source]) => isSynchronized(source)).map(([id, source]) => ({ id, source }));
}

function isSynchronized(source: Source): boolean {
  const { fields, key } = source;
  if (fields === undefined) return false;
  if (source.synchronization !== undefined || key !== undefined) return true;
  return typeof fields === "object" && keyOf(fields, key) !== undefined;
}

/**
 * Returns the filter fields that a source shares with others.
 *
 * @param source - The source
 * @returns The fields by id
 */
export function sharedFields({ filter, sharedFilter }: Source): Fields {
  if (sharedFilter === undefined) return filter;
  return Object.fromEntries(Object.entries(filter).filter(([id]) => sharedFilter.includes(id)));
}

/**
 * Returns the columns that identify a row.
 *
 * @param columns - Columns of the source
 * @param key - The key that the source declares. Default: the only column of type `id`
 * @returns Ids of the columns; `undefined` when the source has no key
 */
export function keyOf(columns: Columns, key: readonly string[] | undefined): readonly string[] | undefined {
  if (key !== undefined && key.length > 0) return key;
  const ids = Object.entries(columns).filter(([, { column }]) => column === "id");
  return ids.length === 1 ? ids.map(([id]) => id) : undefined;
}
