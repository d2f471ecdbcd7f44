import { hkdfSync } from "node:crypto";
import type { ErrorCode } from "@wellhead/contract/vocabulary";
import { ConnectorError, isConnectorError } from "@wellhead/sdk";
import { seal, unseal } from "../oauth/deployment-secret.js";
import type { TokenSet } from "../oauth2/request-tokens.js";
import type { Store } from "../store/store.js";
import type { JournalMirror } from "./journal-mirror.js";
import { type RefreshRequest, refreshLost, refreshPending } from "./refresh-request.js";

/** A mark: the token was sent to the provider, and no result has been recorded. */
export interface JournalMark {
  readonly kind: "mark";
  /** Id of the lock owner that sent the token. */
  readonly owner: string;
  /** When the token was sent for the first time, in milliseconds since 1970. */
  readonly time: number;
  /** Number of times the token was sent. */
  readonly attempt: number;
  /** Earliest time at which the token may be sent again, in milliseconds since 1970. */
  readonly until: number;
}

/** The journal entry of a refresh token. */
export type JournalEntry =
  | JournalMark
  /** The refresh returned these tokens. */
  | { readonly kind: "tokens"; readonly tokens: TokenSet }
  /** The provider refused the token: less than 30 seconds ago, or for a time that it stated. */
  | {
      readonly kind: "failure";
      readonly code: ErrorCode;
      readonly message: string;
      /** End of the time that the provider stated, in milliseconds since 1970. */
      readonly until?: number;
    };

/** How long a refusal without a time is repeated to callers without asking the provider again, in milliseconds. */
const failureLifetime = 30_000;

/** The refresh token of a journal entry, and where the entry is stored. */
export interface RefreshJournalOptions {
  readonly store: Store;
  /** Journal entries in the memory of this process. */
  readonly mirror: JournalMirror;
  /** Ids of the refresh token, one for each secret of the deployment, the current one first. */
  readonly ids: readonly string[];
  readonly refreshToken: string;
  /** How long new tokens are kept, in milliseconds. */
  readonly lifetime: number;
  /** How long a mark is kept, in milliseconds. */
  readonly markLifetime: number;
}

/** The store key of an entry, and the encryption key that opens it. */
interface JournalKeys {
  readonly place: string;
  readonly key: Buffer;
}

/**
 * The outcome of one refresh token, shared by all replicas. The entry is encrypted with a key derived from that token,
 * so access to the store without the token is not enough to read or alter it.
 *
 * While a secret of the deployment is being replaced, the entry is stored under ids from both secrets. Replicas with
 * the old secret and replicas with the new one then find the same entry.
 */
export class RefreshJournal {
  readonly #options: RefreshJournalOptions;
  readonly #places: readonly JournalKeys[];
  /** The sealed entry that was last read or written at each place. */
  readonly #stored = new Map<string, string>();

