import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isConnectorError } from "../../errors/connector-error.js";
import type { OAuthEnvironment } from "../../oauth/oauth-environment.js";
import { ProviderFailure } from "../../oauth/provider-failure.js";
import type { Rotation } from "../oauth2-provider.js";
import type { TokenSet } from "../token-set.js";
import { knownTokens } from "./known-tokens.js";
import { outcomeUnknown, refreshUnavailable, uncoordinated, unknownFate } from "./refresh-errors.js";
import { RefreshJournal } from "./refresh-journal.js";
import type { RefreshOutcome } from "./refresh-outcome.js";
import { StoreGeneration } from "./store-generation.js";

/** A refresh token to be exchanged. */
export interface RefreshRequest {
  /** Id of the connector. */
  readonly connector: string;
  /** Name of the provider, for the sentence. */
  readonly provider: string;
  /** Where the token is presented, and for whom. */
  readonly audience: readonly string[];
  readonly refreshToken: string;
  /** Access token the caller has; an earlier result with this one is no answer. Default: none. */
  readonly accessToken?: string | undefined;
  readonly rotation: Rotation;
  /**
   * Whether the tokens cannot be handed to the platform with this request, so that the journal must keep them until it
   * asks. Default: `false`.
   */
  readonly undelivered?: boolean | undefined;
  /** Presents the token; throws `ProviderFailure`. */
  readonly present: () => Promise<TokenSet>;
}

/** Times of the coordination, in milliseconds. */
export interface RefreshTimes {
  /** How long a lock lives; longer than a call of the provider may take. */
  readonly lock: number;
  /** After which a token with an unknown fate counts as lost. */
  readonly patience: number;
}

/** How long tokens are kept at least that no answer has handed to the platform yet, in milliseconds: 90 days. */
const undeliveredLifetime = 90 * 24 * 3_600_000;

/** What is left of a lock's life when its owner has called, for writing down the result. */
const writingTime = 5000;

/** First and longest wait between two looks at the journal. */
const poll = { first: 10, most: 200 };

/** How a run ended, and what it brought. */
interface Run {
  readonly tokens: TokenSet;
  readonly outcome: RefreshOutcome;
}

/**
 * Exchanges refresh tokens so that each is presented once, however many requests, processes and replicas ask, and
 * every one of them gets the same tokens: now, or days later with the same old token.
 *
 * @see The connector contract, POST /validate
 */
export class RefreshCoordinator {
  readonly #environment: OAuthEnvironment;
  readonly #times: RefreshTimes;
  readonly #generation: StoreGeneration;
  readonly #running = new Map<string, Promise<Run>>();
  /** Marks of this process whose token was never presented, because writing the mark seemed to fail. */
  readonly #unpresented = new Set<string>();

  /**
   * Makes the coordinator of one process.
   *
   * @param environment - Store, secret, clock
   * @param times - Times that differ from the usual
   */
  constructor(environment: OAuthEnvironment, times: Partial<RefreshTimes> = {}) {
    const { callTimeout } = environment;
    this.#environment = environment;
    this.#times = { lock: callTimeout + writingTime, patience: 60_000, ...times };
    if (this.#times.lock <= callTimeout) {
      throw new RangeError(
        `Coordinate refreshes: found a lock of ${this.#times.lock} ms, wanted more than the ${callTimeout} ms of a call`,
      );
    }
    this.#generation = new StoreGeneration(environment.store, environment.now);
  }

  /** Looks at the store for the first time, so that a later loss of what it holds is noticed. */
  async open(): Promise<void> {
    await this.#generation.age().catch(() => undefined);
  }

  /** Waits for the refreshes under way; a result nobody wrote down would be lost. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running.values());
  }

  /**
   * Exchanges a refresh token. Once begun it goes on, whoever stops waiting for it.
   *
   * @param request - The token and how it is presented
   * @param count - Told how it ended
   * @returns The tokens it was or is exchanged for
   * @throws ConnectorError when there are none
   */
  async refresh(request: RefreshRequest, count: (outcome: RefreshOutcome) => void): Promise<TokenSet> {
    const { accessToken = "" } = request;
    const { secret } = this.#environment;
    const id = this.#idOf(request);
    // Who has another access token may need another answer, when the refresh token stays the same.
    const key = secret.derive("run", id, accessToken);
    const running = this.#running.get(key);
    const run = running ?? this.#start(key, id, request);
    try {
      const { tokens, outcome } = await run;
      count(running === undefined ? outcome : "joined");
      return tokens;
    } catch (error) {
      count(outcomeOf(error));
      throw error instanceof ProviderFailure ? error.error : error;
    }
  }

  /**
   * Tells whether the journal holds tokens for somebody whose access token still does, because a request that could not
   * hand them out has exchanged the refresh token.
   *
   * @param request - The token
   * @returns Whether {@link RefreshCoordinator.refresh} would answer without asking the provider
   */
  async holds(request: Omit<RefreshRequest, "present">): Promise<boolean> {
    try {
      const journal = this.#journalOf(this.#idOf(request), request);
      return knownTokens(await journal.read(), { ...request, now: this.#environment.now() }) !== undefined;
    } catch {
      // A refusal, or a store that cannot be reached, takes nothing from an access token that still does.
      return false;
    }
  }

  #idOf({ connector, audience, refreshToken }: Omit<RefreshRequest, "present">): string {
    return this.#environment.secret.derive("refresh", connector, ...audience, refreshToken);
  }

  #journalOf(id: string, { refreshToken, undelivered }: Omit<RefreshRequest, "present">): RefreshJournal {
    const { store, journalLifetime } = this.#environment;
    const lifetime = undelivered === true ? Math.max(journalLifetime, undeliveredLifetime) : journalLifetime;
    return new RefreshJournal(store, { id, refreshToken, lifetime });
  }

