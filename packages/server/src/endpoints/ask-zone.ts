import type { AnyAccount } from "@wellhead/sdk";
import { authorContext } from "./author-context.js";
import type { EndpointContext } from "./endpoint-context.js";

/**
 * Asks the connector for the time zone of an account.
 *
 * @param context - Context of the request
 * @param account - The account
 * @returns A UTC offset or an IANA zone name; `undefined` when the connector does not implement `timezone`
 * @throws ConnectorError `upstream_timeout` when the connector takes too long, and whatever the connector throws
 */
export async function askZone(context: EndpointContext, account: AnyAccount): Promise<string | undefined> {
  const { connector } = context.served;
  if (connector.timezone === undefined) return undefined;
  return context.control.call({ action: "Find time zone" }, () =>
    connector.timezone?.(authorContext(context, account)),
  );
}