  /**
   * Opens the entry of one token.
   *
   * @param options - Store and token
   */
  constructor(options: RefreshJournalOptions) {
    const { ids, refreshToken } = options;
    this.#options = options;
    this.#places = ids.map((id) => ({
      place: `refresh:${id}`,
      key: Buffer.from(hkdfSync("sha256", refreshToken, id, "wellhead refresh", 32)),
    }));
  }

  /**
   * Reads the entry.
   *
   * @returns The entry; `undefined` when there is none or it was tampered with
   * @throws When the store fails and the memory of this process has no tokens either
   */
  async read(): Promise<JournalEntry | undefined> {
    const { store, mirror } = this.#options;
    let failure: { readonly error: unknown } | undefined;
    let known: JournalEntry | undefined;
    for (const at of this.#places) {
      const entry = await store
        .get(at.place)
        .then((sealed) => this.#openStored(at, sealed))
        .catch((error: unknown) => {
          failure ??= { error };
        });
      known ??= entry ?? this.#open(at, mirror.find(at.place));
    }
    if (known === undefined && failure !== undefined) throw failure.error;
    return known;
  }

  /**
   * Records that the token is about to be sent or was sent.
   *
   * @param mark - Sender, time, attempt and end of the cooldown
   * @returns Whether the mark was written; `false` when another replica has recorded something since the last read
   */
  async mark(mark: Omit<JournalMark, "kind">): Promise<boolean> {
    return await this.#replace({ kind: "mark", ...mark }, this.#options.markLifetime);
  }

  /** Writes the mark again where the store has lost it. */
  async restoreMark(): Promise<void> {
    const { store, markLifetime } = this.#options;
    for (const [place, sealed] of this.#stored) await store.setIfAbsent(place, sealed, markLifetime);
  }

  /**
   * Records the new tokens in the store. If that fails, they stay in the memory of this process until the store accepts
   * them.
   *
   * @param tokens - The tokens
   */
  async keep(tokens: TokenSet): Promise<void> {
    const { mirror, lifetime } = this.#options;
    for (const { place, key } of this.#places) {
      const entry: JournalEntry = { kind: "tokens", tokens };
      await mirror.write(place, seal(JSON.stringify(entry), key, place), lifetime);
    }
  }

  /**
   * Records that the provider refused the token.
   *
   * @param error - Error that later requests get for the time that the provider stated, else for 30 seconds; only a
   *   ConnectorError is recorded
   * @param now - The current time in milliseconds since 1970
   */
  async fail(error: Error, now: number): Promise<void> {
    if (!isConnectorError(error)) return;
    const { code, message, retryAfter } = error;
    const lifetime = retryAfter === undefined ? failureLifetime : 1000 * Math.max(1, retryAfter);
    const entry: JournalEntry = {
      kind: "failure",
      code,
      message,
      ...(retryAfter !== undefined && { until: now + lifetime }),
    };
    await this.#replace(entry, lifetime);
  }

  /** Removes the mark, because the token was not sent. */
  async clear(): Promise<void> {
    for (const [place, sealed] of this.#stored) await this.#options.store.deleteIfEqual(place, sealed);
  }

  /**
   * Replaces the entry that was last read or written, and no other: a write that was delayed must not replace what
   * another replica has recorded since.
   */
  async #replace(entry: JournalEntry, lifetime: number): Promise<boolean> {
    const { store } = this.#options;
    for (const { place, key } of this.#places) {
      const value = seal(JSON.stringify(entry), key, place);
      const before = this.#stored.get(place);
      const isWritten =
        (before !== undefined && (await store.setIfEqual(place, { before, value, lifetime }))) ||
        (await store.setIfAbsent(place, value, lifetime));
      if (!isWritten) return false;
      this.#stored.set(place, value);
    }
    return true;
  }

  /** Opens an entry of the store. The next entry may replace it, unless it was tampered with. */
  #openStored(at: JournalKeys, sealed: string | undefined): JournalEntry | undefined {
    const entry = this.#open(at, sealed);
    if (sealed !== undefined && entry !== undefined) this.#stored.set(at.place, sealed);
    return entry;
  }

  #open({ place, key }: JournalKeys, sealed: string | undefined): JournalEntry | undefined {
    const text = sealed === undefined ? undefined : unseal(sealed, key, place);
    if (sealed === undefined || text === undefined) return undefined;
    // The cast is safe: the authenticated encryption proves that this code wrote the entry.
    const entry = JSON.parse(text) as JournalEntry;
    const { mirror, lifetime } = this.#options;
    if (entry.kind === "tokens") mirror.remember(place, sealed, lifetime);
    return entry;
  }
}

/**
 * Recreates the error of a journaled failure.
 *
 * @param entry - The failure
 * @param now - The current time in milliseconds since 1970
 * @returns The error to throw, with the rest of the time that the provider stated
 */
function journaledError(
  { code, message, until }: Extract<JournalEntry, { readonly kind: "failure" }>,
  now: number,
): ConnectorError {
  if (until === undefined) return new ConnectorError(code, message);
  return new ConnectorError(code, message, { retryAfter: Math.max(1, Math.ceil((until - now) / 1000)) });
}

