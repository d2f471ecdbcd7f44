import { visibleJson } from "./visible-json.js";

/**
 * Returns the size of a value in the text copy of an answer, where invisible characters take more bytes than in JSON.
 *
 * @param value - A JSON value
 * @returns The number of bytes
 */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(visibleJson(value));
}

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
    bytes += jsonBytes(item) + 1;
    return bytes > maxBytes;
  });
  return end === -1 ? items : items.slice(0, end);
}
