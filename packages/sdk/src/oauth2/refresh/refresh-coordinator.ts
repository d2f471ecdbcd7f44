import { setTimeout as sleep } from "node:timers/promises";
import { isConnectorError } from "../../errors/connector-error.js";
import type { OAuthEnvironment } from "../../oauth/oauth-environment.js";
import { ProviderFailure } from "../../oauth/provider-failure.js";
import type { TokenSet } from "../token-set.js";
import { JournalMirror } from "./journal-mirror.js";
import { knownTokens } from "./known-tokens.js";
import { type Cooldown, checkMark, cooldownOf, nextMark, usualCooldown } from "./refresh-cooldown.js";
import { refreshLost, refreshPending, refreshUnavailable, uncoordinated } from "./refresh-errors.js";
import { type JournalEntry, type JournalMark, RefreshJournal } from "./refresh-journal.js";
import { RefreshLock } from "./refresh-lock.js";
import type { RefreshOutcome } from "./refresh-outcome.js";
import type { RefreshRequest } from "./refresh-request.js";
import { StoreGeneration } from "./store-generation.js";

/** Times of the coordination, in milliseconds. */
export interface RefreshTimes extends Cooldown {
  /** How long a lock lives that its owner does not extend. */
  readonly lockMs: number;
  /** How long a caller waits for the answer of a provider. */
  readonly callerMs: number;
}

/** How long tokens are kept at least that no answer has handed to the platform yet, in milliseconds: 90 days. */
const undeliveredLifetime = 90 * 24 * 3_600_000;

/** What is left of a lock's life when a caller stops waiting. */
const writingTime = 5000;

/** First and longest wait between two looks at the journal. */
const poll = { first: 10, most: 200 };

/** Tokens of unknown outcome that one process marks in an hour; a mark lives for hours. */
const maxUnknown = 50_000;
const hour = 3_600_000;

/** How a run ended, and what it brought. */
interface Run {
  readonly tokens: TokenSet;
  readonly outcome: RefreshOutcome;
}

