import { setTimeout as sleep } from "node:timers/promises";
import type { RefreshCoordinator } from "@wellhead/sdk";

/** Milliseconds between two checks of the store. */
const intervalMs = 2000;
/** Milliseconds after which a check that has not ended counts as failed. */
const maxCheckMs = 1000;

/**
 * Checks again and again whether the store takes what must not be lost, so that the service can say so, and so that what
 * an emptied store has lost is written to it again at once.
 */
export class StoreMonitor {
  readonly #coordinator: RefreshCoordinator;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<boolean> | undefined;

  /** @param coordinator - Checks the store */
  constructor(coordinator: RefreshCoordinator) {
    this.#coordinator = coordinator;
    this.#timer = setInterval(() => void this.check(), intervalMs);
    this.#timer.unref();
  }

  /**
   * Checks the store now.
   *
   * @returns Whether it takes writes, and in time
   */
  async check(): Promise<boolean> {
    this.#running ??= this.#coordinator.checkStore().finally(() => {
      this.#running = undefined;
    });
    const stop = new AbortController();
    const late = sleep(maxCheckMs, false, { signal: stop.signal }).catch(() => false);
    const works = await Promise.race([this.#running, late]);
    stop.abort();
    return works;
  }

  /** Ends the checks. */
  stop(): void {
    clearInterval(this.#timer);
  }
}
