import { ConnectorError } from "@wellhead/sdk";

/**
 * Counts the bytes of all bodies that have not ended yet. A body may take as long as `requestTimeout` to arrive, and every
 * caller may send as many as there are connections, so their memory needs a maximum of its own.
 */
export class ArrivingBytes {
  readonly #maximum: number;
  #bytes = 0;

  /** @param maximum - Maximum number of bytes */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** Number of bytes that have arrived of bodies that have not ended. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Counts bytes that have arrived.
   *
   * @param count - Number of bytes
   * @returns The error for the body they belong to when there are too many; they do not count then
   */
  add(count: number): ConnectorError | undefined {
    if (this.#bytes + count > this.#maximum)
      return new ConnectorError(
        "unavailable",
        "Could not read the body: the service is reading too many others. Try again in a few seconds.",
        { retryAfter: 5 },
      );
    this.#bytes += count;
    return undefined;
  }

  /**
   * Stops counting the bytes of a body that has ended, or was refused.
   *
   * @param count - Number of bytes that were counted
   */
  remove(count: number): void {
    this.#bytes -= count;
  }
}
