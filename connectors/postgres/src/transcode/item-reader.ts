import type { Buffer } from "node:buffer";
import { ByteWriter } from "@wellhead/rows";

const quote = 0x22;
const backslash = 0x5c;

/**
 * Reads the fields of a composite or the bounds of a range, which PostgreSQL quotes in the same way: a quote or a
 * backslash inside quotes comes twice, and nothing at all stands for no value.
 *
 * @see PostgreSQL, "Composite Type Input and Output Syntax"
 */
export class ItemReader {
  /** The item without its quotes. */
  readonly item: ByteWriter = new ByteWriter(1024);
  /** Whether there is no value. */
  isNull = true;
  readonly #stops: ReadonlySet<number>;

  /** @param stops - Characters that end an item outside of quotes */
  constructor(stops: string) {
    this.#stops = new Set(Array.from(stops, (stop) => stop.charCodeAt(0)));
  }

  /**
   * Reads one item.
   *
   * @param source - Where it is
   * @param start - Its first byte
   * @param end - Byte after the last that may be read
   * @returns Where the character is that ends it; `end` when there is none
   */
  read(source: Buffer, start: number, end: number): number {
    const { item } = this;
    item.length = 0;
    item.reserve(end - start);
    let inside = false;
    let at = start;
    for (; at < end; at += 1) {
      const byte = source[at] ?? 0;
      // What is after the end belongs to another value, or was left there by one.
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
