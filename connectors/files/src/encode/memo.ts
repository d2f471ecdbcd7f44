import type { ByteWriter, FixedText } from "@wellhead/rows";

/** Longest text that is kept, in words. */
const size = 8;

/** What was written for the last key, because neighbouring rows often share a day or a minute. Reused, never allocated anew. */
export class Memo implements FixedText {
  readonly words: Int32Array = new Int32Array(size);
  length = 0;
  #key = Number.NaN;

  /**
   * Tells whether the text of a key is at hand.
   *
   * @param key - The key
   */
  has(key: number): boolean {
    return key === this.#key;
  }

  /**
   * Keeps what was written for a key.
   *
   * @param key - The key
   * @param writer - Where it was written, last of all
   * @param begin - Where it begins
   */
  keep(key: number, writer: ByteWriter, begin: number): void {
    this.#key = key;
    this.length = writer.length - begin;
    // The room that every reservation leaves after the last byte makes the last word readable.
    for (let index = 0; index * 4 < this.length; index++)
      this.words[index] = writer.view.getInt32(begin + index * 4, true);
  }
}
