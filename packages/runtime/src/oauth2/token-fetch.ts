import { callProvider, type ProviderAnswer, type ProviderCall } from "../oauth/call-provider.js";
import type { OAuthEnvironment } from "../oauth/oauth-environment.js";
import { normaliseTokenReply } from "./normalise-token-reply.js";
import { certificateOf, type OAuth2Client } from "./oauth2-client.js";

/** A token request that the protocol library has built. */
export interface TokenFetchRequest {
  /** The token address. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams;
  /** Timeout of the whole call in milliseconds, from the DNS lookup to the last byte. */
  readonly timeout: number;
}

/** A response of a token address, both as it was received and in standard form. */
export interface TokenFetchAnswer {
  /** The response in standard form. */
  readonly response: Response;
  /** Status as received. */
  readonly status: number;
  /** Headers as received. */
  readonly headers: Readonly<Record<string, string>>;
  /** Members of the token response in standard form; `undefined` when it is not readable as one. */
  readonly members: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Sends a token request without retries and converts the response to the standard form.
 *
 * @param client - The provider and its client
 * @param request - Address, headers, form and timeout
 * @param environment - Egress guard
 * @returns The response
 * @throws ProviderFailure when no complete response arrived
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
    // The constructor throws for a body with a null-body status such as 204.
    status: reply.status < 200 || [204, 205, 304].includes(reply.status) ? 502 : reply.status,
    headers: { "content-type": reply.body === undefined ? "text/plain" : "application/json" },
  });
  return { response, status, headers, members: reply.body };
}

/**
 * Sends a form to a provider without retries. It presents the client's certificate, if any, and encodes the form as
 * JSON for a provider that expects JSON.
 *
 * @param client - The provider and its client
 * @param form - Address, headers, members and timeout
 * @returns The response, whatever its status
 * @throws ProviderFailure when no complete response arrived
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
