import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Configuration, type JWK, Provider } from "oidc-provider";
import { PagedOidc } from "./paged-oidc.js";

/** An independent OpenID provider on this machine, and a person who always says yes. */
export interface OidcServer {
  readonly issuer: string;
  readonly provider: Provider;
  /** A list at `/pages`, for whoever has an access token. */
  readonly list: PagedOidc;
  /** Goes where a sign-in leads; gives the address the person is sent back to. */
  readonly signIn: (address: string) => Promise<URL>;
  readonly close: () => void;
}

/**
 * Starts a provider that demands a code challenge and lets no refresh token be used twice.
 *
 * @param callback - The callback its client is registered with
 * @param settings - What differs
 * @returns The provider, listening
 */
export async function startOidcServer(callback: string, settings: Configuration = {}): Promise<OidcServer> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A TCP server that listens has an address of this form.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "client",
        client_secret: "client-secret-canary",
        redirect_uris: [callback],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    claims: { openid: ["sub", "name"] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, name: "Ada" }) }),
    jwks: { keys: [signingKey()] },
    cookies: { keys: ["not a secret"] },
    ...settings,
  });
  const list = new PagedOidc(provider);
  answerWith(server, provider, list);
  return {
    issuer,
    provider,
    list,
    signIn: (address) => follow(new URL(address), issuer),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function signingKey(): JWK {
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

/** A browser in few words: cookies, redirects, and the end where the platform begins. */
async function follow(start: URL, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = start;
  for (let hop = 0; hop < 10 && address.origin === issuer; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(address, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split("=", 2);
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) {
      throw new Error(`Sign in: found ${response.status}, wanted a redirect: ${await response.text()}`);
    }
    address = new URL(location, address);
  }
  return address;
}