/** A refresh that is under way. */
interface OpenRun {
  readonly request: RefreshRequest;
  readonly journal: RefreshJournal;
  readonly lock: RefreshLock;
}

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
  readonly #running = new Map<string, Promise<Run>>();
  /** Marks of this process whose token was never sent, because writing the mark seemed to fail. */
  readonly #unsent = new Set<string>();
  #unknown = { hour: 0, count: 0 };

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
    const key = secret.derive("run", this.#idsOf(request)[0] ?? "", accessToken);
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
      const entry = await this.#journalOf(request).read();
      return knownTokens(entry, { ...request, now: this.#environment.now() }) !== undefined;
    } catch {
      // A refusal, or a store that cannot be reached, takes nothing from an access token that still works.
      return false;
    }
  }

  /** The ids of a refresh token, one for each secret of the deployment, the current one first. */
  #idsOf({ connector, audience, refreshToken }: Omit<RefreshRequest, "send">): readonly string[] {
    const { secret } = this.#environment;
    return secret.all.map((one) => one.derive("refresh", connector, ...audience, refreshToken));
  }

  #journalOf(request: Omit<RefreshRequest, "send">): RefreshJournal {
    const { refreshToken, undelivered, onUnknown } = request;
    const { store, journalLifetime } = this.#environment;
    const lifetime = undelivered === true ? Math.max(journalLifetime, undeliveredLifetime) : journalLifetime;
    // A mark that ends a second try must not be forgotten; any other is needed until the token is sent again.
    const markLifetime = onUnknown === "stop" ? lifetime : 2 * this.#times.maxCooldownMs;
    const ids = this.#idsOf(request);
    return new RefreshJournal({ store, mirror: this.#mirror, ids, refreshToken, lifetime, markLifetime });
  }

  #start(key: string, request: RefreshRequest): Promise<Run> {
    const run = this.#run(request).finally(() => this.#running.delete(key));
    // Everybody who waited for it may be gone when it fails.
    run.catch(() => undefined);
    this.#running.set(key, run);
    return run;
  }

  /** Waits for a run as long as a caller does; the run goes on. */
  async #waitFor(run: Promise<Run>, { provider }: RefreshRequest): Promise<Run> {
    const { callerMs } = this.#times;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(refreshPending(provider, writingTime / 1000)), callerMs);
    });
    try {
      return await Promise.race([run, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The answer that the journal holds for a request, if it does. */
  async #known(journal: RefreshJournal, request: RefreshRequest): Promise<TokenSet | undefined> {
    return knownTokens(await journal.read(), { ...request, now: this.#environment.now() });
  }

  async #run(request: RefreshRequest): Promise<Run> {
    const { shared, replicas, store } = this.#environment;
    const { rotation, provider } = request;
    if (replicas > 1 && !shared && rotation === "single-use") throw uncoordinated(provider);
    const journal = this.#journalOf(request);
    const lock = new RefreshLock(store, this.#idsOf(request), this.#times.lockMs);
    try {
      const known = await this.#known(journal, request);
      if (known !== undefined) return { tokens: known, outcome: "replayed" };
      const waited = await this.#lock({ request, journal, lock });
      if (waited !== undefined) return { tokens: waited, outcome: "awaited" };
      try {
        return await this.#refreshLocked({ request, journal, lock });
      } finally {
        await lock.release();
      }
    } catch (error) {
      if (isConnectorError(error) || error instanceof ProviderFailure) throw error;
      // Without the store a token that ends with its use is not gambled with; any other loses nothing.
      if (rotation === "single-use") throw refreshUnavailable(provider, error);
      return { tokens: await request.send(), outcome: "refreshed" };
    }
  }

  /** Takes the lock, or waits for the tokens of the replica that has it. */
  async #lock({ request, journal, lock }: OpenRun): Promise<TokenSet | undefined> {
    const end = performance.now() + this.#times.lockMs + 1000;
    for (let wait = poll.first; performance.now() < end; wait = Math.min(poll.most, wait * 2)) {
      if (await lock.take()) return undefined;
      await sleep(wait * (0.5 + Math.random()));
      const tokens = await this.#known(journal, request);
      if (tokens !== undefined) return tokens;
    }
    throw refreshUnavailable(request.provider);
  }

  /** With the lock in hand: reads again, marks, sends, writes down. */
  async #refreshLocked(open: OpenRun): Promise<Run> {
    const { request, journal, lock } = open;
    const now = this.#environment.now();
    const entry = await journal.read();
    const known = knownTokens(entry, { ...request, now });
    if (known !== undefined) return { tokens: known, outcome: "replayed" };
    if (request.rotation === "single-use") await this.#checkLoss(request.provider);
    const before = entry?.kind === "mark" ? entry : undefined;
    if (before !== undefined && !this.#unsent.has(before.owner)) {
      checkMark(before, request, { now, cooldown: this.#times });
    }
    const mark = nextMark(before, { owner: lock.owner, now, cooldown: this.#times });
    await this.#mark(open, { mark, entry });
    // The provider may take long, and the store may lose lock and mark meanwhile.
    const stop = lock.extend(async () => void (await journal.mark(mark, false)));
    try {
      const tokens = await request.send();
      await journal.keep(tokens);
      return { tokens, outcome: "refreshed" };
    } catch (error) {
      throw await this.#settle(open, { error, mark, before });
    } finally {
      stop();
    }
  }

  /** Without a mark in the store nothing is sent: the mark is what decides who sends, should a lock have ended early. */
  async #mark(
    { request, journal, lock }: OpenRun,
    { mark, entry }: { readonly mark: JournalMark; readonly entry: JournalEntry | undefined },
  ): Promise<void> {
    try {
      if (!(await journal.mark(mark, entry !== undefined))) throw refreshUnavailable(request.provider);
    } catch (error) {
      if (!isConnectorError(error)) this.#unsent.add(lock.owner);
      throw error;
    }
  }

  /** With the lock in hand, for it may be free only because the store was emptied while its owner waits. */
  async #checkLoss(provider: string): Promise<void> {
    const age = await this.#generation.age();
    // Whoever sent a token when the store was emptied has written lock and mark again by then.
    if (age < this.#times.lockMs) throw refreshUnavailable(provider);
  }

  /** Writes down a failure and returns what the callers are told. */
  async #settle(
    { journal, request }: OpenRun,
    failed: { readonly error: unknown; readonly mark: JournalMark; readonly before: JournalMark | undefined },
  ): Promise<unknown> {
    const { error, mark, before } = failed;
    const { rotation, provider, onUnknown } = request;
    const outcome = error instanceof ProviderFailure ? error.fate : "unknown";
    if (outcome === "refused" && error instanceof ProviderFailure) {
      await keepTrying(() => journal.fail(error.error));
    }
    if (outcome === "unsent") {
      await keepTrying(async () =>
        before === undefined ? journal.clear() : void (await journal.mark(before, true)),
      );
    }
    if (outcome !== "unknown" || rotation !== "single-use") return error;
    if (onUnknown === "stop") return refreshLost(provider, error);
    const wait = cooldownOf(mark.attempt, this.#times);
    const again = { ...mark, until: this.#environment.now() + wait };
    // Beyond so many the mark it was sent with has to do.
    if (this.#admitsUnknown()) await keepTrying(async () => void (await journal.mark(again, true)));
    return refreshPending(provider, Math.ceil(wait / 1000), error);
  }

  #admitsUnknown(): boolean {
    const current = Math.floor(this.#environment.now() / hour);
    if (this.#unknown.hour !== current) this.#unknown = { hour: current, count: 0 };
    this.#unknown.count += 1;
    return this.#unknown.count <= maxUnknown;
  }
}

async function keepTrying(write: () => Promise<void>): Promise<void> {
  for (const wait of [50, 200, 800, 0]) {
    try {
      return await write();
    } catch {
      await sleep(wait);
    }
  }
}

function outcomeOf(error: unknown): RefreshOutcome {
  if (error instanceof ProviderFailure && error.fate !== "unsent") return error.fate;
  if (isConnectorError(error) && error.code === "account_expired") return "refused";
  return "unavailable";
}
