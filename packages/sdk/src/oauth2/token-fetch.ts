import { callProvider, type ProviderAnswer, type ProviderCall } from "../oauth/call-provider.js";
import type { OAuthEnvironment } from "../oauth/oauth-environment.js";
import { normaliseTokenReply } from "./normalise-token-reply.js";
import { certificateOf, type OAuth2Client } from "./oauth2-client.js";

/** What the protocol library hands over to be sent. */
export interface TokenFetchRequest {
  /** The token address. */
  readonly url: URL;
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
 * @param request - Address, headers, form and timeout
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
  const { status, headers, text } = await sendForm(client, {
    ...request,
    action: `get a token from ${provider.name}`,
    egress: environment.egress(),
  });
  const reply = normaliseTokenReply({ status, text, contentType: headers["content-type"] ?? "" }, provider);
  const response = new Response(reply.body === undefined ? "" : JSON.stringify(reply.body), {
    // A status without a body, such as 204, cannot be made with one.
    status: reply.status < 200 || [204, 205, 304].includes(reply.status) ? 502 : reply.status,
    headers: { "content-type": reply.body === undefined ? "text/plain" : "application/json" },
  });
  return { response, status, headers, members: reply.body };
}

/**
 * Sends a form to a provider, once, as this provider wants it: with the certificate of the client, as JSON if need be.
 *
 * @param client - The provider and its client
 * @param form - Where it goes, headers, members, timeout
 * @returns The answer, whatever its status
 * @throws ProviderFailure when there was none
 */
export async function sendForm(
  client: OAuth2Client,
  form: Omit<ProviderCall, "body" | "method"> & { readonly body: URLSearchParams },
): Promise<ProviderAnswer> {
  const json = client.provider.quirks?.jsonBody === true;
  return await callProvider({
    ...form,
    headers: { ...form.headers, ...(json && { "content-type": "application/json" }) },
    body: json ? JSON.stringify(Object.fromEntries(form.body)) : form.body.toString(),
    certificate: certificateOf(client),
  });
}
