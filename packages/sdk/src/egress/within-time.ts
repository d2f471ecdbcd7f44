/** What bounds a piece of work. */
export interface WithinTimeOptions {
  /** Milliseconds it may take. */
  readonly milliseconds: number;
  /** Ends the wait early with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Makes the error for the time being over. */
  readonly late: () => Error;
}

/**
 * Waits for work no longer than it may take. The work itself goes on when the wait ends; its outcome is dropped.
 *
 * @param work - What is waited for
 * @param options - How long, and what ends the wait
 * @returns What the work gives
 * @throws What the work throws, the reason of the signal, or the error of `late`
 */
export function withinTime<Value>(work: Promise<Value>, options: WithinTimeOptions): Promise<Value> {
  const { milliseconds, signal, late } = options;
  return new Promise((resolve, reject) => {
    const stop = () => reject(abortReason(signal));
    let last: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      // In a process that was held up the answer may have arrived in time and not been read yet.
      last = setImmediate(() => reject(late()));
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted === true) stop();
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      clearImmediate(last);
      signal?.removeEventListener("abort", stop);
    });
  });
}

/**
 * Gives the reason of an aborted signal as an error.
 *
 * @param signal - The signal
 * @returns Its reason, or an error that says it was aborted
 */
export function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException("The operation was aborted", "AbortError");
}
