import { rateLimited } from "../errors/upstream-errors.js";
import type { ConcurrencyLimit, RateBudget } from "./http-definition.js";
import type { HttpEnvironment } from "./http-environment.js";
import type { ReleaseLease } from "./leases.js";
import { readReset } from "./retry-hint.js";

/** Whose requests a gate counts, and how patient it is. */
export interface RateGateOptions {
  readonly environment: HttpEnvironment;
  /** Names connector and account without showing them; asked for once. */
  readonly key: () => Promise<string>;
  readonly budgets: ReadonlyArray<RateBudget | ConcurrencyLimit>;
  /** Whether a person waits; such requests may use the reserve. */
  readonly interactive: boolean;
  /** Longest wait in milliseconds. */
  readonly patience: number;
}

/** Share of a limit that is kept back for people who wait. */
const defaultReserve = 0.1;

/** Seconds after which a caller that found too many requests under way is told to come back. */
const concurrencyRetrySeconds = 5;

/** Longest time a block that the upstream announced is remembered. */
const longestBlock = 24 * 60 * 60 * 1000;

/** Lets requests of one account through as the upstream's limits allow, together with all replicas. */
export class RateGate {
  readonly #options: RateGateOptions;
  #key: Promise<string> | undefined;

  /**
   * Makes a gate; the counts are in the store.
   *
   * @param options - Whose requests, which budgets
   */
  constructor(options: RateGateOptions) {
    this.#options = options;
  }

  /**
   * Waits until a request may be sent.
   *
   * @param signal - Ends the wait
   * @returns To be called when the answer was read to its end; `undefined` when nothing limits the requests under way
   * @throws ConnectorError `rate_limited` when the wait would be longer than the gate is patient
   */
  async enter(signal: AbortSignal): Promise<ReleaseLease | undefined> {
    const { environment, budgets } = this.#options;
    const key = await this.#keyOnce();
    const blocked = Number((await environment.store.get(`${key}:blocked`)) ?? 0);
    await this.pause(blocked - environment.now(), signal);
    for (const [index, budget] of budgets.entries())
      if ("requests" in budget) await this.#spend(budget, { name: `${key}:${index}`, signal });
    // Last, so that no lease is held while something else is waited for.
    const limit = budgets.find((one) => "maxConcurrent" in one);
    return limit === undefined ? undefined : await this.#lease(limit, key, signal);
  }

  /**
   * Notes what the headers of an answer say about the limit.
   *
   * @param headers - Headers of the answer
   * @param hint - Milliseconds a refusal asked for, if it was one
   */
  async observe(headers: Readonly<Record<string, string>>, hint?: number): Promise<void> {
    const { environment } = this.#options;
    const wait = Math.min(hint ?? readReset(headers, environment.now()) ?? 0, longestBlock);
    if (wait <= 0) return;
    const key = await this.#keyOnce();
    await environment.store.set(`${key}:blocked`, String(environment.now() + wait), wait);
  }

  /**
   * Waits for a limit to pass.
   *
   * @param milliseconds - How long
   * @param signal - Ends the wait
   * @throws ConnectorError `rate_limited` when that is longer than the gate is patient
   */
  async pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds <= 0) return;
    const { environment, patience } = this.#options;
    if (milliseconds > patience) {
      const retryAfter = Math.ceil(Math.min(milliseconds, longestBlock) / 1000);
      throw rateLimited(
        `Read from the source: its limit of requests is reached, try again in ${retryAfter} s`,
        {
          retryAfter,
        },
      );
    }
    await environment.wait(milliseconds, signal);
  }

  async #lease(
    { maxConcurrent, reserve = defaultReserve }: ConcurrencyLimit,
    key: string,
    signal: AbortSignal,
  ): Promise<ReleaseLease> {
    const { environment, interactive, patience } = this.#options;
    const release = await environment.leases.take({
      key: `${key}:leases`,
      maxHolders: interactive ? maxConcurrent : Math.max(1, Math.floor(maxConcurrent * (1 - reserve))),
      patience,
      signal,
    });
    if (release !== undefined) return release;
    throw rateLimited(
      `Could not read from the source: it allows ${maxConcurrent} requests at the same time, and as many are running. Try again in ${concurrencyRetrySeconds} s.`,
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

  /** Counts bulk reads and interactive calls apart: bulk never reaches into the reserve, whatever it tries. */
  async #take(budget: RateBudget, name: string, length: number): Promise<boolean> {
    const { environment, interactive } = this.#options;
    const { requests, reserve = defaultReserve } = budget;
    const bulkMost = Math.max(1, Math.floor(requests * (1 - reserve)));
    if (!interactive) return (await environment.store.increment(`${name}:bulk`, 1, length * 2)) <= bulkMost;
    const bulk = Math.min(bulkMost, Number((await environment.store.get(`${name}:bulk`)) ?? 0));
    const calls = await environment.store.increment(`${name}:calls`, 1, length * 2);
    return calls <= Math.max(1, requests - bulk);
  }
}
