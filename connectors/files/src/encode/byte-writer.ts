import type { Fragment } from "./fragment.js";

/** Bytes beyond the wanted size that a buffer has from the start, so that most batches never grow it. */
const slack = 16 * 1024;

/**
 * Bytes under way to the caller: a buffer that grows and is handed over whole.
 *
 * The members are public because the writers of single values work on them directly: a method call per byte
 * would cost more than the byte.
 */
export class ByteWriter {
  /** The buffer; its first `position` bytes are written. */
  bytes: Uint8Array;
  /** The same buffer, to be written several bytes at a time. */
  view: DataView;
  /** How many bytes are written. */
  position = 0;
  readonly #size: number;
  readonly #spare: Uint8Array[] = [];

  /** @param size - Bytes a batch is expected to have */
  constructor(size: number) {
    this.#size = size + slack;
    this.bytes = Buffer.allocUnsafeSlow(this.#size);
    this.view = new DataView(this.bytes.buffer);
  }

  /**
   * Makes room for more bytes, and for some more than that, so that words may be written beyond the last byte.
   *
   * @param count - Most bytes that are about to be written
   */
  reserve(count: number): void {
    if (this.position + count + 8 > this.bytes.length) this.#grow(this.position + count + 8);
  }

  /**
   * Writes one byte.
   *
   * @param byte - The byte
   */
  put(byte: number): void {
    this.reserve(1);
    this.bytes[this.position++] = byte;
  }

  /**
   * Writes fixed bytes.
   *
   * @param fragment - The bytes
   */
  copy({ words, length }: Fragment): void {
    this.reserve(length);
    const { view, position } = this;
    for (let index = 0; index * 4 < length; index++) {
      view.setInt32(position + index * 4, words[index] ?? 0, true);
    }
    this.position = position + length;
  }

  /**
   * Reads back what was written since a place, to write it again later.
   *
   * @param begin - Where it begins
   * @param words - Takes the bytes as words; long enough for them
   * @returns How many bytes
   */
  recall(begin: number, words: Int32Array): number {
    const length = this.position - begin;
    // The room behind the last byte that every reservation leaves makes the last word readable.
    for (let index = 0; index * 4 < length; index++)
      words[index] = this.view.getInt32(begin + index * 4, true);
    return length;
  }

  /** @returns What is written, and a function to call when it may be overwritten; the writer starts again with another buffer */
  take(): { readonly bytes: Uint8Array; readonly release: () => void } {
    const { bytes, position } = this;
    this.bytes = this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.#size);
    this.view = new DataView(this.bytes.buffer);
    this.position = 0;
    const release = (): void => {
      // One that had to grow would be held for the rest of the stream.
      if (bytes.length === this.#size) this.#spare.push(bytes);
    };
    return { bytes: bytes.subarray(0, position), release };
  }

  #grow(wanted: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(wanted, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.position));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}
