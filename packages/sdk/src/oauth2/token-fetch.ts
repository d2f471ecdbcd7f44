import { callProvider } from "../oauth/call-provider.js";
import type { OAuthEnvironment } from "../oauth/oauth-environment.js";
import { normaliseTokenReply } from "./normalise-token-reply.js";
import type { OAuth2Client } from "./oauth2-client.js";

/** What the protocol library hands over to be sent. */
export interface TokenFetchRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams;
  /** Milliseconds for everything, from the name look-up to the last byte. */
  readonly timeout: number;
}

/** An answer of a token address, as it came and as the standard has it. */
export interface TokenFetchAnswer {
  readonly response: Response;
  /** Status as it came. */
  readonly status: number;
  /** Headers as they came. */
  readonly headers: Readonly<Record<string, string>>;
  /** Members of the reply; `undefined` when it was none. */
  readonly members: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Sends a token request, once, and brings its answer into the form of the standard.
 *
 * @param client - The provider and its client
 * @param request - Headers, form and time limit
 * @param environment - Way out
 * @returns The answer
 * @throws ProviderFailure when there was none
 */
export async function fetchTokens(
  client: OAuth2Client,
  request: TokenFetchRequest,
  environment: OAuthEnvironment,
): Promise<TokenFetchAnswer> {
  const { provider } = client;
  const json = provider.quirks?.jsonBody === true;
  const { status, headers, text } = await callProvider({
    egress: environment.egress(),
    url: client.token,
    headers: { ...request.headers, ...(json && { "content-type": "application/json" }) },
    body: json ? JSON.stringify(Object.fromEntries(request.body)) : request.body.toString(),
    provider: provider.name,
    timeout: request.timeout,
  });
  const reply = normaliseTokenReply({ status, text, contentType: headers["content-type"] ?? "" }, provider);
  const response = new Response(reply.body === undefined ? "" : JSON.stringify(reply.body), {
    // A status without a body, such as 204, cannot be made with one.
    status: reply.status < 200 || [204, 205, 304].includes(reply.status) ? 502 : reply.status,
    headers: { "content-type": reply.body === undefined ? "text/plain" : "application/json" },
  });
  return { response, status, headers, members: reply.body };
}
