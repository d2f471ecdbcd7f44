import { type Metrics, noMetrics, type Refusal } from "../metrics/metrics.js";
import { MinuteCount } from "./minute-count.js";

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
