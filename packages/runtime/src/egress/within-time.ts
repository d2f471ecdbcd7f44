/** Limits of the wait. */
export interface WithinTimeOptions {
  /** Maximum wait in timeoutMs. */
  readonly timeoutMs: number;
  /** Ends the wait early with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Creates the error for a timeout. */
  readonly timeoutError: () => Error;
}

/**
 * Waits for a promise with a timeout. The work itself continues after the wait has ended; its outcome is dropped.
 *
 * @param work - The promise to wait for
 * @param options - Timeout, and the signal that ends the wait
 * @returns The value of the promise
 * @throws What the promise rejects with, the reason of the signal, or the error of `timeoutError`
 */
export function withinTime<Value>(work: Promise<Value>, options: WithinTimeOptions): Promise<Value> {
  const { timeoutMs, signal, timeoutError } = options;
  return new Promise((resolve, reject) => {
    const stop = () => reject(abortReason(signal));
    let last: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      // After a blocked event loop the result may have arrived in time but not have been read yet.
      last = setImmediate(() => reject(timeoutError()));
    }, timeoutMs);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted === true) stop();
    const settle = () => {
      clearTimeout(timer);
      clearImmediate(last);
      signal?.removeEventListener("abort", stop);
    };
    work.finally(settle).then(resolve, reject);
  });
}

/**
 * Returns the reason of an aborted signal as an error.
 *
 * @param signal - The signal
 * @returns Its reason, or an `AbortError` when the reason is not an error
 */
export function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException("The operation was aborted", "AbortError");
}
