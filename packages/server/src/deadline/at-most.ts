import { setTimeout as delay } from "node:timers/promises";

/**
 * Waits for a promise, but not longer than a limit.
 *
 * @param promise - What to wait for
 * @param limit - Maximum time in milliseconds
 * @param ref - Whether the wait keeps the process alive. Default: true
 * @returns Whether the promise was fulfilled within the limit
 * @throws What the promise is rejected with within the limit
 */
export async function atMost(promise: Promise<void>, limit: number, ref = true): Promise<boolean> {
  const stop = new AbortController();
  const settled = promise.then(() => true);
  const late = delay(limit, false, { signal: stop.signal, ref });
  // Stopping it makes it fail.
  late.catch(() => undefined);
  try {
    return await Promise.race([settled, late]);
  } finally {
    stop.abort();
  }
}
