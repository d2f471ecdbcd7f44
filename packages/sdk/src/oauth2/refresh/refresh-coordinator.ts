import { setTimeout as sleep } from "node:timers/promises";
import { withinTime } from "../../egress/within-time.js";
import { isConnectorError } from "../../errors/connector-error.js";
import type { OAuthEnvironment } from "../../oauth/oauth-environment.js";
import { ProviderFailure } from "../../oauth/provider-failure.js";
import type { TokenSet } from "../token-set.js";
import { JournalMirror } from "./journal-mirror.js";
import { knownTokens } from "./known-tokens.js";
import { type Cooldown, usualCooldown } from "./refresh-cooldown.js";
import { refreshPending } from "./refresh-errors.js";
import type { RefreshOutcome } from "./refresh-outcome.js";
import type { RefreshRequest } from "./refresh-request.js";
import { RefreshRunner, type Run } from "./refresh-runner.js";
import { StoreGeneration } from "./store-generation.js";

/** Times of the coordination, in milliseconds. */
export interface RefreshTimes extends Cooldown {
  /** How long a lock lives that its owner does not extend. */
  readonly lockMs: number;
  /** How long a caller waits for the answer of a provider. */
  readonly callerMs: number;
}

/** What is left of a lock's life when a caller stops waiting. */
const writingTime = 5000;

const hour = 3_600_000;

/**
 * Refreshes tokens so that each is sent once, however many requests, processes and replicas ask, and every one of them
 * gets the same tokens: now, or days later with the same old token.
 *
 * A token whose answer was lost is sent again: by one replica, once per cool-down. Had it been used up, the account
 * would be lost anyway; had it not, it heals.
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
   * Makes the coordinator of one process.
   *
   * @param environment - Store, secret, clock
   * @param times - Times that differ from the usual
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

  /** Checks the store for the first time, so that a later loss of what it holds is noticed. */
  async open(): Promise<void> {
    await this.checkStore();
  }

  /**
   * Checks whether the store takes what must not be lost, and writes to it again what it has lost.
   *
   * @returns Whether it does
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

  /** Waits for the refreshes under way, as long as a caller would; a result nobody wrote down would be lost. */
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
   * Refreshes a token. Once begun it goes on, whoever stops waiting for it.
   *
   * @param request - The token and how it is sent
   * @param count - Called with how it ended
   * @returns The tokens that came of it, now or earlier
   * @throws ConnectorError when there are none
   */
  async refresh(request: RefreshRequest, count: (outcome: RefreshOutcome) => void): Promise<TokenSet> {
    const { accessToken = "" } = request;
    const { secret } = this.#environment;
    // Who has another access token may need another answer, when the refresh token stays the same.
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
   * Reports whether the journal holds tokens for somebody whose access token still works, because a request that could
   * not hand them out has refreshed it.
   *
   * @param request - The token
   * @returns Whether {@link RefreshCoordinator.refresh} would answer without asking the provider
   */
  async holds(request: Omit<RefreshRequest, "send">): Promise<boolean> {
    try {
      const entry = await this.#runner.journalOf(request).read();
      return knownTokens(entry, { ...request, now: this.#environment.now() }) !== undefined;
    } catch {
      // A refusal, or a store that cannot be reached, takes nothing from an access token that still works.
      return false;
    }
  }

  #start(key: string, request: RefreshRequest): Promise<Run> {
    const run = this.#runner.run(request).finally(() => this.#running.delete(key));
    // Everybody who waited for it may be gone when it fails.
    run.catch(() => undefined);
    this.#running.set(key, run);
    return run;
  }

  /** Waits for a run as long as a caller does; the run goes on. */
  async #waitFor(run: Promise<Run>, { provider }: RefreshRequest): Promise<Run> {
    const late = (): Error => refreshPending(provider, writingTime / 1000);
    return await withinTime(run, { milliseconds: this.#times.callerMs, late });
  }
}

function outcomeOf(error: unknown): RefreshOutcome {
  if (error instanceof ProviderFailure && error.fate !== "unsent") return error.fate;
  if (isConnectorError(error) && error.code === "account_expired") return "refused";
  return "unavailable";
}
