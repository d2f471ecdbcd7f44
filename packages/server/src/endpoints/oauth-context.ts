import type { OAuthContext } from "@wellhead/sdk";
import type { EndpointContext } from "./endpoint-context.js";

/**
 * Returns where a sign-in of a request is handled.
 *
 * @param context - Context of the request
 * @returns Connector, deployment, and the address of the caller
 */
export function oauthContext({ served, accounts, address }: EndpointContext): OAuthContext {
  return { connector: served.connector.id, environment: accounts.environment, address };
}
