// Long enough not to slow down the stream, and short enough not to delay a frame.
const turnMilliseconds = 12;

/**
 * Lets the event loop process other messages. Chunks that have already arrived are read without a turn of the event
 * loop, so a fast stream would otherwise block every request until its end.
 */
export class EventTurns {
  readonly #channel = new MessageChannel();
  #last = Number.NEGATIVE_INFINITY;

  /** Waits for a turn of the event loop if the last one was some milliseconds ago. */
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
