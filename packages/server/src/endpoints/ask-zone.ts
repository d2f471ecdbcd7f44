import type { AnyAccount } from "@wellhead/sdk";
import { authorContext, type EndpointContext } from "./endpoint-context.js";

/**
 * Asks a connector for the zone of an account.
 *
 * @param context - Context of the request
 * @param account - The account
 * @returns An offset or IANA zone, `undefined` when the connector knows no zones
 * @throws ConnectorError `upstream_timeout` when it takes too long, and whatever the connector throws
 */
export async function askZone(context: EndpointContext, account: AnyAccount): Promise<string | undefined> {
  const { connector } = context.served;
  if (connector.timezone === undefined) return undefined;
  return context.control.call({ action: "Find time zone" }, () =>
    connector.timezone?.(authorContext(context, account)),
  );
}
