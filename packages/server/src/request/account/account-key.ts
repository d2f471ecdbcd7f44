import type { OAuthEnvironment } from "@wellhead/runtime";
import type { Connector } from "@wellhead/sdk";
import type { GivenAccount } from "../../wire/account-members.js";

/** Names of the declared fields of each account kind of a connector, by the id of the kind. */
export type AccountFields = Readonly<Record<string, readonly string[]>>;

/** Options of {@link accountKey}. */
export interface AccountKeyOptions {
  /** Id of the connector. */
  readonly connector: string;
  readonly fields: AccountFields;
  /** Makes the digest, so that it cannot be compared with those of guessed accounts. */
  readonly secret: Pick<OAuthEnvironment["secret"], "derive">;
}

/**
 * @param connector - A connector
 * @returns The names of the fields of its account kinds
 */
export function accountFieldsOf({ accounts }: Pick<Connector, "accounts">): AccountFields {
  return Object.fromEntries([...accounts].map(([id, { fields }]) => [id, Object.keys(fields)]));
}

/**
 * Returns a key that identifies an account where something is counted for each account. It is a keyed digest, which
 * reveals nothing about the account.
 *
 * Only declared fields count, because a caller can add any other member. An access token does not count next to a refresh
 * token, because it is replaced every hour.
 *
 * @param account - The account as it was sent
 * @param options - The connector, and what makes the digest
 * @returns The key; `undefined` when the account has no fields, or its kind is not known
 */
export function accountKey({ id, members }: GivenAccount, options: AccountKeyOptions): string | undefined {
  const { connector, fields, secret } = options;
  const kinds = Object.keys(fields);
  const kind = id === undefined && kinds.length === 1 ? kinds[0] : id;
  if (typeof kind !== "string" || !Object.hasOwn(fields, kind)) return undefined;
  const isSet = (name: string): boolean =>
    Object.hasOwn(members, name) && ![undefined, null, ""].some((empty) => members[name] === empty);
  const names = (fields[kind] ?? []).filter(isSet).toSorted();
  if (names.length === 0) return undefined;
  const counted = names.includes("refresh_token") ? names.filter((name) => name !== "access_token") : names;
  const values = counted.map((name) => [name, trimmed(members[name])]);
  return secret.derive("account quota", connector, kind, JSON.stringify(values));
}

function trimmed(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}
