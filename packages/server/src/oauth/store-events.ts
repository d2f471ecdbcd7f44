import type { StoreEvent } from "@wellhead/runtime";
import type { ServiceLog } from "../logs/service-log.js";

/** Minimum milliseconds between two log lines about the same event. */
const repeatIntervalMs = 60_000;

const sentences: Readonly<Record<StoreEvent, string>> = {
  shared_failed:
    "Could not use the store for rate budgets and sign-ins: it failed or was too slow. This process counts by itself until the store is back.",
  shared_full:
    "Could not share rate budgets and sign-ins: this process has reached its maximum of writes to the store for this hour.",
  evicted: "Evicted the oldest rate budgets and sign-ins: their maximum size in memory is reached..",
  flow_not_kept:
    "Could not remember a sign-in: its quota for this hour is used up. It can still be finished..",
  journal_evicted: "Evicted the oldest refreshes from the journal: its maximum size in memory is reached..",
  tokens_pending:
    "Could not write refreshed tokens to the store: they are kept in memory and written when it is back..",
  tokens_written: "Wrote refreshed tokens to the store that had been kept in memory..",
};

/** Events of the deployment's store. Each one is counted, and each kind is logged at most once a minute. */
export class StoreEvents {
  readonly #log: ServiceLog;
  readonly #now: () => number;
  readonly #logged = new Map<StoreEvent, number>();
  #listener: (event: StoreEvent) => void = () => undefined;

  /**
   * @param log - Log of the service
   * @param now - Clock in milliseconds
   */
  constructor(log: ServiceLog, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** @param listener - Called with every event from now on */
  watch(listener: (event: StoreEvent) => void): void {
    this.#listener = listener;
  }

  /** @param event - Event to count and log */
  note(event: StoreEvent): void {
    this.#listener(event);
    const last = this.#logged.get(event) ?? Number.NEGATIVE_INFINITY;
    if (this.#now() - last < repeatIntervalMs) return;
    this.#logged.set(event, this.#now());
    this.#log.warn({ event }, sentences[event]);
  }
}
