import type { ByteLimit } from "../../bytes/byte-store.js";
import { backslash, comma, isClosing, isOpening, quote } from "./json-signs.js";

/** Result of scanning some bytes. */
export interface Scanned {
  /** Index of the last comma between two items; -1 when there is none. */
  readonly comma: number;
  /** Index of the bracket that closes the array; -1 when it stays open. */
  readonly close: number;
}

/** Finds the boundaries of the items in the bytes of an array. */
export class ItemScanner {
  readonly #maxLevels: number;
  readonly #itemLimit: ByteLimit;
  #level = 0;
  #isInString = false;
  #isEscaped = false;

  /**
   * Starts after the bracket that opens the array.
   *
   * @param maxLevels - Maximum number of levels of one item
   * @param itemLimit - Limits the bytes between two commas
   */
  constructor(maxLevels: number, itemLimit: ByteLimit) {
    this.#maxLevels = maxLevels;
    this.#itemLimit = itemLimit;
  }

  /**
   * Scans the next bytes.
   *
   * @param chunk - The bytes
   * @param start - Index of the first byte to scan
   * @returns The boundaries that were found
   * @throws RangeError when an item is nested too deeply
   * @throws ConnectorError `upstream_invalid` when an item has too many bytes
   */
  scan(chunk: Uint8Array, start: number): Scanned {
    let last = -1;
    let itemStart = start;
    for (let index = start; index < chunk.length; index += 1) {
      if (this.#isInString) index = this.#skipString(chunk, index);
      // Past the last byte the code is 0, which the next line skips.
      const code = chunk[index] ?? 0;
      // Most bytes of an item are none of the characters below.
      if (code !== quote && code !== comma && code < 91) continue;
      if (code === quote) this.#isInString = !this.#isInString;
      else if (code === comma) {
        if (this.#level > 0) continue;
        this.#endItem(index - itemStart);
        itemStart = index + 1;
        last = index;
      } else if (isOpening(code)) this.#open();
      else if (isClosing(code)) {
        if (this.#level === 0) {
          this.#endItem(index - itemStart);
          return { comma: last, close: index };
        }
        this.#level -= 1;
      }
    }
    this.#itemLimit.add(chunk.length - itemStart);
    return { comma: last, close: -1 };
  }

  #endItem(bytes: number): void {
    this.#itemLimit.add(bytes);
    this.#itemLimit.reset();
  }

  #open(): void {
    this.#level += 1;
    if (this.#level > this.#maxLevels) throw new RangeError(`Found more than ${this.#maxLevels} levels`);
  }

  /** Returns the index of the quote that ends the string, or the length of the chunk. */
  #skipString(chunk: Uint8Array, start: number): number {
    let index = start;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      index += 1;
    }
    for (; index < chunk.length; index += 1) {
      const code = chunk[index];
      if (code === quote) return index;
      if (code === backslash) {
        index += 1;
        this.#isEscaped = index === chunk.length;
      }
    }
    return chunk.length;
  }
}
