import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { UpstreamAnswer, UpstreamRequest } from "@wellhead/runtime/testing";
import { Provider } from "oidc-provider";
import { afterEach, describe, expect, it } from "vitest";
import { type ServedRest, serveRest } from "./serve-rest.js";

describe("a client with an id and a secret", () => {
  let provider: Server | undefined;
  let served: ServedRest | undefined;

  afterEach(async () => {
    await served?.close();
    provider?.closeAllConnections();
    provider?.close();
  });

  /** Starts an independent token provider for a client that sends its secret with the given method. */
  async function startProvider(method: "client_secret_basic" | "client_secret_post") {
    provider = createServer();
    provider.listen(0, "127.0.0.1");
    await once(provider, "listening");
    // A listening TCP server has an address of this form.
    const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const oidc = new Provider(issuer, {
      clients: [
        {
          client_id: "reports",
          client_secret: "a:b c+d%&=",
          redirect_uris: [],
          response_types: [],
          grant_types: ["client_credentials"],
          token_endpoint_auth_method: method,
        },
      ],
      features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
      scopes: ["read"],
      cookies: { keys: ["not a secret"] },
    });
    const answerOidc = oidc.callback();
    provider.on("request", (request, response) => void answerOidc(request, response));
    const knows = async (request: UpstreamRequest) => {
      const token = (request.headers.authorization ?? "").replace("Bearer ", "");
      return (await oidc.ClientCredentials.find(token))?.scope === "read";
    };
    return { token: `${issuer}/token`, knows };
  }

  it.each([
    ["client_secret_basic", "basic"],
    ["client_secret_post", "form"],
  ] as const)(
    "gets a token of a provider (%s), once a request, and another when it ends",
    async (method, send) => {
      const { token, knows } = await startProvider(method);
      const tokens = new Set<string>();
      const answer = async (request: UpstreamRequest): Promise<UpstreamAnswer> => {
        tokens.add(request.headers.authorization ?? "");
        const page = Number(request.url.searchParams.get("page"));
        const isEnded = page === 3 && tokens.size === 1;
        return isEnded || !(await knows(request))
          ? { status: 401, body: {} }
          : { body: page > 3 ? [] : [{ n: page }] };
      };
      const account = { kind: "clientCredentials", token, scope: "read", send } as const;
      const source = { path: "list", paging: { kind: "pageNumber" } } as const;
      served = await serveRest(source, answer, account);
      const { read } = served;
      const right = { auth: "client", id: "reports", secret: "a:b c+d%&=" };
      expect(await read({}, right)).toEqual({ status: 200, body: [{ n: 1 }, { n: 2 }, { n: 3 }] });
      expect(tokens.size).toBe(2);
      expect(await read({}, { ...right, secret: "wrong" })).toMatchObject({
        status: 401,
        body: { code: "account_invalid" },
      });
    },
  );
});
