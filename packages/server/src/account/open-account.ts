import { isJsonObject, type JsonObject } from "../request/json-object.js";
import type { RequestScope } from "../scope/request-scope.js";
import { findAccountKind } from "./find-account-kind.js";
import { RequestAccount } from "./request-account.js";

/** Options of {@link openAccount}. */
export interface OpenAccountOptions {
  /** Id of the account kind that the request named next to the account. */
  readonly id?: string | undefined;
  /** Id of the source that is requested. Default: none. */
  readonly source?: string;
}

/**
 * Opens the account that a request contains: reads it, selects the egress of its kind, and refuses it if the caller has
 * tried too many invalid accounts.
 *
 * @param given - The account, flat or nested as `{id, fields}`
 * @param scope - The request
 * @param options - Id of the kind, and the source
 * @returns The account
 * @throws ConnectorError as {@link readAccount} does, `rate_limited` when the caller has tried too many invalid accounts
 */
export function openAccount(
  given: JsonObject,
  scope: RequestScope,
  { id, source }: OpenAccountOptions = {},
): RequestAccount {
  const account = readAccount(given, scope, id);
  scope.control.egress = scope.served.egressOf(account.id);
  scope.attempts.admitAccount(account.value, account.kind.fields, source);
  return account;
}

/**
 * Reads an account.
 *
 * @param given - The account, flat or nested as `{id, fields}`
 * @param scope - The request
 * @param id - Id of its kind. Default: what the account itself names
 * @returns The account
 * @throws ConnectorError `unknown_account_kind`, `missing_field`, `invalid_field` or `malformed_request`
 * @see The connector contract, POST /validate
 */
export function readAccount(given: JsonObject, scope: RequestScope, id?: string): RequestAccount {
  const fields = Object.hasOwn(given, "fields") ? given["fields"] : undefined;
  const [members, inner] = isJsonObject(fields) ? [fields, given["id"]] : [given, undefined];
  const named = id ?? (typeof inner === "string" && inner !== "" ? inner : undefined);
  return new RequestAccount(findAccountKind(scope.served.connector, members, named), members, scope);
}
