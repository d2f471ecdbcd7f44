// Long enough to lose no speed, short enough that nobody waits for a frame.
const turnMilliseconds = 12;

/**
 * Lets other messages have their turn. Chunks that have arrived already are read without a turn of the event loop,
 * so a fast stream would keep every question waiting until its end.
 */
export class EventTurns {
  readonly #channel = new MessageChannel();
  #last = Number.NEGATIVE_INFINITY;

  /** Waits for a turn of the event loop, when the last is some milliseconds old. */
  async next(): Promise<void> {
    if (performance.now() - this.#last < turnMilliseconds) return;
    await new Promise((resolve) => {
      this.#channel.port1.addEventListener("message", resolve, { once: true });
      this.#channel.port1.start();
      this.#channel.port2.postMessage(undefined);
    });
    this.#last = performance.now();
  }
}
