import { createServer, type IncomingMessage, type Server } from "node:http";
import { accessToken, authorizeToken, isFrom, requestToken } from "./oauth1-endpoints.js";
import { readAuthorization } from "./oauth1-signature.js";
import { authorize, exchangeToken } from "./oauth2-endpoints.js";
import {
  jsonAnswer,
  type ProviderAnswer,
  type ProviderState,
  type SeenRequest,
  type TokenBehaviour,
} from "./provider-state.js";

/** The port of the suite's provider, and the credentials of the connector as its client. */
export interface OAuthProviderOptions {
  /** Port on 127.0.0.1. Default: a free one. */
  readonly port?: number;
  /** Client id, for OAuth 1 the consumer key. Default: `wellhead-check`. */
  readonly clientId?: string;
  /** Client secret, for OAuth 1 the consumer secret. Default: `wellhead-check-secret`. */
  readonly clientSecret?: string;
}

/** Addresses to configure in a connector. */
export interface OAuthProviderAddresses {
  /** OAuth 2: where the user agrees. */
  readonly authorize: string;
  /** OAuth 2: where codes and refresh tokens are exchanged. */
  readonly token: string;
  /** Returns the owner of an access token: `{"name"}`; both versions. */
  readonly identity: string;
  /** OAuth 1: request token. */
  readonly requestToken: string;
  /** OAuth 1: where the user agrees. */
  readonly authorizeToken: string;
  /** OAuth 1: access token. */
  readonly accessToken: string;
}

/**
 * A provider of OAuth 1.0a and OAuth 2 on loopback. It is strict about signatures, codes, PKCE and refresh tokens, and
 * every user agrees at once. It lets the suite go through the whole account setup of a connector.
 */
export class OAuthProvider {
  /** Base address. */
  readonly url: string;
  /** Client id, for OAuth 1 the consumer key. */
  readonly clientId: string;
  /** Client secret, for OAuth 1 the consumer secret. */
  readonly clientSecret: string;
  readonly #server: Server;
  readonly #state: ProviderState;

  /**
   * Wraps a server that is already listening. Call `startOAuthProvider` instead.
   *
   * @param server - The listening server
   * @param url - Its address
   * @param state - State of the provider
   */
  constructor(server: Server, url: string, state: ProviderState) {
    this.#server = server;
    this.#state = state;
    this.url = url;
    this.clientId = state.clientId;
    this.clientSecret = state.clientSecret;
  }

  /** Addresses to configure in the connector. */
  get addresses(): OAuthProviderAddresses {
    const { url } = this;
    return {
      authorize: `${url}/authorize`,
      token: `${url}/token`,
      identity: `${url}/identity`,
      requestToken: `${url}/oauth1/request_token`,
      authorizeToken: `${url}/oauth1/authorize`,
      accessToken: `${url}/oauth1/access_token`,
    };
  }

  /** Every request received so far, oldest first. */
  get seen(): readonly SeenRequest[] {
    return this.#state.seen;
  }

  /**
   * Changes the behavior of the provider for subsequent requests.
   *
   * @param behaviour - Behavior of the token endpoints
   * @param expiresIn - Lifetime of an access token in seconds; default: 3,600
   */
  behave(behaviour: TokenBehaviour, expiresIn = 3_600): void {
    this.#state.behaviour = behaviour;
    this.#state.expiresIn = expiresIn;
  }

  /**
   * Expires one access token. It can still be refreshed.
   *
   * @param token - The access token
   */
  expire(token: string): void {
    this.#state.accessTokens.delete(token);
  }

  /** Revokes every token: no token works or can be refreshed any longer. */
  revokeAll(): void {
    this.#state.accessTokens.clear();
    this.#state.refreshTokens.clear();
  }

  /** Stops listening and closes every connection. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

/**
 * Starts the suite's provider on loopback.
 *
 * @param options - Port and client
 * @returns The provider, to be closed
 */
export async function startOAuthProvider(options: OAuthProviderOptions = {}): Promise<OAuthProvider> {
  const state: ProviderState = {
    clientId: options.clientId ?? "wellhead-check",
    clientSecret: options.clientSecret ?? "wellhead-check-secret",
    behaviour: "right",
    expiresIn: 3600,
    seen: [],
    codes: new Map(),
    accessTokens: new Set(),
    refreshTokens: new Map(),
    tokenSecrets: new Map(),
    requestTokens: new Map(),
  };
  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        const answer = route(state, request, body);
        response.writeHead(answer.status, { ...answer.headers }).end(answer.body);
      },
      // The body is too long or incomplete.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  return new OAuthProvider(server, `http://127.0.0.1:${port}`, state);
}

function route(state: ProviderState, request: IncomingMessage, body: string): ProviderAnswer {
  const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "127.0.0.1"}`);
  const authorization = request.headers.authorization ?? "";
  const method = request.method ?? "GET";
  const isForm = /urlencoded/.test(request.headers["content-type"] ?? "");
  const form = new URLSearchParams(isForm ? body : "");
  const seen: SeenRequest = { method, path: url.pathname, query: url.searchParams, form };
  state.seen.push(seen);
  const signed = { ...seen, address: `${url.origin}${url.pathname}`, authorization };
  switch (`${method} ${url.pathname}`) {
    case "GET /authorize":
      return authorize(state, seen);
    case "POST /token":
      return exchangeToken(state, seen, authorization);
    case "POST /oauth1/request_token":
      return requestToken(state, signed);
    case "GET /oauth1/authorize":
      return authorizeToken(state, seen);
    case "POST /oauth1/access_token":
      return accessToken(state, signed);
    case "GET /identity": {
      const token = readAuthorization(authorization).get("oauth_token");
      const bearer = authorization.replace(/^Bearer /i, "");
      const known = token === undefined ? state.accessTokens.has(bearer) : ownsToken(token);
      return known ? jsonAnswer(200, { name: "Ada Lovelace" }) : jsonAnswer(401, { error: "invalid_token" });
    }
    default:
      return jsonAnswer(404, { error: "not found" });
  }

  function ownsToken(token: string): boolean {
    return state.accessTokens.has(token) && isFrom(state, signed, state.tokenSecrets.get(token) ?? "");
  }
}

/** Maximum characters of a request's body. Requests of OAuth have a few hundred. */
const maxBodyLength = 64 * 1024;

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) {
    text += String(piece);
    if (text.length > maxBodyLength) throw new Error(`The body has more than ${maxBodyLength} characters.`);
  }
  return text;
}
