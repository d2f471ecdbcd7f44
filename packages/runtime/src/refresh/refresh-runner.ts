import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isConnectorError } from "@wellhead/sdk";
import { ProviderFailure } from "../oauth/call-provider.js";
import type { OAuthEnvironment } from "../oauth/oauth-environment.js";
import type { TokenSet } from "../oauth2/request-tokens.js";
import type { Store } from "../store/store.js";
import type { JournalMirror, StoreGeneration } from "./journal-mirror.js";
import {
  type Cooldown,
  checkMark,
  cooldownOf,
  type JournalEntry,
  type JournalMark,
  knownTokens,
  nextMark,
  RefreshJournal,
} from "./refresh-journal.js";
import {
  type RefreshOutcome,
  type RefreshRequest,
  refreshLost,
  refreshPending,
  refreshUnavailable,
  uncoordinated,
} from "./refresh-request.js";

/** The parts that all runs of one process share. */
export interface RefreshRunnerOptions {
  readonly environment: OAuthEnvironment;
  /** First and maximum wait before a token whose response was lost is sent again. */
  readonly cooldown: Cooldown;
  /** Lifetime of a lock that its owner does not extend, in milliseconds. */
  readonly lockMs: number;
  readonly mirror: JournalMirror;
  readonly generation: StoreGeneration;
}

/** The result of a successful run. */
export interface Run {
  readonly tokens: TokenSet;
  readonly outcome: RefreshOutcome;
}

/** A refresh in progress. */
interface OpenRun {
  readonly request: RefreshRequest;
  readonly journal: RefreshJournal;
  readonly lock: RefreshLock;
}

/** Minimum lifetime of tokens that have not been delivered to the platform yet, in milliseconds: 90 days. */
const cannotDeliverLifetime = 90 * 24 * 3_600_000;

/** First and longest wait between two reads of the journal, in milliseconds. */
const poll = { first: 10, max: 200 };

/** Maximum number of marks that one process renews per hour after an unknown outcome. A mark lives for hours. */
const maxUnknown = 50_000;
const hour = 3_600_000;

/**
 * Runs the refresh of one token across all replicas: read the journal, take the lock, write the mark, send the request,
 * write the journal. The holder of the lock sends the token. All others read the result from the journal.
 */
export class RefreshRunner {
  readonly #options: RefreshRunnerOptions;
  /** Marks of this process whose token was never sent, because writing the mark seemed to fail. */
  readonly #unsent = new Set<string>();
  #unknown = { hour: 0, count: 0 };

  /** @param options - Store, clock and times */
  constructor(options: RefreshRunnerOptions) {
    this.#options = options;
  }

  /**
   * Derives the ids of a token.
   *
   * @param request - The token
   * @returns The ids, one for each secret of the deployment, the current one first
   */
  idsOf({ connector, audience, refreshToken }: Omit<RefreshRequest, "send">): readonly string[] {
    const { secret } = this.#options.environment;
    return secret.all.map((one) => one.derive("refresh", connector, ...audience, refreshToken));
  }

  /**
   * Opens the journal of a token.
   *
   * @param request - The token
   * @returns The journal that all replicas share for the token
   */
  journalOf(request: Omit<RefreshRequest, "send">): RefreshJournal {
    const { refreshToken, cannotDeliver, onUnknown } = request;
    const { mirror, cooldown, environment } = this.#options;
    const { store, journalLifetime } = environment;
    const lifetime =
      cannotDeliver === true ? Math.max(journalLifetime, cannotDeliverLifetime) : journalLifetime;
    // With `stop`, the mark prevents any second attempt and must not expire early. Otherwise it only has to outlive the
    // maximum cooldown.
    const markLifetime = onUnknown === "stop" ? lifetime : 2 * cooldown.maxCooldownMs;
    const ids = this.idsOf(request);
    return new RefreshJournal({ store, mirror, ids, refreshToken, lifetime, markLifetime });
  }

  /** Returns the tokens that the journal holds for a request, if any. */
  async #known(journal: RefreshJournal, request: RefreshRequest): Promise<TokenSet | undefined> {
    return knownTokens(await journal.read(), { ...request, now: this.#options.environment.now() });
  }

  /**
   * Refreshes a token. A run that has started continues even if every caller stops waiting.
   *
   * @param request - The token and how to send it
   * @returns The new tokens, from this run or an earlier one
   * @throws ConnectorError or ProviderFailure when no tokens can be obtained
   */
  async run(request: RefreshRequest): Promise<Run> {
    const { shared, replicas, store } = this.#options.environment;
    const { rotation, provider } = request;
    if (replicas > 1 && !shared && rotation === "single-use") throw uncoordinated(provider);
    const journal = this.journalOf(request);
    const lock = new RefreshLock(store, this.idsOf(request), this.#options.lockMs);
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
      // Without the store, a single-use token must not be sent: it could be sent twice. Any other token may be.
      if (rotation === "single-use") throw refreshUnavailable(provider, error);
      return { tokens: await request.send(), outcome: "refreshed" };
    }
  }

  /** Takes the lock, or returns the tokens of the replica that holds it. */
  async #lock({ request, journal, lock }: OpenRun): Promise<TokenSet | undefined> {
    const end = performance.now() + this.#options.lockMs + 1000;
    for (let wait = poll.first; performance.now() < end; wait = Math.min(poll.max, wait * 2)) {
      if (await lock.take()) return undefined;
      await sleep(wait * (0.5 + Math.random()));
      const tokens = await this.#known(journal, request);
      if (tokens !== undefined) return tokens;
    }
    throw refreshUnavailable(request.provider);
  }

