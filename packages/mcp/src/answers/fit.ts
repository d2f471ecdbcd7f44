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

/** Items of a list that are shown in one answer. */
export interface FittedPage<Item> {
  readonly shown: Item[];
  /** Number of items that can be shown. */
  readonly count: number;
  /** Number of items that are omitted, because one alone exceeds the maximum. */
  readonly omittedCount: number;
  /** Offset of the next items; `null` when all were shown. */
  readonly nextOffset: number | null;
}

/**
 * Returns the items from an offset on whose JSON fits into a number of bytes. The pages together contain every item but
 * those that do not fit alone.
 *
 * @param items - All items
 * @param offset - Number of items to skip
 * @param maxBytes - Maximum size of their JSON array
 * @returns The items, and where the next ones begin
 */
export function fitPage<Item>(items: readonly Item[], offset: number, maxBytes: number): FittedPage<Item> {
  const fitting = items.filter((item) => fitItems([item], maxBytes).length > 0);
  const shown = [...fitItems(fitting.slice(offset), maxBytes)];
  const end = offset + shown.length;
  return {
    shown,
    count: fitting.length,
    omittedCount: items.length - fitting.length,
    nextOffset: end < fitting.length ? end : null,
  };
}
