/** Options of a query, such as `$filter`; those that are `undefined` are omitted. */
export type QueryOptions = Readonly<Record<string, string | undefined>>;

/**
 * Writes the address of an entity set. Spaces become `%20`, because services need not read `+` as a space.
 *
 * @param root - Root of the service
 * @param set - Name of the set
 * @param options - Options of the query
 * @returns The absolute address
 * @see https://docs.oasis-open.org/odata/odata/v4.01/odata-v4.01-part2-url-conventions.html#sec_URLParsing
 */
export function setAddress(root: string, set: string, options: QueryOptions): string {
  const query = Object.entries(options)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return `${root}/${encodeURIComponent(set)}${query === "" ? "" : `?${query}`}`;
}
