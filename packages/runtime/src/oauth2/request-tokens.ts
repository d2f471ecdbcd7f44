import { emitExpiry } from "@wellhead/contract/vocabulary";
import { ConnectorError, isConnectorError } from "@wellhead/sdk";
import { parseUrl } from "@wellhead/sdk/internal";
import * as oauth from "oauth4webapi";
import { ProviderFailure } from "../oauth/call-provider.js";
import type { AccountMembers, OAuthEnvironment } from "../oauth/oauth-environment.js";
import { fetchTokens, type TokenFetchAnswer } from "./fetch-tokens.js";
import type { OAuth2Client } from "./oauth2-client.js";
import { type ProviderEndpoints, type SignedClient, signedClient } from "./signed-client.js";
import { type Grant, tokenFailure } from "./token-failure.js";

/** The tokens that a provider returned for a code or a refresh token. */
export interface TokenSet {
  readonly accessToken: string;
  /** Refresh token of the response; absent when it contained none. */
  readonly refreshToken?: string;
  /** Expiry of the access token in milliseconds since 1970; absent when it is unknown. */
  readonly expiry?: number;
  /** Additional members of the response to keep in the account. */
  readonly kept: Readonly<Record<string, string>>;
}

/** A code and the values that belong to it. */
export interface CodeExchange {
  readonly code: string;
  readonly callback: string;
  /** `undefined` when the provider does not support a code challenge. */
  readonly verifier: string | undefined;
  /** `iss` of the redirect, when it had one. */
  readonly issuer: string | undefined;
}

/** First instant, in milliseconds since 1970, that an expiry cannot have: the year 10000. */
const endOfCalendar = 253_402_300_800_000;

/**
 * Exchanges a code for tokens. The request is never retried.
 *
 * @param client - The provider and its client
 * @param exchange - Code, callback and verifier
 * @param environment - Egress guard and clock
 * @returns The tokens
 * @throws ProviderFailure when the provider returns no tokens
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
    // The state belongs to the platform, which compares it with the state that it created.
    const parameters = oauth.validateAuthResponse(server, own, redirect, oauth.skipStateCheck);
    const response = await oauth.authorizationCodeGrantRequest(
      ...([server, own, sign, parameters, callback, verifier, options] as const),
    );
    return await oauth.processAuthorizationCodeResponse(server, own, response);
  });
}

/**
 * Exchanges a refresh token for tokens. The request is never retried.
 *
 * @param client - The provider and its client
 * @param refreshToken - The refresh token
 * @param environment - Egress guard and clock
 * @returns The tokens
 * @throws ProviderFailure when the provider returns no tokens
 * @see RFC 6749, section 6
 */
export async function sendRefreshToken(
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

/** The client and the purpose of a token request. */
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
  // A refresh may wait longer than every caller. During a sign-in, the user waits.
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
    // The redirect is invalid, and nothing was sent.
    if (isConnectorError(error)) throw error;
    throw tokenFailure(error, { client, grant, answer, now: environment.now() });
  }
}

/** Prepares the client; a failure is reported as `unsent`, because nothing has reached the token address yet. */
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

/**
 * Returns the expiry. The lifetime is used first, because it does not depend on the provider's clock. It is counted from
 * before the request was sent, so that the expiry is never later than the true one.
 */
function expiryOf(
  members: Readonly<Record<string, unknown>>,
  lifetime: number | undefined,
  asked: number,
): number | undefined {
  const { expires_in: given, expires_at: instant } = members;
  if (typeof given === "number") return asked + Math.floor(given * 1000);
  const expiry = instantOf(instant);
  // An expiry in the past is a fault of a clock: the token has just been issued.
  if (expiry !== undefined && expiry > asked && expiry < endOfCalendar) return expiry;
  return lifetime === undefined ? undefined : asked + lifetime * 1000;
}

/** Reads an instant in milliseconds since 1970, as a number or text of milliseconds or seconds, or as a date. */
function instantOf(value: unknown): number | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const isNumber = typeof value === "number" || /^\d+(?:\.\d+)?$/.test(value);
  const instant = isNumber ? Math.floor(Number(value)) : Date.parse(value);
  return isNumber && instant < 100_000_000_000 ? instant * 1000 : instant;
}

/**
 * Returns the provider under the issuer that the redirect names. That must be the provider's issuer or, if the
 * definition names none, an address on the origin of its authorization or token address.
 */
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
    `Could not sign in with ${provider.name}: its answer names another issuer in "iss". Start again.`,
  );
}

/**
 * Converts tokens to the members of an account.
 *
 * @param tokens - Tokens that a provider returned
 * @returns The members; the expiry appears under both of its names
 */
export function membersOf({ accessToken, refreshToken, expiry, kept }: TokenSet): AccountMembers {
  return {
    ...kept,
    access_token: accessToken,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(expiry !== undefined && emitExpiry(expiry)),
  };
}

/**
 * Reads a member of an account.
 *
 * @param value - The member
 * @returns Its text; `undefined` when it has none
 */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
