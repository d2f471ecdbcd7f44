import { isConnectorError } from "../errors/connector-error.js";
import type { Secret } from "../values/secret.js";

/** An access token and its expiry time, in milliseconds. */
export interface AccessToken {
  readonly token: Secret;
  readonly expiresAt: number;
}

/** Maximum number of accounts whose tokens are cached. The least recently used one is dropped first. */
const maxAccounts = 1000;

/** Codes of errors that would also fail a second request for a token. */
const lasting: ReadonlySet<string> = new Set(["account_invalid", "upstream_invalid", "rate_limited"]);

/**
 * Caches the access tokens of accounts in this process until they expire.
 *
 * @example
 * ```ts snippet=examples/sdk/accounts.ts#access-tokens
 * const tokens = new AccessTokenCache();
 * const form = { key: password({ title: "Key" }) };
 * const serviceAccount = fields({
 *   title: "Service account",
 *   fields: form,
 *   authorize: async ({ headers }, account, { http }) => {
 *     const owner = accountKey({ connector: "tracker", account: { kind: "key", ...account }, form });
 *     const issued = await tokens.find(owner, () => {
 *       const file = readServiceAccountKey(account.key.reveal());
 *       const [tokenUrl, now] = ["https://oauth2.googleapis.com/token", Date.now()];
 *       const assertion = signAssertion({ key: file, scopes: ["email"], audience: tokenUrl, now });
 *       const grant = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
 *       return requestAccessToken(http, { tokenUrl, grant, now });
 *     });
 *     headers["authorization"] = `Bearer ${issued.reveal()}`;
 *   },
 * });
 * ```
 */
export class AccessTokenCache {
  readonly #now: () => number;
  readonly #tokens = new Map<string, AccessToken>();
  readonly #pending = new Map<string, Promise<Secret>>();

  /**
   * Creates an empty cache.
   *
   * @param now - Returns the current time in milliseconds. Default: `Date.now`
   */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Returns the cached token of an account, or requests one. Concurrent callers for the same account share a request,
   * but not a failure that may concern only the first caller, such as its disconnection.
   *
   * @param key - Key of the account
   * @param request - Requests a token
   * @returns The token
   */
  async find(key: string, request: () => Promise<AccessToken>): Promise<Secret> {
    const known = this.#tokens.get(key);
    if (known !== undefined && known.expiresAt > this.#now()) return this.#keep(key, known);
    const pending = this.#pending.get(key);
    if (pending === undefined) return await this.#request(key, request);
    try {
      return await pending;
    } catch (error) {
      if (isConnectorError(error) && lasting.has(error.code)) throw error;
      return this.#keep(key, await request());
    }
  }

  /**
   * Drops the token of an account.
   *
   * @param key - Key of the account
   */
  forget(key: string): void {
    this.#tokens.delete(key);
  }

  async #request(key: string, request: () => Promise<AccessToken>): Promise<Secret> {
    const pending = request().then((found) => this.#keep(key, found));
    this.#pending.set(key, pending);
    try {
      return await pending;
    } finally {
      this.#pending.delete(key);
    }
  }

  /**
   * Stores a token as the most recently used one. A map keeps the order of insertion, so the token is moved to the end.
   */
  #keep(key: string, found: AccessToken): Secret {
    this.#tokens.delete(key);
    this.#tokens.set(key, found);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > maxAccounts && oldest !== undefined) this.#tokens.delete(oldest);
    return found.token;
  }
}
