import { upstreamInvalid } from "../../errors/upstream-errors.js";

/**
 * Limits the bytes of one part of an answer, such as an item. It counts every byte of the part, so it is exceeded by the same
 * answers however they are cut into chunks.
 */
export class ByteLimit {
  readonly #maxBytes: number;
  readonly #part: string;
  #size = 0;

  /**
   * @param maxBytes - Maximum number of bytes of the part
   * @param part - What is limited, in the words of the error, such as `in one item`
   */
  constructor(maxBytes: number, part: string) {
    this.#maxBytes = maxBytes;
    this.#part = part;
  }

  /**
   * Counts further bytes of the part.
   *
   * @param count - How many
   * @throws ConnectorError `upstream_invalid` when the part has more bytes than it may
   */
  add(count: number): void {
    this.#size += count;
    if (this.#size <= this.#maxBytes) return;
    throw upstreamInvalid(`Read the answer: found more than ${this.#maxBytes} bytes ${this.#part}`);
  }

  /** Begins with the next part. */
  reset(): void {
    this.#size = 0;
  }
}
