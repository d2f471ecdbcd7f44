import { setTimeout as sleep } from "node:timers/promises";
import { isConnectorError } from "@wellhead/sdk";
import { withinTime } from "../egress/within-time.js";
import { ProviderFailure } from "../oauth/call-provider.js";
import type { OAuthEnvironment } from "../oauth/oauth-environment.js";
import type { TokenSet } from "../oauth2/request-tokens.js";
import { JournalMirror, StoreGeneration } from "./journal-mirror.js";
import { type Cooldown, knownTokens, usualCooldown } from "./refresh-journal.js";
import { type RefreshOutcome, type RefreshRequest, refreshPending } from "./refresh-request.js";
import { RefreshRunner, type Run } from "./refresh-runner.js";

/** Times of the coordination, in milliseconds. */
export interface RefreshTimes extends Cooldown {
  /** Lifetime of a lock that its owner does not extend. */
  readonly lockMs: number;
  /** How long a caller waits for the response of a provider. */
  readonly callerMs: number;
}

/** Time in milliseconds to write a result to the store, added to the provider timeout for the lifetime of a lock. */
const writingTime = 5000;

const hour = 3_600_000;

/**
 * Refreshes tokens such that each refresh token is sent once, no matter how many requests, processes and replicas ask.
 * All of them get the same tokens, even a caller that presents the same old token later, while the journal keeps it.
 *
 * A token whose response was lost is sent again by one replica, once per cooldown. If the provider has already used the
 * token up, the account is lost in any case. If it has not, the retry recovers the account.
 *
 * @see The connector contract, POST /validate
 */
export class RefreshCoordinator {
  readonly #environment: OAuthEnvironment;
  readonly #times: RefreshTimes;
  readonly #mirror: JournalMirror;
  readonly #generation: StoreGeneration;
  readonly #runner: RefreshRunner;
  readonly #running = new Map<string, Promise<Run>>();

  /**
   * Creates the coordinator of one process.
   *
   * @param environment - Store, secret, clock
   * @param times - Times that override the defaults
   */
  constructor(environment: OAuthEnvironment, times: Partial<RefreshTimes> = {}) {
    const { callTimeout, store, now } = environment;
    this.#environment = environment;
    this.#times = { ...usualCooldown, callerMs: callTimeout, lockMs: callTimeout + writingTime, ...times };
    this.#mirror = new JournalMirror(environment);
    this.#generation = new StoreGeneration(store, now, () => this.#mirror.restore());
    this.#runner = new RefreshRunner({
      environment,
      cooldown: this.#times,
      lockMs: this.#times.lockMs,
      mirror: this.#mirror,
      generation: this.#generation,
    });
  }

  /** Checks the store for the first time, so that a later loss of its contents is detected. */
  async open(): Promise<void> {
    await this.checkStore();
  }

  /**
   * Checks whether the store accepts writes. If the store has lost its contents, writes this process's entries to it
   * again.
   *
   * @returns Whether the store works
   */
  async checkStore(): Promise<boolean> {
    try {
      await this.#generation.age();
      await this.#environment.store.set("probe", "1", hour);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Waits for the refreshes in progress as long as a caller would, then for their results to reach the store. Called at
   * shutdown, because a result that is not stored is lost.
   */
  async idle(): Promise<void> {
    const end = performance.now() + this.#times.callerMs;
    while (this.#running.size > 0 && performance.now() < end) {
      const stop = new AbortController();
      const late = sleep(end - performance.now(), undefined, { signal: stop.signal }).catch(() => undefined);
      await Promise.race([Promise.allSettled(this.#running.values()), late]);
      stop.abort();
    }
    await this.#mirror.settle(writingTime);
  }

  /**
   * Refreshes a token. A refresh that has started continues even if every caller stops waiting.
   *
   * @param request - The token and how to send it
   * @param count - Called with the outcome
   * @returns The new tokens, from this refresh or an earlier one
   * @throws ConnectorError when no tokens can be obtained
   */
  async refresh(request: RefreshRequest, count: (outcome: RefreshOutcome) => void): Promise<TokenSet> {
    const { accessToken = "" } = request;
    const { secret } = this.#environment;
    // If the refresh token stays the same, callers with different access tokens may need different results.
    const key = secret.derive("run", this.#runner.idsOf(request)[0] ?? "", accessToken);
    const running = this.#running.get(key);
    const run = running ?? this.#start(key, request);
    try {
      const { tokens, outcome } = await this.#waitFor(run, request);
      count(running === undefined ? outcome : "joined");
      return tokens;
    } catch (error) {
      count(outcomeOf(error));
      throw error instanceof ProviderFailure ? error.error : error;
    }
  }

  /**
   * Reports whether the journal holds newer tokens for a caller whose access token is still valid. That is the case
   * when a request that could not deliver tokens to the platform has refreshed the account.
   *
   * @param request - The token
   * @returns Whether {@link RefreshCoordinator.refresh} would return tokens without a request to the provider
   */
  async holds(request: Omit<RefreshRequest, "send">): Promise<boolean> {
    try {
      const entry = await this.#runner.journalOf(request).read();
      return knownTokens(entry, { ...request, now: this.#environment.now() }) !== undefined;
    } catch {
      // A journaled failure or an unreachable store does not matter while the access token is still valid.
      return false;
    }
  }

  #start(key: string, request: RefreshRequest): Promise<Run> {
    const run = this.#runner.run(request).finally(() => this.#running.delete(key));
    // Prevents an unhandled rejection: every caller may have stopped waiting when the run fails.
    run.catch(() => undefined);
    this.#running.set(key, run);
    return run;
  }

  /** Waits for a run until the caller's timeout. The run itself continues. */
  async #waitFor(run: Promise<Run>, { provider }: RefreshRequest): Promise<Run> {
    const late = (): Error => refreshPending(provider, writingTime / 1000);
    return await withinTime(run, { timeoutMs: this.#times.callerMs, timeoutError: late });
  }
}

function outcomeOf(error: unknown): RefreshOutcome {
  if (error instanceof ProviderFailure && error.outcome !== "unsent") return error.outcome;
  if (isConnectorError(error) && error.code === "account_expired") return "refused";
  return "unavailable";
}
