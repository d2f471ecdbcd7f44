import { createHash } from "node:crypto";
import type { DeploymentSecret } from "../oauth/deployment-secret.js";
import type { OAuthContext } from "../oauth/oauth-flow.js";
import type { OAuth2Client } from "./oauth2-client.js";

/** The values that a code verifier is bound to. */
export interface VerifierBinding {
  readonly client: OAuth2Client;
  readonly callback: string;
  /** Digest of the state; empty when there is none. */
  readonly state: string;
  /** Secret that the verifier is derived from. Default: the current secret of the deployment. */
  readonly secret?: DeploymentSecret;
}

/**
 * Derives the code verifier of a sign-in from the deployment's secret, connector, provider, client, callback and state.
 * The verifier is not stored, so any replica can finish a sign-in that another one started. The code of another sign-in
 * does not match the verifier.
 *
 * @param context - Connector and deployment
 * @param binding - The values that it is bound to
 * @returns 43 characters
 * @see RFC 7636, section 4.1
 */
export function pkceVerifier({ connector, environment }: OAuthContext, binding: VerifierBinding): string {
  const { client, callback, state, secret = environment.secret } = binding;
  return secret.derive("pkce", connector, client.audience, client.clientId, callback, state);
}

/**
 * Returns the code challenge of a verifier.
 *
 * @param verifier - The verifier
 * @returns Its SHA-256 in base64url
 * @see RFC 7636, section 4.2
 */
export function pkceChallenge(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}
