/**
 * Waits for a promise, but no longer than a signal allows.
 *
 * What the promise stands for goes on if it does not heed the signal; its later failure is swallowed.
 *
 * @param promise - What to wait for
 * @param signal - Ends the wait when it is aborted
 * @returns What the promise gives
 * @throws The signal's reason when it is aborted first
 */
export async function settle<Value>(
  promise: PromiseLike<Value> | Value,
  signal: AbortSignal,
): Promise<Value> {
  if (!isPromise(promise)) {
    signal.throwIfAborted();
    return promise;
  }
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => {
      reject(reasonOf(signal));
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } catch (error) {
    // Work that heeds the signal fails too, and may do so first; the reason says more than its failure.
    throw signal.aborted ? reasonOf(signal) : error;
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop);
  }
}

function isPromise<Value>(value: PromiseLike<Value> | Value): value is PromiseLike<Value> {
  return typeof value === "object" && value !== null && "then" in value;
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error("The request was given up", { cause: reason });
}
