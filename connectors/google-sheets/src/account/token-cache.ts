import { isConnectorError, type Secret } from "@wellhead/sdk";

/** An access token and when it expires, in milliseconds of the clock. */
export interface AccessToken {
  readonly token: Secret;
  readonly expiresAt: number;
}

/** Accounts whose tokens are kept; the one used longest ago is dropped first. */
const maxAccounts = 1000;

/** Failures that another request for a token would meet as well. */
const lasting: ReadonlySet<string> = new Set(["account_invalid", "upstream_invalid", "rate_limited"]);

/** Keeps the access tokens of accounts in this process until they expire. */
export class TokenCache {
  readonly #now: () => number;
  readonly #tokens = new Map<string, AccessToken>();
  readonly #pending = new Map<string, Promise<Secret>>();

  /** @param now - Clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Finds the token of an account, or asks for one. Callers that need the same one at the same time share a request, but
   * not a failure that may be the first caller's alone, such as its hanging up.
   *
   * @param key - Names the account
   * @param request - Asks for a token
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
   * @param key - Names the account
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

  /** The order of a map is that of insertion: what is used goes to its end. */
  #keep(key: string, found: AccessToken): Secret {
    this.#tokens.delete(key);
    this.#tokens.set(key, found);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > maxAccounts && oldest !== undefined) this.#tokens.delete(oldest);
    return found.token;
  }
}
