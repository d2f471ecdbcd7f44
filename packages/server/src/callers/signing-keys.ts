import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

/** Minimum length of a secret in characters. */
const shortestSecret = 32;

/** The keys of signed requests, by their ids. */
export class SigningKeys {
  readonly #keys = new Map<string, KeyObject>();

  /**
   * @param entries - `id=secret`
   * @throws TypeError naming the position of an entry that is invalid
   */
  constructor(entries: readonly string[]) {
    for (const [index, entry] of entries.entries()) {
      const { id, secret = "" } = /^(?<id>[\w.-]{1,64})=(?<secret>.+)$/.exec(entry)?.groups ?? {};
      if (id === undefined || secret.length < shortestSecret || this.#keys.has(id)) {
        throw new TypeError(
          `Could not read key ${index + 1} of WELLHEAD_SIGNING_KEYS: expected id=secret with an id of its own and a secret of ${shortestSecret} characters or more. Make a secret with "openssl rand -hex 32".`,
        );
      }
      this.#keys.set(id, createSecretKey(Buffer.from(secret)));
    }
  }

  /** Number of keys. */
  get count(): number {
    return this.#keys.size;
  }

  /**
   * Checks a signature.
   *
   * @param id - Id of the key
   * @param text - What was signed
   * @param signature - HMAC-SHA256 of the text
   * @returns Whether there is such a key and it made the signature
   */
  verify(id: string, text: string, signature: Buffer): boolean {
    const key = this.#keys.get(id);
    if (key === undefined) return false;
    const expected = createHmac("sha256", key).update(text).digest();
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  }
}