  #start(key: string, id: string, request: RefreshRequest): Promise<Run> {
    const run = this.#run(id, request).finally(() => this.#running.delete(key));
    this.#running.set(key, run);
    return run;
  }

  /** The answer that the journal holds for a request, if it does. */
  async #known(journal: RefreshJournal, request: RefreshRequest): Promise<TokenSet | undefined> {
    return knownTokens(await journal.read(), { ...request, now: this.#environment.now() });
  }

  async #run(id: string, request: RefreshRequest): Promise<Run> {
    const { shared, replicas } = this.#environment;
    const { rotation, provider } = request;
    if (replicas > 1 && !shared && rotation === "single-use") throw uncoordinated(provider);
    const journal = this.#journalOf(id, request);
    const alone = async (): Promise<Run> => ({ tokens: await request.present(), outcome: "refreshed" });
    try {
      const known = await this.#known(journal, request);
      if (known !== undefined) return { tokens: known, outcome: "replayed" };
      const owner = randomUUID();
      const waited = await this.#lock(id, { owner, journal, request });
      if (waited !== undefined) return { tokens: waited, outcome: "awaited" };
      try {
        return await this.#present(journal, request, owner);
      } finally {
        await this.#unlock(id, owner);
      }
    } catch (error) {
      if (isConnectorError(error) || error instanceof ProviderFailure) throw error;
      // Without the store a token that ends with its use is not gambled with; any other loses nothing.
      if (rotation === "single-use") throw refreshUnavailable(provider, error);
      return await alone();
    }
  }

  /** With the lock in hand, for it may be free only because the store was emptied while its owner waits. */
  async #checkStore(provider: string): Promise<void> {
    const age = await this.#generation.age();
    // Whoever presented a token when the store was emptied has written down the result by then.
    if (age < this.#times.lock) throw refreshUnavailable(provider);
  }

  /** Takes the lock, or waits for the tokens of the replica that has it. */
  async #lock(
    id: string,
    {
      owner,
      journal,
      request,
    }: { readonly owner: string; readonly journal: RefreshJournal; readonly request: RefreshRequest },
  ): Promise<TokenSet | undefined> {
    const { store } = this.#environment;
    const { lock } = this.#times;
    const end = performance.now() + lock + 1000;
    for (let wait = poll.first; performance.now() < end; wait = Math.min(poll.most, wait * 2)) {
      if (await store.setIfAbsent(`lock:${id}`, owner, lock)) return undefined;
      await sleep(wait * (0.5 + Math.random()));
      const tokens = await this.#known(journal, request);
      if (tokens !== undefined) return tokens;
    }
    throw refreshUnavailable(request.provider);
  }

  async #unlock(id: string, owner: string): Promise<void> {
    // A lock that stays goes away by itself.
    await this.#environment.store.deleteIfEqual(`lock:${id}`, owner).catch(() => false);
  }

  /** With the lock in hand: looks again, marks, presents, writes down. */
  async #present(journal: RefreshJournal, request: RefreshRequest, owner: string): Promise<Run> {
    const { now } = this.#environment;
    const entry = await journal.read();
    const known = knownTokens(entry, { ...request, now: now() });
    if (known !== undefined) return { tokens: known, outcome: "replayed" };
    if (request.rotation === "single-use") await this.#checkStore(request.provider);
    if (entry?.kind === "mark") this.#checkMark(entry, request);
    const replace = entry !== undefined;
    try {
      // The mark is what decides who presents: should a lock have ended too early, only one can still place it.
      if (!(await journal.mark(owner, { time: now(), replace }))) throw refreshUnavailable(request.provider);
    } catch (error) {
      if (!isConnectorError(error)) this.#unpresented.add(owner);
      throw error;
    }
    try {
      const tokens = await request.present();
      // Tokens that cannot be written down still serve who asked for them.
      await keepTrying(() => journal.keep(tokens));
      return { tokens, outcome: "refreshed" };
    } catch (error) {
      await this.#settle(journal, error, request);
      throw error;
    }
  }

  /** Decides whether a token of unknown fate may be presented again. */
  #checkMark(
    { owner, time }: { readonly owner: string; readonly time: number },
    { rotation, provider }: RefreshRequest,
  ): void {
    if (this.#unpresented.has(owner) || rotation === "none") return;
    const age = Math.abs(this.#environment.now() - time);
    if (typeof rotation === "object" && age < rotation.leeway * 1000) return;
    throw unknownFate(provider, age < this.#times.patience ? "recent" : "old");
  }

  /** Writes down a failure: a refusal for a short while; an unknown fate stays marked. */
  async #settle(
    journal: RefreshJournal,
    error: unknown,
    { rotation, provider }: RefreshRequest,
  ): Promise<void> {
    const fate = error instanceof ProviderFailure ? error.fate : "unknown";
    if (fate === "refused" && error instanceof ProviderFailure)
      await keepTrying(() => journal.fail(error.error));
    if (fate === "unsent") await keepTrying(() => journal.clear());
    if (fate === "unknown" && rotation === "single-use") throw outcomeUnknown(provider, error);
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
