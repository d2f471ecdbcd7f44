import { setTimeout as sleep } from "node:timers/promises";
import { isConnectorError } from "../../errors/connector-error.js";
import type { OAuthEnvironment } from "../../oauth/oauth-environment.js";
import { ProviderFailure } from "../../oauth/provider-failure.js";
import type { TokenSet } from "../token-set.js";
import type { JournalMirror } from "./journal-mirror.js";
import { knownTokens } from "./known-tokens.js";
import { type Cooldown, checkMark, cooldownOf, nextMark } from "./refresh-cooldown.js";
import { refreshLost, refreshPending, refreshUnavailable, uncoordinated } from "./refresh-errors.js";
import { type JournalEntry, type JournalMark, RefreshJournal } from "./refresh-journal.js";
import { RefreshLock } from "./refresh-lock.js";
import type { RefreshOutcome } from "./refresh-outcome.js";
import type { RefreshRequest } from "./refresh-request.js";
import type { StoreGeneration } from "./store-generation.js";

/** What all runs of one process share. */
export interface RefreshRunnerOptions {
  readonly environment: OAuthEnvironment;
  /** Shortest and longest wait before a token is sent again whose answer was lost. */
  readonly cooldown: Cooldown;
  /** How long a lock lives that its owner does not extend, in milliseconds. */
  readonly lockMs: number;
  readonly mirror: JournalMirror;
  readonly generation: StoreGeneration;
}

/** How a run ended, and what it brought. */
export interface Run {
  readonly tokens: TokenSet;
  readonly outcome: RefreshOutcome;
}

/** A refresh that is under way. */
interface OpenRun {
  readonly request: RefreshRequest;
  readonly journal: RefreshJournal;
  readonly lock: RefreshLock;
}

/** How long tokens are kept at least that no answer has handed to the platform yet, in milliseconds: 90 days. */
const undeliveredLifetime = 90 * 24 * 3_600_000;

/** First and longest wait between two reads of the journal, in milliseconds. */
const poll = { first: 10, max: 200 };

/** Tokens of unknown outcome that one process marks in an hour; a mark lives for hours. */
const maxUnknown = 50_000;
const hour = 3_600_000;

/**
 * Runs the refresh of one token across all replicas: journal, lock, mark, request, journal. Whoever holds the lock
 * sends the token; everybody else reads in the journal what came of it.
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
   * @param request - The token
   * @returns Ids of the token, one for each secret of the deployment, the current one first
   */
  idsOf({ connector, audience, refreshToken }: Omit<RefreshRequest, "send">): readonly string[] {
    const { secret } = this.#options.environment;
    return secret.all.map((one) => one.derive("refresh", connector, ...audience, refreshToken));
  }

  /**
   * @param request - The token
   * @returns What the replicas know of it
   */
  journalOf(request: Omit<RefreshRequest, "send">): RefreshJournal {
    const { refreshToken, undelivered, onUnknown } = request;
    const { mirror, cooldown, environment } = this.#options;
    const { store, journalLifetime } = environment;
    const lifetime = undelivered === true ? Math.max(journalLifetime, undeliveredLifetime) : journalLifetime;
    // A mark that ends a second try must not be forgotten; any other is needed until the token is sent again.
    const markLifetime = onUnknown === "stop" ? lifetime : 2 * cooldown.maxCooldownMs;
    const ids = this.idsOf(request);
    return new RefreshJournal({ store, mirror, ids, refreshToken, lifetime, markLifetime });
  }

  /** The answer that the journal holds for a request, if it does. */
  async #known(journal: RefreshJournal, request: RefreshRequest): Promise<TokenSet | undefined> {
    return knownTokens(await journal.read(), { ...request, now: this.#options.environment.now() });
  }

  /**
   * Refreshes a token. Once begun it goes on, whoever stops waiting for it.
   *
   * @param request - The token and how it is sent
   * @returns The tokens that came of it, now or earlier
   * @throws ConnectorError or ProviderFailure when there are none
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
      // Without the store a token that ends with its use is not gambled with; any other loses nothing.
      if (rotation === "single-use") throw refreshUnavailable(provider, error);
      return { tokens: await request.send(), outcome: "refreshed" };
    }
  }

  /** Takes the lock, or waits for the tokens of the replica that has it. */
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

  /** With the lock in hand: reads again, marks, sends, writes down. */
  async #refreshLocked(open: OpenRun): Promise<Run> {
    const { request, journal, lock } = open;
    const { cooldown } = this.#options;
    const now = this.#options.environment.now();
    const entry = await journal.read();
    const known = knownTokens(entry, { ...request, now });
    if (known !== undefined) return { tokens: known, outcome: "replayed" };
    if (request.rotation === "single-use") await this.#checkLoss(request.provider);
    const before = entry?.kind === "mark" ? entry : undefined;
    if (before !== undefined && !this.#unsent.has(before.owner)) {
      checkMark(before, request, { now, cooldown });
    }
    const mark = nextMark(before, { owner: lock.owner, now, cooldown });
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
    const age = await this.#options.generation.age();
    // Whoever sent a token when the store was emptied has written lock and mark again by then.
    if (age < this.#options.lockMs) throw refreshUnavailable(provider);
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
    const wait = cooldownOf(mark.attempt, this.#options.cooldown);
    const again = { ...mark, until: this.#options.environment.now() + wait };
    // Beyond so many the mark it was sent with has to do.
    if (this.#admitsUnknown()) await keepTrying(async () => void (await journal.mark(again, true)));
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
