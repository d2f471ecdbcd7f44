import {
  accountExpired,
  ConnectorError,
  rateLimited,
  upstreamInvalid,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { readRetryHint } from "@wellhead/sdk/internal";
import * as oauth from "oauth4webapi";
import { ProviderFailure } from "../oauth/call-provider.js";
import type { TokenFetchAnswer } from "./fetch-tokens.js";
import type { OAuth2Client } from "./oauth2-client.js";

/** The grant that a token request presented: a code or a refresh token. */
export type Grant = "code" | "refresh";

/** The context of a failed token request. */
export interface TokenFailureOptions {
  readonly client: OAuth2Client;
  readonly grant: Grant;
  /** The response; `undefined` when there was none. */
  readonly answer: TokenFetchAnswer | undefined;
  /** The current time in milliseconds since 1970. */
  readonly now: number;
}

/** Error codes for faults of the client, as opposed to the person's grant. */
const clientFaults = new Set([
  "invalid_client",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
]);

/**
 * Classifies what a token request threw: which error the caller gets, and whether the provider may have acted on the
 * request.
 *
 * @param thrown - What was thrown
 * @param options - Provider, grant and response
 * @returns The failure
 */
export function tokenFailure(thrown: unknown, options: TokenFailureOptions): ProviderFailure {
  if (thrown instanceof ProviderFailure) return thrown;
  const { answer } = options;
  if (answer !== undefined && answer.status >= 300 && answer.status < 400) {
    return new ProviderFailure("refused", invalid(options, `a redirect (${answer.status})`));
  }
  if (answer?.status === 429) return new ProviderFailure("refused", limited(options));
  if (answer !== undefined && answer.status >= 500) {
    const { name } = options.client.provider;
    const error = upstreamUnavailable(
      `Could not get a token from ${name}: the server returned an error (${answer.status}). Try again later.`,
    );
    return new ProviderFailure("unknown", error);
  }
  if (thrown instanceof oauth.ResponseBodyError) return refusal(thrown.error, options);
  if (answer !== undefined && answer.status >= 400) return refusal(`status_${answer.status}`, options);
  // The status reports success but the response is unreadable, so the provider may have acted on the request.
  const type = otherTokenType(answer);
  return new ProviderFailure(
    "unknown",
    type === undefined ? invalid(options, "another response, such as a web page") : notBearer(options, type),
  );
}

function refusal(code: string, options: TokenFailureOptions): ProviderFailure {
  const { client, grant } = options;
  const { name } = client.provider;
  if (code === "invalid_grant" || (code === "access_denied" && grant === "refresh")) {
    return new ProviderFailure("refused", grantOver(options));
  }
  if (code === "temporarily_unavailable" || code === "server_error") {
    const error = upstreamUnavailable(
      `Could not get a token from ${name}: the server returned an error. Try again later.`,
    );
    return new ProviderFailure("unknown", error);
  }
  const reason = /^[\w.-]{1,80}$/.test(code) ? ` (${code})` : "";
  if (clientFaults.has(code)) {
    const sentence = `Could not get a token from ${name}: it refused the client of this service${reason}. The operator must check the client id, the secret and the scopes.`;
    return new ProviderFailure("refused", new ConnectorError("internal", sentence));
  }
  const error =
    grant === "code"
      ? new ConnectorError(
          "grant_refused",
          `Could not sign in with ${name}: it refused the code${reason}. Start again.`,
        )
      : accountExpired(
          `Could not refresh the sign-in with ${name}: it was refused${reason}. Connect the account again.`,
        );
  return new ProviderFailure("refused", error);
}

function grantOver({ client, grant }: TokenFailureOptions): Error {
  const { name } = client.provider;
  if (grant === "refresh") {
    return accountExpired(
      `Could not refresh the sign-in with ${name}: it has ended or was revoked. Connect the account again.`,
    );
  }
  return new ConnectorError(
    "grant_refused",
    `Could not sign in with ${name}: it refused the code, which was used before, has expired or belongs to another sign-in. Start again.`,
  );
}

function limited({ client, answer, now }: TokenFailureOptions): Error {
  const wait = readRetryHint(answer?.headers ?? {}, now);
  const options = wait === undefined ? {} : { retryAfter: Math.min(3600, Math.ceil(wait / 1000)) };
  return rateLimited(
    `Could not get a token from ${client.provider.name}: its limit of requests is reached. Try again later.`,
    options,
  );
}

/** Returns the type of a token that is not a bearer token; `undefined` when there is no such token. */
function otherTokenType(answer: TokenFetchAnswer | undefined): string | undefined {
  const { access_token: token, token_type: type } = answer?.members ?? {};
  const isOther = typeof token === "string" && typeof type === "string" && !/^bearer$/i.test(type);
  return isOther && /^[\w.-]{1,40}$/.test(type) ? type : undefined;
}

function notBearer({ client }: TokenFailureOptions, type: string): Error {
  return upstreamInvalid(
    `Could not get a token from ${client.provider.name}: expected a bearer token, got one of type "${type}". If it is sent as a bearer token, the connector's author must set "ownTokenType" in the quirks of the provider.`,
  );
}

function invalid({ client }: TokenFailureOptions, found: string): Error {
  return upstreamInvalid(
    `Could not get a token from ${client.provider.name}: expected a token, got ${found}. The connector's author must check the token address.`,
  );
}
