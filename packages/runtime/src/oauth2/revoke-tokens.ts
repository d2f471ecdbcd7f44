import { isConnectorError, upstreamInvalid, upstreamUnavailable } from "@wellhead/sdk";
import * as oauth from "oauth4webapi";
import { ProviderFailure } from "../oauth/call-provider.js";
import type { OAuthEnvironment } from "../oauth/oauth-environment.js";
import { sendForm } from "./fetch-tokens.js";
import type { OAuth2Client } from "./oauth2-client.js";
import { signedClient } from "./signed-client.js";

/** Timeout for revoking one token, in milliseconds. It is short because a caller waits for what follows. */
const maxCallMs = 5000;

/** The tokens of a grant. */
export interface RevokedTokens {
  readonly accessToken: string | undefined;
  readonly refreshToken: string | undefined;
}

/**
 * Revokes the tokens of a grant at its provider: first the refresh token, which ends the grant, then the access token,
 * which stays valid at some providers. A token that the provider does not know, or no longer knows, counts as revoked.
 *
 * @param client - The provider and its client
 * @param tokens - The tokens
 * @param environment - Egress guard and clock
 * @returns Whether the definition has revocation enabled
 * @throws ConnectorError when the provider does not revoke one of the tokens
 * @see RFC 7009, section 2
 */
export async function revokeTokens(
  client: OAuth2Client,
  { accessToken, refreshToken }: RevokedTokens,
  environment: OAuthEnvironment,
): Promise<boolean> {
  if (client.provider.revocation === undefined) return false;
  const hints = { refresh_token: refreshToken, access_token: accessToken };
  for (const [hint, token] of Object.entries(hints)) {
    if (token === undefined) continue;
    const { endpoints, own, sign } = await signedClient(client, environment);
    const { server, revocation: url = endpoints.token } = endpoints;
    const response = await oauth.revocationRequest(server, own, sign, token, {
      additionalParameters: { token_type_hint: hint },
      [oauth.allowInsecureRequests]: url.protocol === "http:",
      [oauth.customFetch]: async (_address, { headers, body }) =>
        await post(client, { url, headers, body: new URLSearchParams(body), environment }),
    });
    await checkRevoked(client, response);
  }
  return true;
}

async function post(
  client: OAuth2Client,
  request: {
    readonly url: URL;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: URLSearchParams;
    readonly environment: OAuthEnvironment;
  },
): Promise<Response> {
  const { url, headers, body, environment } = request;
  try {
    const answer = await sendForm(client, {
      url,
      headers,
      body,
      action: `revoke a token at ${client.provider.name}`,
      timeout: Math.min(environment.callTimeout, maxCallMs),
      egress: environment.egress(),
    });
    const status = answer.status < 200 || [204, 205, 304].includes(answer.status) ? 200 : answer.status;
    return new Response(status === 200 ? "" : answer.text, {
      status,
      headers: { "content-type": answer.headers["content-type"] ?? "text/plain" },
    });
  } catch (error) {
    throw error instanceof ProviderFailure ? error.error : error;
  }
}

async function checkRevoked({ provider }: OAuth2Client, response: Response): Promise<void> {
  try {
    await oauth.processRevocationResponse(response);
  } catch (error) {
    if (isConnectorError(error)) throw error;
    const code = error instanceof oauth.ResponseBodyError ? error.error : `status ${response.status}`;
    const reason = /^[\w. -]{1,80}$/.test(code) ? code : "another error";
    const action = `Could not revoke a token at ${provider.name}`;
    throw response.status >= 500
      ? upstreamUnavailable(`${action}: the server returned an error (${response.status}). Try again later.`)
      : upstreamInvalid(
          `${action}: it refused (${reason}). The operator must check the client and the address.`,
        );
  }
}
