import type { OAuth2Client } from "./oauth2-client.js";
import { pkceChallenge } from "./pkce-verifier.js";

/** The parts of an authorization request. */
export interface AuthorizationRequest {
  readonly client: OAuth2Client;
  readonly callback: string;
  /** State of the platform, which is added to the address unchanged. */
  readonly state: string | undefined;
  /** Code verifier; its challenge is sent if the provider supports PKCE. */
  readonly verifier: string;
}

/**
 * Builds the address that a person is redirected to in order to sign in.
 *
 * @param endpoint - Authorization address of the provider
 * @param request - Client, callback, state and verifier
 * @returns The address; it contains no secret
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
