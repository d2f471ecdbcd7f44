import { type Metrics, noMetrics, type Refusal } from "../../observe/metrics/metrics.js";

/** Why requests were refused: a maximum was reached, or their caller had caused too many failures. */
export type RefusalReason = Refusal | "failures";

/** Requests and connections that were refused for the same reason. */
export interface Refusals {
  readonly reason: RefusalReason;
  /** Number since the service was started. */
  readonly total: number;
  readonly lastMinute: number;
}

/** Counts refusals by their reason. */
export class RefusalCounts {
  /** Receives the counts. */
  readonly metrics: Metrics = {
    ...noMetrics,
    refused: ({ reason }) => this.#count(reason),
    throttled: () => this.#count("failures"),
  };
  readonly #counts = new Map<RefusalReason, MinuteCount>();

  /** @returns The reasons that have occurred, the most frequent first */
  list(): readonly Refusals[] {
    const now = performance.now();
    return [...this.#counts]
      .map(([reason, count]) => ({ reason, total: count.total, lastMinute: count.lastMinute(now) }))
      .toSorted((one, other) => other.total - one.total);
  }

  #count(reason: RefusalReason): void {
    const count = this.#counts.get(reason) ?? new MinuteCount();
    this.#counts.set(reason, count);
    count.add(performance.now());
  }
}

/** Counts events in total and in the last minute. */
export class MinuteCount {
  readonly #seconds = new Uint32Array(60);
  #latest = 0;
  #total = 0;

  /** Number of events. */
  get total(): number {
    return this.#total;
  }

  /** @param now - Time of an event in milliseconds, not before that of the last one */
  add(now: number): void {
    const index = this.#advance(now);
    this.#seconds[index] = (this.#seconds[index] ?? 0) + 1;
    this.#total += 1;
  }

  /**
   * @param now - The current time in milliseconds
   * @returns Number of events in the last 60 seconds, counted from the beginning of a second
   */
  lastMinute(now: number): number {
    this.#advance(now);
    return this.#seconds.reduce((sum, count) => sum + count, 0);
  }

  /** Clears the seconds since the latest event, and returns the index of the current one. */
  #advance(now: number): number {
    const second = Math.floor(now / 1000);
    const passed = Math.min(second - this.#latest, this.#seconds.length);
    for (let step = 0; step < passed; step += 1) this.#seconds[(second - step) % this.#seconds.length] = 0;
    this.#latest = Math.max(this.#latest, second);
    return this.#latest % this.#seconds.length;
  }
}
