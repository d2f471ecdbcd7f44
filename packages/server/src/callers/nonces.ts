/**
 * Maximum number of nonces. To exceed it, a caller with a valid key would have to send this number of requests within
 * the allowed clock skew.
 */
const maxNonces = 200_000;

/** The nonces of accepted signed requests. Each is kept for as long as its signature is valid. */
export class Nonces {
  /** Expiry time of each nonce, roughly in order of that time. */
  readonly #ends = new Map<string, number>();

  /** Number of nonces kept. */
  get size(): number {
    return this.#ends.size;
  }

  /**
   * Adds a nonce.
   *
   * @param nonce - The nonce together with the id of its key
   * @param now - Current time in milliseconds
   * @param end - When it expires, in milliseconds
   * @returns `replayed` if it is already known, `full` if the maximum is reached, else `new`
   */
  add(nonce: string, now: number, end: number): "new" | "replayed" | "full" {
    const known = this.#ends.get(nonce);
    if (known !== undefined && known > now) return "replayed";
    this.#forget(now);
    if (this.#ends.size >= maxNonces) return "full";
    this.#ends.set(nonce, end);
    return "new";
  }

  /**
   * Removes expired nonces from the start of the map, without a search. Nonces that are added at the same time expire
   * within twice the clock skew of each other. The order delays the removal of an expired nonce by no more than that.
   */
  #forget(now: number): void {
    for (const [nonce, end] of this.#ends) {
      if (end > now) return;
      this.#ends.delete(nonce);
    }
  }
}
