import type { Buffer } from "node:buffer";
import { ByteWriter } from "@wellhead/rows";

const quote = 0x22;
const backslash = 0x5c;

/**
 * Reads the fields of a composite value or the bounds of a range, which PostgreSQL quotes in the same way: quotes and
 * backslashes inside quotes are doubled, and an empty item means NULL.
 *
 * @see PostgreSQL, "Composite Type Input and Output Syntax"
 */
export class ItemReader {
  /** The item without its quotes. */
  readonly item: ByteWriter = new ByteWriter(1024);
  /** Whether the item is NULL. */
  isNull = true;
  readonly #stops: ReadonlySet<number>;

  /** @param stops - Characters that end an item outside quotes */
  constructor(stops: string) {
    this.#stops = new Set(Array.from(stops, (stop) => stop.charCodeAt(0)));
  }

  /**
   * Reads one item.
   *
   * @param source - The bytes that contain it
   * @param start - Index of its first byte
   * @param end - Index after the last byte that may be read
   * @returns The index of the character that ends it, or `end` when there is none
   */
  read(source: Buffer, start: number, end: number): number {
    const { item } = this;
    item.length = 0;
    item.reserve(end - start);
    let inside = false;
    let at = start;
    for (; at < end; at += 1) {
      const byte = source[at] ?? 0;
      // Bytes from `end` on belong to another value, possibly an earlier one.
      const isDoubled = inside && at + 1 < end && source[at + 1] === quote;
      if (byte === quote && !isDoubled) inside = !inside;
      else if (!inside && this.#stops.has(byte)) break;
      else {
        if (byte === quote || byte === backslash) at += 1;
        item.put(source[at] ?? 0);
      }
    }
    this.isNull = at === start;
    return at;
  }
}
