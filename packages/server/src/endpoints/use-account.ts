import type { AccountKind, AnyAccount } from "@wellhead/sdk";
import { findAccountKind } from "../account/find-account-kind.js";
import type { EndpointContext } from "./endpoint-context.js";

/**
 * Begins to use the account of a request: what follows reaches out by the way of its kind, and waits if its caller has
 * tried too many wrong accounts.
 *
 * @param account - The account
 * @param context - Context of the request
 * @returns Its kind
 * @throws ConnectorError `rate_limited` when its caller has to wait
 */
export function useAccount(account: AnyAccount, context: EndpointContext): AccountKind {
  const { served, control, attempts, source } = context;
  const { kind } = findAccountKind(served.connector, {}, account.kind);
  control.egress = served.egressOf(account.kind);
  attempts.admitAccount(account, kind.fields, source);
  return kind;
}
