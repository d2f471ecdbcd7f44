import type { OAuthContext } from "@wellhead/runtime";
import type { EndpointContext } from "./endpoint-context.js";

/**
 * Builds the context that the OAuth flows of a request receive.
 *
 * @param context - Context of the request
 * @returns The connector's id, the deployment's environment, and the caller's address
 */
export function oauthContext({ served, accounts, address }: EndpointContext): OAuthContext {
  return { connector: served.connector.id, environment: accounts.environment, address };
}
