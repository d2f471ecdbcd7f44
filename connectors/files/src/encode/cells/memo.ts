import type { ByteWriter, FixedText } from "@wellhead/rows";

/** Maximum length of the cached text, in 32-bit words. */
const size = 8;

/**
 * Caches the text that was written for the last key, because neighbouring rows often share a day or a minute. The
 * memory is reused, so caching allocates nothing.
 */
export class Memo implements FixedText {
  readonly words: Int32Array = new Int32Array(size);
  length = 0;
  #key = Number.NaN;

  /**
   * Returns whether the text of a key is cached.
   *
   * @param key - The key
   */
  has(key: number): boolean {
    return key === this.#key;
  }

  /**
   * Caches the text that was written for a key.
   *
   * @param key - The key
   * @param writer - Writer whose last bytes are that text
   * @param begin - Position where the text begins
   */
  keep(key: number, writer: ByteWriter, begin: number): void {
    this.#key = key;
    this.length = writer.length - begin;
    // Every reservation leaves free space after the last byte, so the last word can be read in full.
    for (let index = 0; index * 4 < this.length; index++)
      this.words[index] = writer.view.getInt32(begin + index * 4, true);
  }
}
