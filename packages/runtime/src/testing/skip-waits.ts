import { setImmediate as nextTurn } from "node:timers/promises";
import { replaceHttpParts } from "../http/http-environment.js";
import { MemoryStore } from "../store/memory-store.js";

/** A store that never counts: every request is the first of its window. */
class UncountedStore extends MemoryStore {
  override increment(): Promise<number> {
    return Promise.resolve(1);
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
    store: new UncountedStore(),
    wait: async (milliseconds, signal) => {
      skippedMs += milliseconds;
      await nextTurn();
      signal.throwIfAborted();
    },
  });
}
