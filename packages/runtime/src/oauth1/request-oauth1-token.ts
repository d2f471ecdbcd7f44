import { ConnectorError, rateLimited, upstreamInvalid, upstreamUnavailable } from "@wellhead/sdk";
import { readRetryHint } from "@wellhead/sdk/internal";
import { callProvider, type ProviderAnswer } from "../oauth/call-provider.js";
import type { OAuthEnvironment } from "../oauth/oauth-environment.js";
import { ProviderFailure } from "../oauth/provider-failure.js";

/** A signed token request. */
export interface OAuth1TokenRequest {
  readonly url: URL;
  /** Value of the `Authorization` header. */
  readonly authorization: string;
  /** Name of the provider, for error messages. */
  readonly provider: string;
  /** Whether temporary credentials (`begin`) or the token (`finish`) are requested. */
  readonly step: "begin" | "finish";
  readonly environment: OAuthEnvironment;
}

/** Credentials that a provider returned. */
export interface OAuth1TokenReply {
  readonly token: string;
  readonly secret: string;
  /** All members of the response. */
  readonly members: URLSearchParams;
}

/**
 * Requests credentials from a provider. The request is never retried.
 *
 * @param request - The signed request
 * @returns The credentials
 * @throws ProviderFailure when the provider returns no credentials
 * @see RFC 5849, sections 2.1 and 2.3
 */
export async function requestOAuth1Token(request: OAuth1TokenRequest): Promise<OAuth1TokenReply> {
  const { url, authorization, provider, environment } = request;
  const answer = await callProvider({
    egress: environment.egress(),
    url,
    headers: { authorization, accept: "application/x-www-form-urlencoded, */*;q=0.1" },
    action: `get a token from ${provider}`,
    timeout: environment.callTimeout,
  });
  if (answer.status < 200 || answer.status > 299) throw refusal(answer, request);
  const members = new URLSearchParams(answer.text.trim());
  const token = members.get("oauth_token") ?? "";
  const secret = members.get("oauth_token_secret");
  if (token !== "" && secret !== null) return { token, secret, members };
  const error = upstreamInvalid(
    `Could not get a token from ${provider}: expected a token, got another response. The connector's author must check the addresses.`,
  );
  throw new ProviderFailure("unknown", error);
}

function refusal(
  answer: ProviderAnswer,
  { provider, step, environment }: OAuth1TokenRequest,
): ProviderFailure {
  const { status, headers } = answer;
  if (status >= 500) {
    const error = upstreamUnavailable(
      `Could not get a token from ${provider}: the server returned an error (${status}). Try again later.`,
    );
    return new ProviderFailure("unknown", error);
  }
  if (status === 429) {
    const wait = readRetryHint(headers, environment.now());
    const options = wait === undefined ? {} : { retryAfter: Math.min(3600, Math.ceil(wait / 1000)) };
    return new ProviderFailure(
      "refused",
      rateLimited(
        `Could not get a token from ${provider}: its limit of requests is reached. Try again later.`,
        options,
      ),
    );
  }
  if (status < 400) {
    const sentence = `Could not get a token from ${provider}: expected a token, got a redirect (${status}). The connector's author must check the addresses.`;
    return new ProviderFailure("refused", upstreamInvalid(sentence));
  }
  const error =
    step === "finish"
      ? new ConnectorError(
          "grant_refused",
          `Could not sign in with ${provider}: it refused the verifier, which was used before, has expired or belongs to another sign-in. Start again.`,
        )
      : new ConnectorError(
          "internal",
          `Could not get a token from ${provider}: it refused the client of this service (${status}). The operator must check the consumer key, its secret and the callback address.`,
        );
  return new ProviderFailure("refused", error);
}
