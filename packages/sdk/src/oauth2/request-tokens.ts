import * as oauth from "oauth4webapi";
import { parseUrl } from "../egress/parse-url.js";
import { ConnectorError, isConnectorError } from "../errors/connector-error.js";
import type { OAuthEnvironment } from "../oauth/oauth-environment.js";
import { ProviderFailure } from "../oauth/provider-failure.js";
import { type SignedClient, signedClient } from "./client-authentication.js";
import type { OAuth2Client } from "./oauth2-client.js";
import type { ProviderEndpoints } from "./provider-endpoints.js";
import { type Grant, tokenFailure } from "./token-failure.js";
import { fetchTokens, type TokenFetchAnswer } from "./token-fetch.js";
import type { TokenSet } from "./token-set.js";

/** A code and what came with it. */
export interface CodeExchange {
  readonly code: string;
  readonly callback: string;
  /** `undefined` when the provider takes no code challenge. */
  readonly verifier: string | undefined;
  /** `iss` of the redirect, when it had one. */
  readonly issuer: string | undefined;
}

/** Longest lifetime that is believed, in seconds: a hundred years. */
const longestLifetime = 3_155_760_000;

/**
 * Exchanges a code for tokens. Sent once.
 *
 * @param client - The provider and its client
 * @param exchange - Code, callback and verifier
 * @param environment - Way out, clock
 * @returns The tokens
 * @throws ProviderFailure when there are none
 * @see RFC 6749, section 4.1.3; RFC 7636, section 4.5; RFC 9207
 */
export async function exchangeCode(
  client: OAuth2Client,
  exchange: CodeExchange,
  environment: OAuthEnvironment,
): Promise<TokenSet> {
  const { code, issuer, callback, verifier = oauth.nopkce } = exchange;
  const redirect = new URLSearchParams({ code });
  if (issuer !== undefined) redirect.set("iss", issuer);
  const asking = { client, grant: "code", environment } as const;
  return await request(asking, async ({ endpoints, own, sign }, options) => {
    const server = serverNamed(client, endpoints, issuer);
    // The state belongs to the platform, which compares it with the one it made.
    const parameters = oauth.validateAuthResponse(server, own, redirect, oauth.skipStateCheck);
    const response = await oauth.authorizationCodeGrantRequest(
      ...([server, own, sign, parameters, callback, verifier, options] as const),
    );
    return await oauth.processAuthorizationCodeResponse(server, own, response);
  });
}

/**
 * Presents a refresh token. Sent once.
 *
 * @param client - The provider and its client
 * @param refreshToken - The refresh token
 * @param environment - Way out, clock
 * @returns The tokens
 * @throws ProviderFailure when there are none
 * @see RFC 6749, section 6
 */
export async function refreshTokens(
  client: OAuth2Client,
  refreshToken: string,
  environment: OAuthEnvironment,
): Promise<TokenSet> {
  const asking = { client, grant: "refresh", environment } as const;
  return await request(asking, async ({ endpoints: { server }, own, sign }, options) => {
    const response = await oauth.refreshTokenGrantRequest(server, own, sign, refreshToken, options);
    return await oauth.processRefreshTokenResponse(server, own, response);
  });
}

/** Who asks for what. */
interface Asking {
  readonly client: OAuth2Client;
  readonly grant: Grant;
  readonly environment: OAuthEnvironment;
}

async function request(
  asking: Asking,
  ask: (
    signed: SignedClient,
    options: oauth.TokenEndpointRequestOptions,
  ) => Promise<oauth.TokenEndpointResponse>,
): Promise<TokenSet> {
  const { client, grant, environment } = asking;
  const signed = await signedOrUnsent(asking);
  const { token: url } = signed.endpoints;
  let answer: TokenFetchAnswer | undefined;
  const asked = environment.now();
  // A refresh may be listened for when nobody waits any more; a person who signs in waits.
  const timeout = grant === "refresh" ? environment.listenTimeout : environment.callTimeout;
  try {
    const reply = await ask(signed, {
      [oauth.allowInsecureRequests]: url.protocol === "http:",
      [oauth.customFetch]: async (_address, { headers, body }) => {
        const form = { url, headers, body: new URLSearchParams(body), timeout };
        answer = await fetchTokens(client, form, environment);
        return answer.response;
      },
    });
    return tokenSet(reply, client, asked);
  } catch (error) {
    // The redirect did not fit, and nothing was sent.
    if (isConnectorError(error)) throw error;
    throw tokenFailure(error, { client, grant, answer, now: environment.now() });
  }
}

/** What fails before the request is made has not reached the token address. */
async function signedOrUnsent({ client, environment }: Asking): Promise<SignedClient> {
  try {
    return await signedClient(client, environment);
  } catch (error) {
    throw isConnectorError(error) ? new ProviderFailure("unsent", error) : error;
  }
}

function tokenSet(reply: oauth.TokenEndpointResponse, client: OAuth2Client, asked: number): TokenSet {
  const members: Readonly<Record<string, unknown>> = reply;
  const expiry = expiryOf(members, client.provider.quirks?.lifetime, asked);
  return {
    accessToken: reply.access_token,
    ...(reply.refresh_token !== undefined && { refreshToken: reply.refresh_token }),
    ...(expiry !== undefined && { expiry }),
    kept: Object.fromEntries(
      client.keep.flatMap((name) => {
        const value = Object.hasOwn(members, name) ? members[name] : undefined;
        return typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [];
      }),
    ),
  };
}

/** Counted from before the request was sent, so that the token is never believed to live longer than it does. */
function expiryOf(
  members: Readonly<Record<string, unknown>>,
  lifetime: number | undefined,
  asked: number,
): number | undefined {
  const { expires_in: seconds = lifetime, expires_at: instant } = members;
  if (typeof instant === "number" || typeof instant === "string") {
    const value =
      typeof instant === "string" && !/^\d+$/.test(instant) ? Date.parse(instant) : Number(instant);
    if (Number.isFinite(value) && value > 0) return value < 100_000_000_000 ? value * 1000 : value;
  }
  if (typeof seconds !== "number" || seconds > longestLifetime) return undefined;
  return asked + Math.floor(seconds * 1000);
}

/** The provider under the name that the redirect gave it, which must be its issuer, or of its own origins. */
function serverNamed(
  { provider, addresses }: OAuth2Client,
  { server, authorize, token }: ProviderEndpoints,
  issuer: string | undefined,
): oauth.AuthorizationServer {
  if (issuer === undefined || issuer === server.issuer) return server;
  const origins = [authorize.origin, token.origin];
  const isOwn = addresses.issuer === undefined && origins.includes(parseUrl(issuer)?.origin ?? "");
  if (isOwn) return { ...server, issuer };
  throw new ConnectorError(
    "grant_refused",
    `Sign in with ${provider.name}: the answer names another issuer in "iss", start again`,
  );
}
