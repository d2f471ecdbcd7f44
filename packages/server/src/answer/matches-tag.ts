/**
 * Returns whether a caller already has the current version of a response.
 *
 * @param header - `If-None-Match` of the request
 * @param tag - `ETag` of the response
 * @returns Whether to respond with 304
 */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((part) => ["*", tag].includes(part.trim().replace(/^W\//, "")));
}
