/**
 * Returns the leading items whose JSON fits into a number of bytes.
 *
 * @param items - JSON values
 * @param maxBytes - Maximum size of the array as JSON
 * @returns The items that fit
 */
export function fitItems<Item>(items: readonly Item[], maxBytes: number): readonly Item[] {
  let bytes = 2;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > maxBytes;
  });
  return end === -1 ? items : items.slice(0, end);
}
