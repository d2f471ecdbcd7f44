import { upstreamInvalid } from "@wellhead/sdk";

/**
 * Buffers bytes that arrive in pieces, in one buffer that is at most twice as long as they are. A piece takes up to 300
 * bytes of memory, so a body in pieces of one byte would take 300 times its length if its pieces were kept. The size is
 * not limited.
 */
export class ByteStore {
  #bytes = Buffer.alloc(0);
  #length = 0;

  /** Number of buffered bytes. */
  get length(): number {
    return this.#length;
  }

  /**
   * Appends a copy of bytes.
   *
   * @param piece - The bytes
   */
  add(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = needed;
  }

  /**
   * Returns the buffered bytes and empties the store.
   *
   * @param last - Bytes to append first. Default: none
   * @returns All bytes, in one piece
   */
  take(last: Uint8Array = new Uint8Array()): Buffer {
    if (this.#length === 0) return Buffer.from(last.buffer, last.byteOffset, last.length);
    this.add(last);
    const all = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    return all;
  }
}

/**
 * Limits the bytes of one part of a response, such as an item. It counts every byte of the part, so the result does not
 * depend on how the response is split into chunks.
 */
export class ByteLimit {
  readonly #maxBytes: number;
  readonly #part: string;
  #size = 0;

  /**
   * @param maxBytes - Maximum bytes of the part
   * @param part - Name of the part for the error message, such as `in one item`
   */
  constructor(maxBytes: number, part: string) {
    this.#maxBytes = maxBytes;
    this.#part = part;
  }

  /**
   * Counts further bytes of the part.
   *
   * @param count - Number of bytes
   * @throws ConnectorError `upstream_invalid` when the part has more bytes than it may
   */
  add(count: number): void {
    this.#size += count;
    if (this.#size <= this.#maxBytes) return;
    throw upstreamInvalid(
      `Could not read the response: it has more than ${this.#maxBytes} bytes ${this.#part}.`,
    );
  }

  /** Starts counting the next part. */
  reset(): void {
    this.#size = 0;
  }
}
