import type { AccountKind, AnyAccount } from "@wellhead/sdk";
import { findAccountKind } from "../account/find-account-kind.js";
import type { EndpointContext } from "./endpoint-context.js";

/**
 * Makes an account the account of a request: selects the egress of its kind, and refuses it if the caller has tried too
 * many invalid accounts.
 *
 * @param account - The account
 * @param context - Context of the request
 * @returns The kind of the account
 * @throws ConnectorError `rate_limited` when the caller has tried too many invalid accounts
 */
export function useAccount(account: AnyAccount, context: EndpointContext): AccountKind {
  const { served, control, attempts, source } = context;
  const { kind } = findAccountKind(served.connector, {}, account.kind);
  control.egress = served.egressOf(account.kind);
  attempts.admitAccount(account, kind.fields, source);
  return kind;
}
