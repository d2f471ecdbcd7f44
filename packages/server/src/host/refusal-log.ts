import type { ServiceLog } from "../logs/service-log.js";
import type { RefusedCount } from "../metrics/metrics.js";

/** A refused request. */
export interface RefusedRequest extends RefusedCount {
  readonly endpoint: string;
}

/** How long refusals are counted before they are logged, in milliseconds. */
const countMs = 1000;

/** Logs the number of refused requests once a second instead of each request, because a refusal must be cheap. */
export class RefusalLog {
  readonly #log: ServiceLog;
  readonly #counts = new Map<string, { readonly refused: RefusedRequest; count: number }>();

  /** @param log - Log to write to */
  constructor(log: ServiceLog) {
    this.#log = log;
  }

  /** @param refused - A request that was refused */
  count(refused: RefusedRequest): void {
    const key = `${refused.connector} ${refused.endpoint} ${refused.limit ?? refused.reason}`;
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { refused, count: 1 });
    else known.count += 1;
    if (this.#counts.size === 1 && known === undefined) setTimeout(() => this.flush(), countMs).unref();
  }

  /** Logs the counts and resets them. */
  flush(): void {
    for (const { refused, count } of this.#counts.values())
      this.#log.warn({ ...refused, count }, "Refused requests: there were too many.");
    this.#counts.clear();
  }
}
