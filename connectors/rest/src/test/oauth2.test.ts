import { configureEgress } from "@wellhead/runtime";
import { type App, createApp } from "@wellhead/server";
import { type OidcServer, startOidcServer } from "@wellhead/test-support/oauth/oidc-server";
import { pagedIds } from "@wellhead/test-support/oauth/paged-oidc";
import { afterAll, beforeAll, expect, it } from "vitest";
import { restConnector } from "../rest-connector.js";

const callback = "https://platform.example/callback";
let oidc: OidcServer;
let app: App;

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  oidc = await startOidcServer(callback);
  const connector = restConnector({
    id: "api",
    name: "Tracker",
    baseUrl: oidc.issuer,
    account: {
      kind: "oauth2",
      authorize: `${oidc.issuer}/auth`,
      token: `${oidc.issuer}/token`,
      issuer: oidc.issuer,
      scopes: ["openid", "offline_access"],
      parameters: { prompt: "consent" },
      prefix: "MY_TRACKER",
    },
    paging: { kind: "pageNumber" },
    sources: { pages: { name: "Pages", path: "pages", fields: { id: "number" } } },
  });
  app = await createApp({
    connectors: [connector],
    logger: false,
    accounts: {
      secret: "a secret of this deployment, long enough",
      variables: { MY_TRACKER_CLIENT_ID: "client", MY_TRACKER_CLIENT_SECRET: "client-secret-canary" },
    },
  });
});

afterAll(async () => {
  await app.close();
  oidc.close();
});

async function call(url: string, payload: object): Promise<Record<string, unknown>> {
  const answer = await app.fastify.inject({ method: "POST", url, payload });
  expect([url, answer.statusCode, answer.body]).toEqual([url, 200, expect.anything()]);
  return JSON.parse(answer.body) as Record<string, unknown>;
}

it("a person signs in with a provider of the file, and the token is refreshed when it ends", async () => {
  const begun = await call("/oauth2/v1/authorize", { callback_uri: callback, state: "s1" });
  const query = Object.fromEntries((await oidc.signIn(String(begun["redirect_uri"]))).searchParams);
  const account = await call("/oauth2", { fields: { callback_uri: callback }, ...query });
  const request = { source: "pages", account: { auth: "oauth2", ...account }, filter: {} };
  expect(await call("/", request)).toEqual(pagedIds.map((id) => ({ id })));
  let isEnded = false;
  oidc.list.beforePage = async (page, token) => {
    if (page !== 2 || isEnded) return;
    isEnded = true;
    await oidc.list.end(token);
  };
  expect(await call("/", request)).toEqual(pagedIds.map((id) => ({ id })));
  expect([isEnded, oidc.list.refreshes]).toEqual([true, 1]);
});
