import { upstreamInvalid } from "@wellhead/sdk";

/** Buffers bytes that arrive in pieces. Its size is not limited; use a {@link ByteLimit} for that. */
export class ByteStore {
  #pieces: Uint8Array[] = [];

  /** @param piece - Bytes to append */
  add(piece: Uint8Array): void {
    if (piece.length > 0) this.#pieces.push(piece);
  }

  /**
   * Returns the buffered bytes and empties the store.
   *
   * @param last - Bytes to append first. Default: none
   * @returns All bytes, in one piece
   */
  take(last: Uint8Array = new Uint8Array()): Uint8Array {
    const all = this.#pieces.length === 0 ? last : Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
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
