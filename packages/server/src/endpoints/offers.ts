import { endpoints, reservedAccountKinds } from "@wellhead/contract";
import type { Connector } from "@wellhead/sdk";
import { oauth2FlowOf } from "../oauth/announce-oauth.js";
import type { RouteName } from "../route/route.js";

/**
 * Tells whether a connector has an endpoint at all; a path it does not offer answers 404.
 *
 * OAuth paths belong to connectors with an account kind that starts and finishes such a flow. Whether POST /schema
 * answers depends on the sources of the moment and is decided there.
 *
 * @param connector - The connector
 * @param name - The endpoint
 * @returns Whether the path exists
 * @see The connector contract, GET / and "OAuth"
 */
export function offers(connector: Connector, name: RouteName): boolean {
  if (name === "openapi") return true;
  if (name === "timezone") return connector.timezone !== undefined;
  const { offered } = endpoints[name];
  if (offered === "oauth1") return connector.accounts.get(reservedAccountKinds.oauth1)?.oauth1 !== undefined;
  if (offered === "oauth2") return oauth2FlowOf(connector) !== undefined;
  return offered === "always" || offered === "optional";
}
