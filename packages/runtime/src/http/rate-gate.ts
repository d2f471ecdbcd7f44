import { type ConcurrencyLimit, type RateBudget, rateLimited } from "@wellhead/sdk";
import { readReset } from "@wellhead/sdk/internal";
import type { HttpEnvironment } from "./http-environment.js";
import type { ReleaseLease } from "./leases.js";
import { defaultReserve, RateWindow } from "./rate-window.js";

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

/** Seconds until a retry, as told to a caller that was refused because of too many concurrent requests. */
const concurrencyRetrySeconds = 5;

/** Minimum milliseconds until a retry where the upstream does not say when its limit has passed. */
const minLimitWait = 1000;

/** Maximum number of times that a request is counted again because another replica has counted one meanwhile. */
const maxConflicts = 100;

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
    const { budgets } = this.#options;
    const key = await this.#keyOnce();
    // The limit may be reached while this request waits for its turn. It needs a new one then, not to be sent together
    // with all others that have waited.
    do await this.pause(await this.#blockedFor(key), signal);
    while ((await this.#spend(key, signal)) && (await this.#blockedFor(key)) > 0);
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
    if (milliseconds > this.#options.maxWaitMs) throw limitReached(milliseconds);
    await this.#wait(milliseconds, signal);
  }

  /**
   * Returns how long to wait after a refusal that does not say it: until the shortest known window has passed, and longer
   * with each attempt.
   *
   * @param attempt - Number of the attempt that was refused, from 1
   * @returns Milliseconds
   */
  limitWait(attempt: number): number {
    const { environment, budgets, maxWaitMs } = this.#options;
    const windows = budgets.flatMap((one) => ("requests" in one ? one.seconds * 1000 : []));
    const known = windows.length === 0 ? minLimitWait : Math.min(...windows, maxWaitMs / 4);
    return Math.round(Math.max(minLimitWait, known) * (1 + environment.random() / 4) * 2 ** (attempt - 1));
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

  async #wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds <= 0) return;
    const { environment, beginWait } = this.#options;
    const endWait = beginWait?.();
    try {
      await environment.wait(milliseconds, signal);
    } finally {
      endWait?.();
    }
  }

  async #blockedFor(key: string): Promise<number> {
    const { environment } = this.#options;
    return Number((await environment.store.get(`${key}:blocked`)) ?? 0) - environment.now();
  }

  /** Counts a request in each window, and waits for its turn; returns whether it had to wait. */
  async #spend(key: string, signal: AbortSignal): Promise<boolean> {
    // The shortest window comes last, because a request is sent right after it.
    const budgets = [...this.#options.budgets.entries()]
      .flatMap(([index, budget]) => ("requests" in budget ? [{ budget, name: `${key}:${index}` }] : []))
      .toSorted((one, other) => other.budget.seconds - one.budget.seconds);
    let hasWaited = false;
    for (const { budget, name } of budgets) {
      const wait = await this.#book(budget, name);
      await this.#wait(wait, signal);
      hasWaited ||= wait > 0;
    }
    return hasWaited;
  }

  /**
   * Counts a request, and returns the milliseconds until it may be sent. They may exceed the maximum where the period
   * itself does not, because then only other requests are in front of this one.
   */
  async #book(budget: RateBudget, name: string): Promise<number> {
    const { environment, interactive, maxWaitMs } = this.#options;
    const { store } = environment;
    for (let conflicts = 0; conflicts < maxConflicts; conflicts += 1) {
      const now = environment.now();
      const before = await store.get(name);
      const { at, text, lifetime } = new RateWindow(budget, before).book(now, interactive);
      if (at - now > maxWaitMs && budget.seconds * 1000 > maxWaitMs) throw limitReached(at - now);
      const isReplaced =
        before !== undefined && (await store.setIfEqual(name, { before, value: text, lifetime }));
      // The shared store may have lost what the memory of this process still has.
      const isCounted = isReplaced || (await store.setIfAbsent(name, text, lifetime));
      if (isCounted) return at - now;
    }
    // The store does not keep what it is given.
    return 0;
  }
}

function limitReached(milliseconds: number): Error {
  const retryAfter = Math.ceil(Math.min(milliseconds, longestBlock) / 1000);
  return rateLimited(
    `Could not read from the source: its limit of requests is reached. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}
