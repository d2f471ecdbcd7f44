import { setTimeout as sleep } from "node:timers/promises";
import type { RefreshCoordinator } from "@wellhead/runtime";

/** Milliseconds between two checks of the store. */
const intervalMs = 2000;
/** Timeout of a check in milliseconds. */
const maxCheckMs = 1000;

/**
 * Checks periodically whether the store accepts writes that must not be lost. The service can then report a failure,
 * and data that an emptied store has lost is written to it again at once.
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
   * @returns Whether it accepted writes before the timeout
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

  /** Stops the checks. */
  stop(): void {
    clearInterval(this.#timer);
  }
}
