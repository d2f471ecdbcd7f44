import type { RequestScope } from "../scope/request-scope.js";
import { authorContext } from "./author-context.js";
import type { RequestAccount } from "./request-account.js";

/**
 * Asks the connector for the time zone of an account.
 *
 * @param account - The account
 * @param scope - The request
 * @returns A UTC offset or an IANA zone name; `undefined` when the connector does not implement `timezone`
 * @throws ConnectorError `upstream_timeout` when the connector takes too long, and whatever the connector throws
 */
export async function askZone(account: RequestAccount, scope: RequestScope): Promise<string | undefined> {
  const { connector } = scope.served;
  if (connector.timezone === undefined) return undefined;
  return scope.control.call({ action: "find the time zone" }, () =>
    connector.timezone?.(authorContext(scope, account)),
  );
}
