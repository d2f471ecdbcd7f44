/** Longest list of nonces; a caller with a valid key would have to send so many requests within the allowed clock skew. */
const maxNonces = 200_000;

/** The nonces of signed requests that were accepted, for as long as their signatures are good. */
export class Nonces {
  /** Instant of forgetting by nonce, about in order of that instant. */
  readonly #ends = new Map<string, number>();

  /** How many are kept. */
  get size(): number {
    return this.#ends.size;
  }

  /**
   * Keeps a nonce.
   *
   * @param nonce - With the id of its key
   * @param now - Milliseconds
   * @param end - When it may be forgotten
   * @returns `replayed` when it is known already, `full` when there is no room for it
   */
  add(nonce: string, now: number, end: number): "new" | "replayed" | "full" {
    const known = this.#ends.get(nonce);
    if (known !== undefined && known > now) return "replayed";
    this.#forget(now);
    if (this.#ends.size >= maxNonces) return "full";
    this.#ends.set(nonce, end);
    return "new";
  }

  /** Ends differ by the clock skew at the most, so the oldest entries go first and nothing is searched. */
  #forget(now: number): void {
    for (const [nonce, end] of this.#ends) {
      if (end > now) return;
      this.#ends.delete(nonce);
    }
  }
}
