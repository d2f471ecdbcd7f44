import { backslash, comma, isClosing, isOpening, quote } from "./json-signs.js";

/** What a scan of some bytes found. */
export interface Scanned {
  /** Place of the last comma between two items; -1 when there is none. */
  readonly comma: number;
  /** Place of the sign that closes the array; -1 when it stays open. */
  readonly close: number;
}

/** Finds in the bytes of an array where one item ends and the next begins. */
export class ItemScanner {
  readonly #mostLevels: number;
  #level = 0;
  #isInString = false;
  #isEscaped = false;

  /**
   * Begins behind the sign that opens the array.
   *
   * @param mostLevels - Levels that one item may have
   */
  constructor(mostLevels: number) {
    this.#mostLevels = mostLevels;
  }

  /**
   * Scans the next bytes.
   *
   * @param chunk - The bytes
   * @param start - Where to begin in them
   * @returns What it found
   * @throws RangeError when an item is nested deeper than it may be
   */
  scan(chunk: Uint8Array, start: number): Scanned {
    let last = -1;
    for (let index = start; index < chunk.length; index += 1) {
      if (this.#isInString) index = this.#skipString(chunk, index);
      // Beyond the last byte the sign is undefined, which is none of these.
      const code = chunk[index] ?? 0;
      // Most bytes of an item are none of the signs below.
      if (code !== quote && code !== comma && code < 91) continue;
      if (code === quote) this.#isInString = !this.#isInString;
      else if (code === comma) last = this.#level === 0 ? index : last;
      else if (isOpening(code)) this.#open();
      else if (isClosing(code)) {
        if (this.#level === 0) return { comma: last, close: index };
        this.#level -= 1;
      }
    }
    return { comma: last, close: -1 };
  }

  #open(): void {
    this.#level += 1;
    if (this.#level > this.#mostLevels) throw new RangeError(`Found more than ${this.#mostLevels} levels`);
  }

  /** Gives the place of the quote that ends the string, or the end of the bytes. */
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
