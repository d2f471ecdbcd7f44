import { type EndpointName, endpointFacts } from "@wellhead/contract/vocabulary";
import type { Connector } from "@wellhead/sdk";
import { oauth1FlowOf, oauth2FlowOf } from "../../../oauth/announce-oauth.js";

/**
 * Returns whether a connector offers an endpoint. Paths it does not offer return 404.
 *
 * A connector offers the OAuth paths if it has an account kind with that flow. Whether POST /schema is available
 * depends on the current sources, so the endpoint itself decides.
 *
 * @param connector - The connector
 * @param name - The endpoint
 * @returns Whether the path exists
 * @see The connector contract, GET / and "OAuth"
 */
export function offers(connector: Connector, name: EndpointName): boolean {
  if (name === "timezone") return connector.timezone !== undefined;
  const { offered } = endpointFacts[name];
  if (offered === "oauth1") return oauth1FlowOf(connector) !== undefined;
  if (offered === "oauth2") return oauth2FlowOf(connector) !== undefined;
  return offered === "always" || offered === "optional";
}
