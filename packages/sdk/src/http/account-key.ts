import { createHmac, randomBytes } from "node:crypto";
import type { AnyAccount } from "../context/context.js";
import type { Fields } from "../fields/field.js";
import { Secret } from "../secret.js";

/** Whose key it is. */
export interface AccountKeyOptions {
  /** Id of the connector. */
  readonly connector: string;
  /** The account; its secrets go into the digest only. */
  readonly account: AnyAccount;
  /** Fields of the account's kind; what a platform adds to an account does not count. Default: every member counts. */
  readonly form?: Fields | undefined;
  /** Makes a keyed digest of texts. Default: with a key of this process alone. */
  readonly digest?: (text: string) => string;
}

const processKey = randomBytes(32);

/**
 * Names an account of a connector for a store: equal for equal accounts, and saying nothing about them to somebody who
 * does not have the key of the digest.
 *
 * @param options - Connector, account, and what makes the digest
 * @returns A key of fixed length
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
