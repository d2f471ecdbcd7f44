import { tracedSync } from "@wellhead/runtime";
import { type Connector, ConnectorError } from "@wellhead/sdk";
import type { GivenAccount } from "../request/account-members.js";
import { malformedRequest } from "../request/read-member.js";
import type { RequestScope } from "../scope/request-scope.js";
import { type FoundAccountKind, RequestAccount } from "./request-account.js";

/**
 * Opens the account that a request contains: reads it, selects the egress of its kind, and refuses it if the caller has
 * tried too many invalid accounts.
 *
 * @param given - The account
 * @param scope - The request
 * @param source - Id of the source that is requested. Default: none
 * @returns The account
 * @throws ConnectorError as {@link readAccount} does, `rate_limited` when the caller has tried too many invalid accounts
 */
export function openAccount(given: GivenAccount, scope: RequestScope, source?: string): RequestAccount {
  return tracedSync({ name: "account" }, (span) => {
    const account = readAccount(given, scope);
    span?.set({ "wellhead.account.kind": account.id });
    scope.control.egress = scope.served.egressOf(account.id);
    scope.attempts.admitAccount(account.value, account.kind.fields, source);
    return account;
  });
}

/**
 * Reads an account.
 *
 * @param given - The account
 * @param scope - The request
 * @returns The account
 * @throws ConnectorError `unknown_account_kind`, `missing_field`, `invalid_field` or `malformed_request`
 * @see The connector contract, POST /validate
 */
export function readAccount(given: GivenAccount, scope: RequestScope): RequestAccount {
  return new RequestAccount(findAccountKind(scope.served.connector, given), given, scope);
}

/**
 * Finds the kind of an account: the one that the request names, else the connector's single kind.
 *
 * @param connector - The connector
 * @param account - The account
 * @returns The kind and its id
 * @throws ConnectorError `unknown_account_kind` when the connector has no such kind, `malformed_request` when none is
 * named and the connector has several
 * @see The connector contract, "General rules", row "account kind in a flat account"
 */
function findAccountKind(connector: Connector, { id, markers }: GivenAccount): FoundAccountKind {
  const [field = ""] = markers;
  if (id === undefined) return singleKind(connector, field);
  if (typeof id !== "string") {
    throw malformedRequest(
      `Could not read the account: expected one of ${kindsOf(connector)} as its kind, got a value that is not text.`,
      field,
    );
  }
  const kind = connector.accounts.get(id);
  if (kind !== undefined) return { id, kind };
  throw new ConnectorError(
    "unknown_account_kind",
    `Could not read the account: expected one of ${kindsOf(connector)} as its kind, got "${id.slice(0, 80)}".`,
    { field },
  );
}

/** Lists the account kinds of a connector for an error message. */
function kindsOf(connector: Connector): string {
  return [...connector.accounts.keys()].map((id) => `"${id}"`).join(", ");
}

function singleKind(connector: Connector, field: string): FoundAccountKind {
  const [first, second] = connector.accounts;
  if (first === undefined || second !== undefined) {
    throw malformedRequest(
      `Could not read the account: "${field}" must name its kind, one of ${kindsOf(connector)}.`,
      field,
    );
  }
  return { id: first[0], kind: first[1] };
}