/** The tokens of the caller that looks up a journal entry. */
export interface KnownTokensOptions {
  readonly refreshToken: string;
  /** Access token that the caller already has; an entry with the same one is of no use to it. */
  readonly accessToken?: string | undefined;
  /** The current time in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Returns the tokens in the journal entry of a refresh token, if they can serve the caller.
 *
 * If the provider issued a new refresh token, the entry always serves. If the refresh token stayed the same, it yields
 * a series of access tokens. The entry then serves until its access token expires, and only a caller that does not
 * already have that access token.
 *
 * @param entry - Entry of the journal
 * @param options - The caller's tokens and the current time
 * @returns The tokens; `undefined` when the refresh token must be sent to the provider
 * @throws ConnectorError when the entry is a refusal
 */
export function knownTokens(
  entry: JournalEntry | undefined,
  { refreshToken, accessToken, now }: KnownTokensOptions,
): TokenSet | undefined {
  if (entry?.kind === "failure") throw journaledError(entry, now);
  if (entry?.kind !== "tokens") return undefined;
  const { tokens } = entry;
  const stays = tokens.refreshToken === undefined || tokens.refreshToken === refreshToken;
  if (!stays) return tokens;
  const isOver = tokens.expiry !== undefined && tokens.expiry <= now;
  return isOver || tokens.accessToken === accessToken ? undefined : tokens;
}

/** How long a token whose response was lost is not sent again, in milliseconds. */
export interface Cooldown {
  /** Cooldown after the first attempt; it doubles with each attempt. */
  readonly cooldownMs: number;
  /** Maximum cooldown. */
  readonly maxCooldownMs: number;
}

/** The default: 30 seconds, doubled up to an hour. */
export const usualCooldown: Cooldown = { cooldownMs: 30_000, maxCooldownMs: 3_600_000 };

/**
 * Creates the mark of a token that is about to be sent.
 *
 * @param before - Mark of the previous attempt; `undefined` for the first attempt
 * @param next - Sender, current time and cooldown
 * @returns The mark
 */
export function nextMark(
  before: JournalMark | undefined,
  next: { readonly owner: string; readonly now: number; readonly cooldown: Cooldown },
): JournalMark {
  const { owner, now, cooldown } = next;
  const attempt = (before?.attempt ?? 0) + 1;
  const until = now + cooldownOf(attempt, cooldown);
  return { kind: "mark", owner, time: before?.time ?? now, attempt, until };
}

/**
 * Returns the cooldown of a token after an attempt.
 *
 * @param attempt - Number of attempts so far
 * @param cooldown - First and maximum cooldown
 * @returns The cooldown in milliseconds
 */
export function cooldownOf(attempt: number, { cooldownMs, maxCooldownMs }: Cooldown): number {
  return Math.min(maxCooldownMs, cooldownMs * 2 ** (attempt - 1));
}

/**
 * Checks whether a token whose response was lost may be sent again. The caller holds the lock, so the previous sender
 * no longer waits for a response.
 *
 * @param mark - Mark of the token
 * @param request - The token
 * @param at - Current time and cooldown
 * @throws ProviderFailure when it must not be sent: `account_expired` permanently, `upstream_unavailable` temporarily
 */
export function checkMark(
  { time, until }: JournalMark,
  { rotation, provider, onUnknown }: RefreshRequest,
  { now, cooldown }: { readonly now: number; readonly cooldown: Cooldown },
): void {
  if (rotation === "none") return;
  if (typeof rotation === "object" && Math.abs(now - time) < rotation.leeway * 1000) return;
  if (rotation === "single-use" && onUnknown === "stop") throw refreshLost(provider);
  // A clock that was set back must not extend the wait past the maximum cooldown.
  const left = Math.min(until - now, cooldown.maxCooldownMs);
  if (left > 0) throw refreshPending(provider, Math.ceil(left / 1000));
}
