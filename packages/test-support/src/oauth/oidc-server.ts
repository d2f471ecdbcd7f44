import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, get as getPlain, type IncomingMessage, type Server } from "node:http";
import { createServer as createTlsServer, get as getSecure, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type ClientMetadata, type Configuration, type JWK, Provider } from "oidc-provider";
import { PagedOidc } from "./paged-oidc.js";

export type { Configuration, KoaContextWithOIDC } from "oidc-provider";

/** An independent OpenID provider on this machine, and a user who always grants access. */
export interface OidcServer {
  readonly issuer: string;
  readonly provider: Provider;
  /** A list at `/pages`, for callers with an access token. */
  readonly list: PagedOidc;
  /** Follows the address of a sign-in, and returns the address the user is redirected back to. */
  readonly signIn: (address: string) => Promise<URL>;
  readonly close: () => void;
}

/** Options of {@link startOidcServer}. */
export interface OidcServerOptions {
  /** Changes to the default client. */
  readonly client?: Partial<ClientMetadata>;
  /** Options of a TLS server. Default: plain HTTP. */
  readonly tls?: ServerOptions;
}

/**
 * Starts a provider that requires a code challenge and accepts each refresh token only once.
 *
 * @param callback - The callback its client is registered with
 * @param settings - Changes to the default configuration
 * @param options - Client and connection
 * @returns The provider, listening
 */
export async function startOidcServer(
  callback: string,
  settings: Configuration = {},
  { client, tls }: OidcServerOptions = {},
): Promise<OidcServer> {
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A TCP server that listens has an address of this form.
  const { port } = server.address() as AddressInfo;
  const issuer = `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "client",
        client_secret: "client-secret-canary",
        redirect_uris: [callback],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
        ...client,
      },
    ],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    claims: { openid: ["sub", "name"] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, name: "Ada" }) }),
    jwks: { keys: [(signingKey ??= makeSigningKey())] },
    cookies: { keys: ["not a secret"] },
    ...settings,
  });
  const list = new PagedOidc(provider);
  answerWith(server, provider, list);
  return {
    issuer,
    provider,
    list,
    signIn: (address) => follow(new URL(address), issuer, tls?.ca),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Generating a key takes long, so all servers of a process share one. */
let signingKey: JWK | undefined;

function makeSigningKey(): JWK {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { kty: "RSA", ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" };
}

function answerWith(server: Server, provider: Provider, list: PagedOidc): void {
  const serve = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/pages") === true) {
      void list.answer(request, response);
      return;
    }
    if (request.url?.startsWith("/interaction/") !== true) {
      void serve(request, response);
      return;
    }
    void (async () => {
      const { params } = await provider.interactionDetails(request, response);
      const grant = new provider.Grant({ accountId: "ada", clientId: String(params["client_id"]) });
      grant.addOIDCScope(String(params["scope"]));
      const result = { login: { accountId: "ada" }, consent: { grantId: await grant.save() } };
      await provider.interactionFinished(request, response, result);
    })();
  });
}

/** Acts as a minimal browser: keeps cookies and follows redirects until one leaves the provider. */
async function follow(start: URL, issuer: string, ca: ServerOptions["ca"]): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = start;
  for (let hop = 0; hop < 10 && address.origin === issuer; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await getOnce(address, { headers: { cookie }, ca });
    for (const line of response.headers["set-cookie"] ?? []) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split("=", 2);
      cookies.set(name, value);
    }
    const { location } = response.headers;
    const body = await text(response);
    if (location === undefined) {
      throw new Error(`Could not sign in: expected a redirect, got ${response.statusCode}: ${body}`);
    }
    address = new URL(location, address);
  }
  return address;
}

async function getOnce(
  address: URL,
  options: { readonly headers: Record<string, string>; readonly ca: ServerOptions["ca"] },
): Promise<IncomingMessage> {
  const get = address.protocol === "https:" ? getSecure : getPlain;
  // The event's only argument is the response.
  const [response] = (await once(get(address, options), "response")) as [IncomingMessage];
  return response;
}
