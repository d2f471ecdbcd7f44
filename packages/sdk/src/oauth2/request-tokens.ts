import * as oauth from "oauth4webapi";
import { parseUrl } from "../egress/parse-url.js";
import { ConnectorError } from "../errors/connector-error.js";
import type { OAuthEnvironment } from "../oauth/oauth-environment.js";
import type { OAuth2Client } from "./oauth2-client.js";
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
  const server = serverOf(client, exchange.issuer);
  const own = { client_id: client.clientId };
  const redirect = new URLSearchParams({ code: exchange.code });
  if (exchange.issuer !== undefined) redirect.set("iss", exchange.issuer);
  // The state belongs to the platform, which compares it with the one it made.
  const parameters = oauth.validateAuthResponse(server, own, redirect, oauth.skipStateCheck);
  const verifier = exchange.verifier ?? oauth.nopkce;
  return await request({ client, grant: "code", environment }, async (options) => {
    const sign = clientAuthentication(client);
    const response = await oauth.authorizationCodeGrantRequest(
      ...([server, own, sign, parameters, exchange.callback, verifier, options] as const),
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
  const server = serverOf(client, undefined);
  const own = { client_id: client.clientId };
  return await request({ client, grant: "refresh", environment }, async (options) => {
    const sign = clientAuthentication(client);
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
  { client, grant, environment }: Asking,
  ask: (options: oauth.TokenEndpointRequestOptions) => Promise<oauth.TokenEndpointResponse>,
): Promise<TokenSet> {
  let answer: TokenFetchAnswer | undefined;
  const asked = environment.now();
  // A refresh may be listened for when nobody waits any more; a person who signs in waits.
  const timeout = grant === "refresh" ? environment.listenTimeout : environment.callTimeout;
  try {
    const reply = await ask({
      [oauth.allowInsecureRequests]: client.token.protocol === "http:",
      [oauth.customFetch]: async (_address, { headers, body }) => {
        answer = await fetchTokens(
          client,
          { headers, body: new URLSearchParams(body), timeout },
          environment,
        );
        return answer.response;
      },
    });
    return tokenSet(reply, client, asked);
  } catch (error) {
    throw tokenFailure(error, { client, grant, answer, now: environment.now() });
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

/** The provider as the protocol library knows it; an `iss` must be the issuer, or of the provider's own origins. */
function serverOf(client: OAuth2Client, issuer: string | undefined): oauth.AuthorizationServer {
  const { provider, authorize, token } = client;
  const known = provider.issuer ?? authorize.origin;
  if (issuer !== undefined && issuer !== provider.issuer) {
    const origins = [authorize.origin, token.origin];
    const own = provider.issuer === undefined && origins.includes(parseUrl(issuer)?.origin ?? "");
    if (!own) {
      throw new ConnectorError(
        "grant_refused",
        `Sign in with ${provider.name}: the answer names another issuer in "iss", start again`,
      );
    }
    return { issuer, token_endpoint: token.href };
  }
  return { issuer: known, token_endpoint: token.href };
}

function clientAuthentication({ provider, clientId, clientSecret }: OAuth2Client): oauth.ClientAuth {
  // oxlint-disable-next-line max-params -- the signature is the library's
  return (_server, _client, body, headers) => {
    const secret = clientSecret === "" ? undefined : clientSecret;
    if (provider.clientAuthentication === "basic" && secret !== undefined) {
      const pair = `${formEncoded(clientId)}:${formEncoded(secret)}`;
      headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
      return;
    }
    body.set(provider.quirks?.clientIdParameter ?? "client_id", clientId);
    if (secret !== undefined) body.set("client_secret", secret);
  };
}

function formEncoded(text: string): string {
  return new URLSearchParams({ t: text }).toString().slice(2);
}
