import type { OAuth2Client } from "./oauth2-client.js";
import { pkceChallenge } from "./pkce-verifier.js";

/** What a person is sent to a provider with. */
export interface AuthorizationRequest {
  readonly client: OAuth2Client;
  readonly callback: string;
  /** State of the platform; it stands in the address unchanged. */
  readonly state: string | undefined;
  /** Code verifier; its challenge is sent where the provider takes one. */
  readonly verifier: string;
}

/**
 * Makes the address a person is sent to.
 *
 * @param endpoint - Authorization address of the provider
 * @param request - Client, callback, state and verifier
 * @returns The address; it holds no secret
 * @see RFC 6749, section 4.1.1; RFC 7636, section 4.3
 */
export function authorizationAddress(
  endpoint: URL,
  { client, callback, state, verifier }: AuthorizationRequest,
): URL {
  const address = new URL(endpoint);
  const { provider, scopes, clientId } = client;
  const { quirks = {}, pkce = true, separator = " ", parameters = {} } = provider;
  const set = (name: string, value: string): void => address.searchParams.set(name, value);
  for (const [name, value] of Object.entries(parameters)) set(name, value);
  set("response_type", "code");
  set(quirks.clientIdParameter ?? "client_id", clientId);
  set("redirect_uri", callback);
  if (scopes.length > 0) set(quirks.scopeParameter ?? "scope", scopes.join(separator));
  if (state !== undefined && state !== "") set("state", state);
  if (pkce) {
    set("code_challenge", pkceChallenge(verifier));
    set("code_challenge_method", "S256");
  }
  return address;
}
