import { setImmediate as nextTurn } from "node:timers/promises";
import { replaceHttpParts } from "../http/http-environment.js";
import { CacheStore } from "../store/cache-store.js";

/** A store that keeps no window of a limit, so every request is the first of its window. */
class UncountedStore extends CacheStore {
  override setIfAbsent(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

/**
 * Makes every wait of the HTTP clients end at once, between attempts and for limits, so that a connector's test is not
 * slowed down. The clients' clock advances as if they had waited, and no request counts against a declared limit. It
 * lasts until the next `configureEgress()`, so call it after that.
 *
 * @example
 * configureEgress({ allow: "127.0.0.1/32:*" });
 * skipWaits();
 */
export function skipWaits(): void {
  let skippedMs = 0;
  replaceHttpParts({
    now: () => Date.now() + skippedMs,
    store: new UncountedStore({}),
    wait: async (milliseconds, signal) => {
      skippedMs += milliseconds;
      await nextTurn();
      signal.throwIfAborted();
    },
  });
}
