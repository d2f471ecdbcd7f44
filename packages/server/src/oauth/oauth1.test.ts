import { configureEgress, defineConnector, id, type OAuth1Options, oauth1, text } from "@wellhead/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, createApp } from "../index.js";
import { callJson, testLog } from "./testing/oauth-app.js";
import { type OAuth1Server, startOAuth1Server } from "./testing/oauth1-server.js";

const callback = "https://platform.example/callback";
const methods = ["HMAC-SHA1", "HMAC-SHA256", "PLAINTEXT"] as const;
let server: OAuth1Server;
const apps = new Map<string, { readonly app: App; readonly url: string }>();
const log = testLog();

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  server = await startOAuth1Server();
  for (const signature of methods) await open(signature, { signature });
  await open("stranger", { clientId: "nobody" });
});

afterAll(async () => {
  await Promise.all([...apps.values()].map(({ app }) => app.close()));
  server.close();
});

async function open(name: string, more: Partial<OAuth1Options>): Promise<void> {
  const { address } = server;
  const connector = defineConnector({
    id: "boards",
    name: "Boards",
    version: "1.0.0",
    description: "Boards",
    http: { baseUrl: address },
    accounts: {
      oauth: oauth1({
        name: "Boards",
        requestToken: `${address}/request_token`,
        authorize: `${address}/authorize`,
        accessToken: `${address}/access_token`,
        parameters: { scope: "read" },
        clientId: "client",
        clientSecret: "client-secret-canary",
        ...more,
      }),
    },
    identify: async ({ http }) => ({ name: (await http.get("me").json<{ name: string }>()).name }),
    sources: (source) => ({
      cards: source({
        name: "Cards",
        filter: { word: text() },
        fields: { id: id(), name: text() },
        rows: async ({ http, filter }) => {
          const query = { q: filter.word, f: ["a b", "a+b"], "c@": "=%3D", a3: "" };
          const read = await http.get("cards/Ü b~c", { query }).json<{ method: string }>();
          const sent = await http
            .post("cards", { form: { word: filter.word, x: "a b+c" } })
            .json<{ name: string }>();
          return [{ id: read.method, name: sent.name }];
        },
      }),
    }),
  });
  const app = await createApp({ connectors: [connector], logger: log.logger, accounts: { variables: {} } });
  apps.set(name, { app, ...(await app.listen({ port: 0 })) });
}

async function call(app: string, path: string, body?: unknown) {
  return await callJson(new URL(path, apps.get(app)?.url), body);
}

/** Everything a platform has when the person is back. */
async function signedIn(app: string, begun: Readonly<Record<string, unknown>>) {
  const back = await server.signIn(String(begun["redirect_uri"]));
  return {
    back,
    finish: {
      fields: { access_token: begun["token"], access_secret: begun["secret"], callback_uri: callback },
      oauth_verifier: back.searchParams.get("oauth_verifier"),
    },
  };
}

describe("OAuth 1 against an independent provider", () => {
  it.each(methods)(
    "goes through all legs of both generations and signs every call with %s",
    async (method) => {
      const first = await call(method, `/oauth1?callback_uri=${encodeURIComponent(callback)}`);
      expect(first).toMatchObject({ status: 200 });
      const one = await signedIn(method, first.body);
      expect(await call(method, "/oauth1", one.finish)).toMatchObject({ status: 200, body: { name: "Ada" } });

      const second = await call(method, "/oauth1/v1/authorize", { callback_uri: `${callback}?state=s.1` });
      expect(new URL(String(second.body["redirect_uri"])).searchParams.get("scope")).toBe("read");
      const { back, finish } = await signedIn(method, second.body);
      expect(back.searchParams.get("state")).toBe("s.1");
      const account = await call(method, "/oauth1/v1/access_token", finish);
      expect(account).toMatchObject({ status: 200, body: { name: "Ada" } });
      expect(await call(method, "/validate", { id: "oauth", fields: account.body })).toEqual({
        status: 200,
        body: { name: "Ada" },
      });
      const request = { source: "cards", account: account.body, filter: { word: "a+b &=%é😀*'()!" } };
      expect(await call(method, "/", request)).toEqual({ status: 200, body: [{ id: method, name: "Ada" }] });
    },
  );

  it("refuses a verifier that was used, a forged one, and one of another sign-in", async () => {
    const start = async () =>
      (await call("HMAC-SHA1", `/oauth1?callback_uri=${encodeURIComponent(callback)}`)).body;
    const refused = { status: 401, body: { code: "grant_refused" } };
    const one = await signedIn("HMAC-SHA1", await start());
    expect(await call("HMAC-SHA1", "/oauth1", one.finish)).toMatchObject({ status: 200 });
    expect(await call("HMAC-SHA1", "/oauth1", one.finish)).toMatchObject(refused);
    const two = await signedIn("HMAC-SHA1", await start());
    const forged = await call("HMAC-SHA1", "/oauth1", { ...two.finish, oauth_verifier: "forged" });
    expect(forged).toMatchObject({ ...refused, body: { errors: forged.body["error"] } });
    const mixed = { ...two.finish, fields: one.finish.fields };
    expect(await call("HMAC-SHA1", "/oauth1", mixed)).toMatchObject(refused);
  });

  it("says that the operator must act when the provider does not know the service", async () => {
    const answer = await call("stranger", `/oauth1?callback_uri=${encodeURIComponent(callback)}`);
    expect(answer).toMatchObject({ status: 500, body: { message: expect.stringContaining("consumer key") } });
  });

  it("tells that an account does not work whose token is not known", async () => {
    const fields = { access_token: "nobody", access_secret: "x" };
    expect(await call("HMAC-SHA1", "/validate", { id: "oauth", fields })).toMatchObject({
      status: 401,
      body: { code: "account_invalid" },
    });
  });

  it.each([
    ["no callback", "/oauth1", undefined, 400, "callback_uri"],
    [
      "a hostile callback",
      "/oauth1/v1/authorize",
      { callback_uri: "javascript:alert(1)" },
      400,
      "callback_uri",
    ],
    ["no verifier", "/oauth1", { fields: { access_token: "a", access_secret: "b" } }, 400, "oauth_verifier"],
    ["no request token", "/oauth1", { fields: {}, oauth_verifier: "v" }, 400, "access_token"],
    [
      "a request secret that is a number",
      "/oauth1",
      { fields: { access_token: "a", access_secret: 5 }, oauth_verifier: "v" },
      400,
      "access_secret",
    ],
    ["OAuth 2", "/oauth2", { code: "c" }, 404, undefined],
  ])("refuses %s", async (_what, path, body, status, field) => {
    const answer = await call("HMAC-SHA1", path, body);
    expect(answer).toMatchObject({ status, body: { ...(field !== undefined && { field }) } });
  });

  it("leaves no request token, secret or verifier in the log", async () => {
    const begun = await call("HMAC-SHA1", `/oauth1?callback_uri=${encodeURIComponent(callback)}`);
    const { finish } = await signedIn("HMAC-SHA1", begun.body);
    const account = await call("HMAC-SHA1", "/oauth1", finish);
    const secrets = [begun.body["token"], begun.body["secret"], finish.oauth_verifier];
    const lines = log.lines.join("\n");
    for (const secret of [...secrets, account.body["access_secret"], "client-secret-canary"]) {
      expect(lines).not.toContain(String(secret));
    }
  });
});
