/** How long one stream may work before it lets other requests in, in milliseconds. */
const longestTurn = 2;

/**
 * Hands out turns of work among streams: at most one works between two looks at the network, so that many streams
 * together hold up a small request no longer than one of them does.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #scheduled = false;

  /**
   * Waits for the next turn.
   *
   * @returns When this caller may work again
   */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#schedule();
    });
  }

  /**
   * Makes the clock of one stream.
   *
   * @returns A function that waits for the next turn when the present one has lasted long enough
   */
  clock(): () => Promise<void> | undefined {
    let start = performance.now();
    return () => {
      if (performance.now() - start < longestTurn) return undefined;
      return this.next().then(() => {
        start = performance.now();
      });
    };
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
