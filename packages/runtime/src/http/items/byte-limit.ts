import { upstreamInvalid } from "@wellhead/sdk";

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
    throw upstreamInvalid(`Read the answer: found more than ${this.#maxBytes} bytes ${this.#part}`);
  }

  /** Starts counting the next part. */
  reset(): void {
    this.#size = 0;
  }
}
