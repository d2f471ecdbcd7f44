import { hkdfSync } from "node:crypto";
import type { ErrorCode } from "@wellhead/contract";
import { ConnectorError, isConnectorError } from "../../errors/connector-error.js";
import { seal, unseal } from "../../oauth/seal.js";
import type { Store } from "../../store/store.js";
import type { TokenSet } from "../token-set.js";
import type { JournalMirror } from "./journal-mirror.js";

/** A token was sent to the provider, and nobody has written down what came of it. */
export interface JournalMark {
  readonly kind: "mark";
  /** Who sent it. */
  readonly owner: string;
  /** When it was sent for the first time, in milliseconds. */
  readonly time: number;
  /** How often it was sent. */
  readonly attempt: number;
  /** From when on it may be sent again, in milliseconds. */
  readonly until: number;
}

/** What the journal knows of a refresh token. */
export type JournalEntry =
  | JournalMark
  /** It was refreshed to these tokens. */
  | { readonly kind: "tokens"; readonly tokens: TokenSet }
  /** The provider refused it a moment ago. */
  | {
      readonly kind: "failure";
      readonly code: ErrorCode;
      readonly message: string;
      readonly retryAfter?: number;
    };

/** How long a refusal is answered without asking the provider again, in milliseconds. */
const failureLifetime = 30_000;

/** Whose journal entry it is. */
export interface RefreshJournalOptions {
  readonly store: Store;
  /** What this process knows of the journal. */
  readonly mirror: JournalMirror;
  /** Ids of the refresh token, one for each secret of the deployment, the current one first. */
  readonly ids: readonly string[];
  readonly refreshToken: string;
  /** Milliseconds for which new tokens are kept. */
  readonly lifetime: number;
  /** Milliseconds for which a mark is kept. */
  readonly markLifetime: number;
}

/** Where an entry is kept, and the key that opens it. */
interface JournalPlace {
  readonly place: string;
  readonly key: Buffer;
}

/**
 * What became of one refresh token, as all replicas know it. The entry is sealed with a key derived from that very
 * token: who holds the store and not the token can neither read nor alter it.
 *
 * While a secret of the deployment is replaced, the entry is kept under the ids of both, so that replicas with the
 * old one and replicas with the new one find the same entry.
 */
export class RefreshJournal {
  readonly #options: RefreshJournalOptions;
  readonly #places: readonly JournalPlace[];

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
   * @returns The entry; `undefined` when there is none or somebody altered it
   * @throws When the store fails and this process does not know of tokens either
   */
  async read(): Promise<JournalEntry | undefined> {
    const { store, mirror } = this.#options;
    let failure: { readonly error: unknown } | undefined;
    for (const at of this.#places) {
      const entry = await store
        .get(at.place)
        .then((sealed) => this.#open(at, sealed))
        .catch((error: unknown) => {
          failure ??= { error };
        });
      const known = entry ?? this.#open(at, mirror.find(at.place));
      if (known !== undefined) return known;
    }
    if (failure !== undefined) throw failure.error;
    return undefined;
  }

  /**
   * Writes that the token is about to be sent, or was.
   *
   * @param mark - Who sent it and when
   * @param replace - Whether an entry that is there already may be replaced
   * @returns Whether it was written
   */
  async mark(mark: Omit<JournalMark, "kind">, replace: boolean): Promise<boolean> {
    const { store, markLifetime } = this.#options;
    for (const { place, key } of this.#places) {
      const sealed = seal(JSON.stringify({ kind: "mark", ...mark } satisfies JournalMark), key, place);
      if (replace) await store.set(place, sealed, markLifetime);
      else if (!(await store.setIfAbsent(place, sealed, markLifetime))) return false;
    }
    return true;
  }

  /**
   * Writes the tokens that came of it: to the store, and where that fails, to the memory of this process until the
   * store takes them.
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
    for (const { place, key } of this.#places) {
      await this.#options.store.set(place, seal(JSON.stringify(entry), key, place), failureLifetime);
    }
  }

  /** Removes the mark: the token was not sent after all. */
  async clear(): Promise<void> {
    const { store } = this.#options;
    for (const { place } of this.#places) {
      const sealed = await store.get(place);
      if (sealed !== undefined) await store.deleteIfEqual(place, sealed);
    }
  }

  #open({ place, key }: JournalPlace, sealed: string | undefined): JournalEntry | undefined {
    const text = sealed === undefined ? undefined : unseal(sealed, key, place);
    if (sealed === undefined || text === undefined) return undefined;
    // Only who had the key can have written it, so it has the shape it was written with.
    const entry = JSON.parse(text) as JournalEntry;
    const { mirror, lifetime } = this.#options;
    if (entry.kind === "tokens") mirror.remember(place, sealed, lifetime);
    return entry;
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
