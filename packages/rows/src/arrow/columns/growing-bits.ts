import { GrowingBytes } from "./growing-bytes.js";

const bitsPerByte = 8;

/** Bits whose number grows; the first is the lowest of the first byte. */
export class GrowingBits {
  readonly #bytes = new GrowingBytes();
  #length = 0;

  /** Number of bytes written. */
  get size(): number {
    return this.#bytes.length;
  }

  /**
   * Appends a bit.
   *
   * @param bit - 0 or 1
   */
  put(bit: number): void {
    const shift = this.#length % bitsPerByte;
    const at = shift === 0 ? this.#bytes.reserve(1) : this.#bytes.length - 1;
    const { bytes } = this.#bytes;
    bytes[at] = shift === 0 ? bit : (bytes[at] ?? 0) | (bit << shift);
    this.#length += 1;
  }

  /**
   * Returns the bits and starts anew.
   *
   * @returns The bytes; valid until the next bit is appended
   */
  take(): Uint8Array {
    const written = this.#bytes.written();
    this.#bytes.length = 0;
    this.#length = 0;
    return written;
  }
}
