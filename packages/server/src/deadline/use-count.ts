import { atMost } from "./at-most.js";

/** Maximum time that a reading may take to end, in milliseconds. A stuck generator never would. */
const endLimit = 5000;

/** Counts what is using a connector, so that a replaced one is closed only after the last use. */
export class UseCount {
  #count = 0;
  #resolve: (() => void) | undefined;
  #isEnding = false;

  /** Whether the connector is going to be closed, so that no reading should be kept for a later request. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Counts a use that begins. */
  enter(): void {
    this.#count += 1;
  }

  /** Counts a use that has ended. A function of its own, so that it can be passed as a listener. */
  readonly leave = (): void => {
    this.#count -= 1;
    if (this.#count === 0) this.#resolve?.();
  };

  /**
   * Counts a use that is ending.
   *
   * @param ended - Settled when it has ended; an error no longer matters
   */
  leaveAfter(ended: Promise<unknown>): void {
    const settled = ended.then(
      () => undefined,
      () => undefined,
    );
    void atMost(settled, endLimit, false).then(this.leave);
  }

  /** @returns A promise that resolves once nothing uses the connector; for one that gets no further requests */
  unused(): Promise<void> {
    this.#isEnding = true;
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }
}
