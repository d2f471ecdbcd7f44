import { type ConcurrencyLimit, type RateBudget, rateLimited } from "@wellhead/sdk";
import { readReset } from "@wellhead/sdk/internal";
import type { HttpEnvironment } from "./http-environment.js";
import type { ReleaseLease } from "./leases.js";

/** Options of {@link RateGate}. */
export interface RateGateOptions {
  readonly environment: HttpEnvironment;
  /** Returns the key of connector and account, which reveals neither; called once. */
  readonly key: () => Promise<string>;
  readonly budgets: ReadonlyArray<RateBudget | ConcurrencyLimit>;
  /** Whether a person waits; such requests may use the reserve. */
  readonly interactive: boolean;
  /** Maximum wait in milliseconds. */
  readonly maxWaitMs: number;
  /** Called when a wait begins; returns what is called when it ends. Default: nothing is called. */
  readonly beginWait?: BeginWait | undefined;
}

/** Notes that a wait for a limit begins, and returns the function that notes its end. */
export type BeginWait = () => () => void;

/** Share of a limit that is reserved for interactive requests. */
const defaultReserve = 0.1;

/** Seconds until a retry, as told to a caller that was refused because of too many concurrent requests. */
const concurrencyRetrySeconds = 5;

/** Maximum milliseconds for which a block announced by the upstream is remembered. */
const longestBlock = 24 * 60 * 60 * 1000;

/** Delays the requests of one account according to the upstream's limits, across all replicas. */
export class RateGate {
  readonly #options: RateGateOptions;
  #key: Promise<string> | undefined;

  /**
   * Creates a gate; the counts are in the store.
   *
   * @param options - Connector and account, limits, maximum wait
   */
  constructor(options: RateGateOptions) {
    this.#options = options;
  }

  /**
   * Waits until a request may be sent.
   *
   * @param signal - Aborts the wait
   * @returns The function to call when the response was read to its end; `undefined` without a limit on concurrency
   * @throws ConnectorError `rate_limited` when the wait would exceed the maximum
   */
  async enter(signal: AbortSignal): Promise<ReleaseLease | undefined> {
    const { environment, budgets } = this.#options;
    const key = await this.#keyOnce();
    const blocked = Number((await environment.store.get(`${key}:blocked`)) ?? 0);
    await this.pause(blocked - environment.now(), signal);
    for (const [index, budget] of budgets.entries())
      if ("requests" in budget) await this.#spend(budget, { name: `${key}:${index}`, signal });
    // Take the lease last, so that none is held while waiting for something else.
    const limit = budgets.find((one) => "maxConcurrent" in one);
    return limit === undefined ? undefined : await this.#lease(limit, key, signal);
  }

  /**
   * Records what the headers of a response say about the limit.
   *
   * @param headers - Headers of the response
   * @param hint - Milliseconds to wait that a refusal asked for, if it was one
   */
  async observe(headers: Readonly<Record<string, string>>, hint?: number): Promise<void> {
    const { environment } = this.#options;
    const wait = Math.min(hint ?? readReset(headers, environment.now()) ?? 0, longestBlock);
    if (wait <= 0) return;
    const key = await this.#keyOnce();
    await environment.store.set(`${key}:blocked`, String(environment.now() + wait), wait);
  }

  /**
   * Waits until a limit has passed.
   *
   * @param milliseconds - Duration of the wait
   * @param signal - Aborts the wait
   * @throws ConnectorError `rate_limited` when it exceeds the maximum wait
   */
  async pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds <= 0) return;
    const { environment, maxWaitMs, beginWait } = this.#options;
    if (milliseconds > maxWaitMs) {
      const retryAfter = Math.ceil(Math.min(milliseconds, longestBlock) / 1000);
      throw rateLimited(
        `Could not read from the source: its limit of requests is reached. Try again in ${retryAfter} s.`,
        {
          retryAfter,
        },
      );
    }
    const endWait = beginWait?.();
    try {
      await environment.wait(milliseconds, signal);
    } finally {
      endWait?.();
    }
  }

  async #lease(
    { maxConcurrent, reserve = defaultReserve }: ConcurrencyLimit,
    key: string,
    signal: AbortSignal,
  ): Promise<ReleaseLease> {
    const { environment, interactive, maxWaitMs, beginWait } = this.#options;
    const endWait = beginWait?.();
    const release = await environment.leases
      .take({
        key: `${key}:leases`,
        maxHolders: interactive ? maxConcurrent : Math.max(1, Math.floor(maxConcurrent * (1 - reserve))),
        maxWaitMs,
        signal,
      })
      .finally(endWait);
    if (release !== undefined) return release;
    throw rateLimited(
      `Could not read from the source: it allows ${maxConcurrent} requests at the same time, and all of them are running. Try again in ${concurrencyRetrySeconds} s.`,
      { retryAfter: concurrencyRetrySeconds },
    );
  }

  #keyOnce(): Promise<string> {
    this.#key ??= this.#options.key();
    return this.#key;
  }

  async #spend(
    budget: RateBudget,
    { name, signal }: { readonly name: string; readonly signal: AbortSignal },
  ): Promise<void> {
    const { environment } = this.#options;
    const length = budget.seconds * 1000;
    for (;;) {
      const now = environment.now();
      const window = Math.floor(now / length);
      if (await this.#take(budget, `${name}:${window}`, length)) return;
      await this.pause((window + 1) * length - now, signal);
    }
  }

  /** Counts a request. Bulk and interactive requests have separate counts, so bulk reads never use the reserve. */
  async #take(budget: RateBudget, name: string, length: number): Promise<boolean> {
    const { environment, interactive } = this.#options;
    const { requests, reserve = defaultReserve } = budget;
    const maxBulkCalls = Math.max(1, Math.floor(requests * (1 - reserve)));
    if (!interactive)
      return (await environment.store.increment(`${name}:bulk`, 1, length * 2)) <= maxBulkCalls;
    const bulk = Math.min(maxBulkCalls, Number((await environment.store.get(`${name}:bulk`)) ?? 0));
    const calls = await environment.store.increment(`${name}:calls`, 1, length * 2);
    return calls <= Math.max(1, requests - bulk);
  }
}
