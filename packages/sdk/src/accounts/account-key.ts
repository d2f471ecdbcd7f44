import { createHmac, randomBytes } from "node:crypto";
import type { Fields } from "../fields/field.js";
import type { AnyAccount } from "../values/any-account.js";
import { Secret } from "../values/secret.js";

/** Options of {@link accountKey}. */
export interface AccountKeyOptions {
  /** Id of the connector. */
  readonly connector: string;
  /** The account; its secrets are used in the digest only. */
  readonly account: AnyAccount;
  /** Fields of the account's kind; members that a platform adds are ignored. Default: every member counts. */
  readonly form?: Fields | undefined;
  /** Returns a keyed digest of a text. Default: a digest with a random key of this process. */
  readonly digest?: (text: string) => string;
}

const processKey = randomBytes(32);

/**
 * Returns a key for an account of a connector in a store: equal for equal accounts, and revealing nothing about them to
 * anyone without the key of the digest.
 *
 * @param options - Connector, account and digest
 * @returns A key of fixed length
 * @example
 * ```ts snippet=examples/sdk/accounts.ts#account-key
 * const account = { kind: "token", token: new Secret("abc") };
 * const cacheKey = accountKey({ connector: "tracker", account });
 * ```
 */
export function accountKey({ connector, account, form, digest = processDigest }: AccountKeyOptions): string {
  const names = Object.keys(account).filter((name) => form === undefined || Object.hasOwn(form, name));
  const members = names.toSorted().map((name) => [name, plain(account[name])]);
  return digest(JSON.stringify([connector, account.kind, members]));
}

function plain(value: unknown): unknown {
  return value instanceof Secret ? value.reveal() : value;
}

function processDigest(text: string): string {
  return createHmac("sha256", processKey).update(text).digest("base64url");
}