  /** With the lock held: reads the journal again, writes the mark, sends the token, records the result. */
  async #refreshLocked(open: OpenRun): Promise<Run> {
    const { request, journal, lock } = open;
    const { cooldown } = this.#options;
    const now = this.#options.environment.now();
    const entry = await journal.read();
    const known = knownTokens(entry, { ...request, now });
    if (known !== undefined) return { tokens: known, outcome: "replayed" };
    if (request.rotation === "single-use") await this.#checkLoss(request.provider);
    const before = this.#sentMark(entry);
    if (before !== undefined && before === entry) checkMark(before, request, { now, cooldown });
    const mark = nextMark(before, { owner: lock.owner, now, cooldown });
    await this.#mark(open, mark);
    if (entry?.kind === "mark") this.#unsent.delete(entry.owner);
    // The provider may be slow. Meanwhile the lock must not expire, and the store may lose both lock and mark.
    const stop = lock.extend(() => journal.restoreMark());
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

  /**
   * Returns the mark of the last attempt that may have been sent. A mark that was only written has replaced it, after its
   * cooldown.
   */
  #sentMark(entry: JournalEntry | undefined): JournalMark | undefined {
    if (entry?.kind !== "mark") return undefined;
    if (!this.#unsent.has(entry.owner)) return entry;
    if (entry.attempt === 1) return undefined;
    return { ...entry, attempt: entry.attempt - 1, until: entry.time };
  }

  /**
   * Writes the mark. Throws if that fails, so that the token is not sent: if a lock has expired early, only the mark
   * prevents a second sender.
   */
  async #mark({ request, journal, lock }: OpenRun, mark: JournalMark): Promise<void> {
    try {
      if (!(await journal.mark(mark))) throw refreshUnavailable(request.provider);
    } catch (error) {
      if (!isConnectorError(error)) this.#unsent.add(lock.owner);
      throw error;
    }
  }

  /**
   * Throws if the store has just lost its contents. Must be called with the lock held: the lock may have been free only
   * because the store lost it while its owner waits for the provider.
   */
  async #checkLoss(provider: string): Promise<void> {
    const age = await this.#options.generation.age();
    // After one lock lifetime, a replica that was sending a token has written its lock and mark again.
    if (age < this.#options.lockMs) throw refreshUnavailable(provider);
  }

  /** Records a failure and returns the error for the callers. */
  async #settle(
    { journal, request }: OpenRun,
    failed: { readonly error: unknown; readonly mark: JournalMark; readonly before: JournalMark | undefined },
  ): Promise<unknown> {
    const { error, mark, before } = failed;
    const { rotation, provider, onUnknown } = request;
    const outcome = error instanceof ProviderFailure ? error.outcome : "unknown";
    if (outcome === "refused" && error instanceof ProviderFailure) {
      await keepTrying(() => journal.fail(error.error, this.#options.environment.now()));
    }
    if (outcome === "unsent") {
      await keepTrying(async () =>
        before === undefined ? journal.clear() : void (await journal.mark(before)),
      );
    }
    if (outcome !== "unknown" || rotation !== "single-use") return error;
    if (onUnknown === "stop") return refreshLost(provider, error);
    const wait = cooldownOf(mark.attempt, this.#options.cooldown);
    const again = { ...mark, until: this.#options.environment.now() + wait };
    // Above the hourly maximum, the mark that was written before sending has to suffice.
    if (this.#admitsUnknown()) await keepTrying(async () => void (await journal.mark(again)));
    return refreshPending(provider, Math.ceil(wait / 1000), error);
  }

  #admitsUnknown(): boolean {
    const current = Math.floor(this.#options.environment.now() / hour);
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

/**
 * The lock of one refresh token across all replicas. While a secret of the deployment is being replaced, the lock has
 * one id for each secret, so that replicas with the old secret and replicas with the new one exclude each other.
 */
export class RefreshLock {
  /** Unique id of this holder. */
  readonly owner = randomUUID();
  readonly #store: Store;
  readonly #keys: readonly string[];
  readonly #lifetime: number;

  /**
   * Creates a lock without taking it.
   *
   * @param store - Store that the replicas share
   * @param ids - Ids of the refresh token, the current one first
   * @param lifetime - Milliseconds until the lock expires unless it is extended
   */
  constructor(store: Store, ids: readonly string[], lifetime: number) {
    this.#store = store;
    // The oldest id comes first, so that all replicas take the keys they have in common in the same order.
    this.#keys = ids.map((id) => `lock:${id}`).toReversed();
    this.#lifetime = lifetime;
  }

  /** @returns Whether the lock was free and is now held */
  async take(): Promise<boolean> {
    for (const key of this.#keys) {
      if (await this.#store.setIfAbsent(key, this.owner, this.#lifetime)) continue;
      await this.release();
      return false;
    }
    return true;
  }

  /**
   * Extends the lock periodically. If the store has lost the lock, this writes it again.
   *
   * @param also - Called with each extension, to write other entries again
   * @returns A function that stops the extension
   */
  extend(also: () => Promise<void>): () => void {
    const timer = setInterval(() => {
      const extended = this.#keys.map((key) => this.#store.set(key, this.owner, this.#lifetime));
      // A failed write is repeated at the next interval.
      Promise.all([...extended, also()]).catch(() => undefined);
    }, this.#lifetime / 3);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Releases every key that is held. A key that cannot be deleted expires by itself. */
  async release(): Promise<void> {
    for (const key of this.#keys) {
      await this.#store.deleteIfEqual(key, this.owner).catch(() => false);
    }
  }
}
