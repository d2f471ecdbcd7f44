/**
 * Tells whether a caller already has what it asks for.
 *
 * @param header - `If-None-Match` of the request
 * @param tag - `ETag` of the answer
 * @returns Whether 304 is the answer
 */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((part) => ["*", tag].includes(part.trim().replace(/^W\//, "")));
}
