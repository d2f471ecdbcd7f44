import { Buffer } from "node:buffer";
import type { ByteTarget } from "./byte-target.js";

/** Text that is written again and again, such as the name of a column, ready to be appended. */
export class FixedText {
  /** Bytes of it. */
  readonly length: number;
  readonly #words: Int32Array;

  /**
   * Makes text ready to be appended.
   *
   * @param text - The text
   */
  constructor(text: string) {
    const bytes = Buffer.from(text);
    this.length = bytes.length;
    const padded = Buffer.concat([bytes, Buffer.alloc(3)]);
    this.#words = Int32Array.from({ length: (bytes.length + 3) >> 2 }, (_, index) =>
      padded.readInt32LE(index * 4),
    );
  }

  /**
   * Appends the text. Up to three bytes behind it are overwritten, so there must be room for them.
   *
   * @param target - Where it goes
   */
  appendTo(target: ByteTarget): void {
    const words = this.#words;
    const { view } = target;
    let at = target.length;
    for (let index = 0; index < words.length; index += 1) {
      view.setInt32(at, words[index] ?? 0, true);
      at += 4;
    }
    target.length += this.length;
  }
}
