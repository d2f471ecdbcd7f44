import { Buffer } from "node:buffer";

/** Text that is written repeatedly, such as a column name. It is stored as four-byte words, which are copied faster. */
export class FixedText {
  /** The bytes, padded to whole words. */
  readonly words: Int32Array;
  /** Number of bytes without the padding. */
  readonly length: number;

  /**
   * Converts text to words.
   *
   * @param text - The text
   */
  constructor(text: string) {
    const bytes = Buffer.from(text);
    const padded = Buffer.concat([bytes, Buffer.alloc(3)]);
    this.length = bytes.length;
    this.words = Int32Array.from({ length: (bytes.length + 3) >> 2 }, (_, index) =>
      padded.readInt32LE(index * 4),
    );
  }
}
