/** Fixed bytes, such as a key or a word, made into words of four bytes because those are copied faster. */
export interface Fragment {
  /** The bytes, filled up to whole words. */
  readonly words: Int32Array;
  /** How many of the bytes count. */
  readonly length: number;
}

/**
 * Makes text a fragment.
 *
 * @param text - Any text
 * @returns Its UTF-8 bytes as words
 */
export function fragment(text: string): Fragment {
  const bytes = Buffer.from(text);
  const words = new Int32Array(Math.ceil(bytes.length / 4));
  new Uint8Array(words.buffer).set(bytes);
  return { words, length: bytes.length };
}
