import { hkdfSync } from "node:crypto";
import type { ErrorCode } from "@wellhead/contract";
import { ConnectorError, isConnectorError } from "../../errors/connector-error.js";
import { seal, unseal } from "../../oauth/seal.js";
import type { Store } from "../../store/store.js";
import type { TokenSet } from "../token-set.js";

/** What the journal knows of a refresh token. */
export type JournalEntry =
  /** It is being presented, or was, and nobody wrote down what came of it. */
  | { readonly kind: "mark"; readonly owner: string; readonly time: number }
  /** It was exchanged for these tokens. */
  | { readonly kind: "tokens"; readonly tokens: TokenSet }
  /** The provider refused it a moment ago. */
  | {
      readonly kind: "failure";
      readonly code: ErrorCode;
      readonly message: string;
      readonly retryAfter?: number;
    };

/** How long a refusal answers for the provider, in milliseconds. */
const failureLifetime = 30_000;

/**
 * What became of one refresh token, as all replicas know it. The entry is sealed with a key derived from that very
 * token: who holds the store and not the token can neither read nor alter it.
 */
export class RefreshJournal {
  readonly #store: Store;
  readonly #place: string;
  readonly #key: Buffer;
  readonly #lifetime: number;

  /**
   * Opens the entry of one token.
   *
   * @param store - What replicas share
   * @param token - Its id, the refresh token itself, and the milliseconds for which its entry lives
   */
  constructor(
    store: Store,
    token: { readonly id: string; readonly refreshToken: string; readonly lifetime: number },
  ) {
    this.#store = store;
    this.#place = `refresh:${token.id}`;
    this.#key = Buffer.from(hkdfSync("sha256", token.refreshToken, token.id, "wellhead refresh", 32));
    this.#lifetime = token.lifetime;
  }

  /**
   * Reads the entry.
   *
   * @returns The entry; `undefined` when there is none or somebody altered it
   */
  async read(): Promise<JournalEntry | undefined> {
    const sealed = await this.#store.get(this.#place);
    const text = sealed === undefined ? undefined : unseal(sealed, this.#key, this.#place);
    // Only who had the key can have written it, so it has the shape it was written with.
    return text === undefined ? undefined : (JSON.parse(text) as JournalEntry);
  }

  /**
   * Writes before the token is presented that it will be.
   *
   * @param owner - Who presents it
   * @param options - The time, and whether an entry that is there already may be replaced
   * @returns Whether it was written
   */
  async mark(
    owner: string,
    { time, replace }: { readonly time: number; readonly replace: boolean },
  ): Promise<boolean> {
    const text = this.#seal({ kind: "mark", owner, time });
    if (!replace) return await this.#store.setIfAbsent(this.#place, text, this.#lifetime);
    await this.#store.set(this.#place, text, this.#lifetime);
    return true;
  }

  /**
   * Writes the tokens that came of it.
   *
   * @param tokens - The tokens
   */
  async keep(tokens: TokenSet): Promise<void> {
    await this.#store.set(this.#place, this.#seal({ kind: "tokens", tokens }), this.#lifetime);
  }

  /**
   * Writes that the provider did not act on it.
   *
   * @param error - What the next requests are told, for a short while
   */
  async fail(error: Error): Promise<void> {
    if (!isConnectorError(error)) return;
    const { code, message, retryAfter } = error;
    const entry: JournalEntry = {
      kind: "failure",
      code,
      message,
      ...(retryAfter !== undefined && { retryAfter }),
    };
    await this.#store.set(this.#place, this.#seal(entry), failureLifetime);
  }

  /** Takes the mark back: the token was not presented after all. */
  async clear(): Promise<void> {
    const sealed = await this.#store.get(this.#place);
    if (sealed !== undefined) await this.#store.deleteIfEqual(this.#place, sealed);
  }

  #seal(entry: JournalEntry): string {
    return seal(JSON.stringify(entry), this.#key, this.#place);
  }
}

/**
 * Makes the error a journaled failure stands for.
 *
 * @param entry - The failure
 * @returns The error to throw
 */
export function journaledError(entry: Extract<JournalEntry, { readonly kind: "failure" }>): ConnectorError {
  const { code, message, retryAfter } = entry;
  return new ConnectorError(code, message, retryAfter === undefined ? {} : { retryAfter });
}
