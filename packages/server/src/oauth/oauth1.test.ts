import { generateKeyPairSync } from "node:crypto";
import { configureEgress } from "@wellhead/runtime";
import { defineConnector, id, list, type OAuth1Options, oauth1, text } from "@wellhead/sdk";
import { callJson } from "@wellhead/test-support/http/call-json";
import { type OAuth1Server, startOAuth1Server } from "@wellhead/test-support/oauth/oauth1-server";
import { testLog } from "@wellhead/test-support/services/test-log";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, createApp } from "../index.js";

const callback = "https://platform.example/callback";
const methods = ["HMAC-SHA1", "HMAC-SHA256", "RSA-SHA1", "PLAINTEXT"] as const;
const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const privateKey = String(keys.privateKey.export({ type: "pkcs8", format: "pem" }));
let server: OAuth1Server;
const apps = new Map<string, { readonly app: App; readonly url: string }>();
const log = testLog();

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  server = await startOAuth1Server(String(keys.publicKey.export({ type: "spki", format: "pem" })));
  for (const signature of methods) {
    await open(signature, { signature, ...(signature === "RSA-SHA1" && { clientSecret: privateKey }) });
  }
  await open("stranger", { clientId: "nobody" });
  // The variables of the process are wrong, so that only the deployment's own variables produce a valid signature.
  process.env["BOARDS_CLIENT_ID"] = "nobody";
  process.env["BOARDS_CLIENT_SECRET"] = "wrong";
  const none = { clientId: undefined, clientSecret: undefined } as never;
  await open("deployment", none, {
    BOARDS_CLIENT_ID: "client",
    BOARDS_CLIENT_SECRET: "client-secret-canary",
  });
  await open("undeployed", none);
});

afterAll(async () => {
  delete process.env["BOARDS_CLIENT_ID"];
  delete process.env["BOARDS_CLIENT_SECRET"];
  await Promise.all([...apps.values()].map(({ app }) => app.close()));
  server.close();
});

async function open(
  name: string,
  more: Partial<OAuth1Options>,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
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
      busy: source({
        name: "Busy",
        fields: { id: id() },
        rows: async ({ http, requestId }) => [
          { id: (await http.get(`busy/${requestId}`).json<{ method: string }>()).method },
        ],
      }),
      cards: source({
        name: "Cards",
        filter: {
          word: text(),
          board: list({
            optional: true,
            options: async ({ http }) => [(await http.get("boards").json<{ name: string }>()).name],
          }),
        },
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
  const app = await createApp({ connectors: [connector], logger: log.logger, accounts: { variables } });
  apps.set(name, { app, ...(await app.listen({ port: 0 })) });
}

async function call(app: string, path: string, body?: unknown) {
  return await callJson(new URL(path, apps.get(app)?.url), body);
}

/** Signs in, and returns everything a platform has after the user was redirected back. */
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
      expect(await call(method, "/validate", { id: "oauth", fields: account.body })).toEqual(account);
      const request = { source: "cards", account: account.body, filter: { word: "a+b &=%é😀*'()!" } };
      expect(await call(method, "/", request)).toEqual({ status: 200, body: [{ id: method, name: "Ada" }] });
    },
  );

  it.each([...methods, "deployment"])(
    "signs with the key and secret the person signed in with, wherever an account of either generation is used (%s)",
    async (app) => {
      const begun = await call(app, `/oauth1?callback_uri=${encodeURIComponent(callback)}`);
      const { finish } = await signedIn(app, begun.body);
      const { body: account } = await call(app, "/oauth1", finish);
      expect(Object.keys(account).toSorted()).toEqual(["access_secret", "access_token", "name"]);
      const shapes = [
        { auth: "oauth", ...account },
        { identifier: "oauth", ...account },
        { id: "oauth", fields: account },
      ];
      // The shape of an account does not affect how its calls are signed, so one app covers all shapes.
      for (const shape of app === "HMAC-SHA1" ? shapes : shapes.slice(-1)) {
        const whole = "fields" in shape ? account : shape;
        expect(await call(app, "/validate", shape)).toEqual({ status: 200, body: whole });
        expect(await call(app, "/datalist?source=cards&field=board", shape)).toMatchObject({
          status: 200,
          body: [{ value: "Ada" }],
        });
        expect(
          await call(app, "/", { source: "cards", account: shape, filter: { word: "a b" } }),
        ).toMatchObject({ status: 200, body: [{ name: "Ada" }] });
      }
      // The provider accepts each nonce once, so a retry that repeats the previous signature is refused.
      expect(await call(app, "/", { source: "busy", account: shapes[0] })).toMatchObject({
        status: 200,
        body: [{ id: app === "deployment" ? "HMAC-SHA1" : app }],
      });
    },
  );

  it("reports missing variables at startup, when a person signs in, and when an account is used", async () => {
    expect(log.lines.join("\n")).toContain("Set BOARDS_CLIENT_ID and BOARDS_CLIENT_SECRET");
    const fields = { access_token: "a", access_secret: "b" };
    for (const answer of [
      await call("undeployed", `/oauth1?callback_uri=${encodeURIComponent(callback)}`),
      await call("undeployed", "/validate", { id: "oauth", fields }),
      await call("undeployed", "/", { source: "busy", account: { auth: "oauth", ...fields } }),
    ]) {
      const message = "Its operator must set BOARDS_CLIENT_ID and BOARDS_CLIENT_SECRET";
      expect(answer).toMatchObject({ status: 500, body: { message: expect.stringContaining(message) } });
    }
  });

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

  it("reports that an account with an unknown token does not work", async () => {
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

describe("the end of an OAuth 1 sign-in", () => {
  const start = async () => {
    const begun = await call("HMAC-SHA1", `/oauth1?callback_uri=${encodeURIComponent(callback)}`);
    const back = await server.signIn(String(begun.body["redirect_uri"]));
    const { token, secret } = begun.body;
    return { token, secret, returned: Object.fromEntries(back.searchParams) };
  };
  type Begun = Awaited<ReturnType<typeof start>>;

  it.each<[string, (begun: Begun) => object]>([
    ["what the provider returned, flat", ({ returned }) => returned],
    ["what the provider returned, in fields", ({ returned }) => ({ fields: returned })],
    ["all that the start answered, flat", ({ token, secret, returned }) => ({ token, secret, ...returned })],
    [
      "all that the start answered, in fields",
      ({ token, secret, returned }) => ({
        fields: { token, secret },
        oauth_verifier: returned["oauth_verifier"],
      }),
    ],
    [
      "the names of the provider",
      ({ secret, returned }) => ({ ...returned, oauth_token_secret: secret, callback_uri: callback }),
    ],
    [
      "fields of the platform beside the redirect",
      ({ token, secret, returned }) => ({
        fields: { access_token: token, access_secret: secret, callback_uri: callback, _id: "5f1" },
        ...returned,
      }),
    ],
  ])("takes %s", async (_what, finish) => {
    const begun = await start();
    expect(await call("HMAC-SHA1", "/oauth1", finish(begun))).toMatchObject({
      status: 200,
      body: { name: "Ada", access_token: expect.any(String), access_secret: expect.any(String) },
    });
  });

  it("refuses the verifier of one sign-in with the token of another, and sends nothing", async () => {
    const [mine, other] = [await start(), await start()];
    const mixed = { fields: { token: mine.token, secret: mine.secret }, ...other.returned };
    expect(await call("HMAC-SHA1", "/oauth1", mixed)).toMatchObject({
      status: 401,
      body: { code: "grant_refused" },
    });
    expect(await call("HMAC-SHA1", "/oauth1", other.returned)).toMatchObject({ status: 200 });
  });

  it("says which part is missing when the secret is unknown", async () => {
    const unknown = { oauth_token: "unknown", oauth_verifier: "v" };
    expect(await call("HMAC-SHA1", "/oauth1", unknown)).toMatchObject({
      status: 400,
      body: { code: "missing_field", field: "access_secret" },
    });
  });

  it.each(["oauth_token", "oauth_verifier", "secret", "access_token"])(
    "refuses a %s longer than any provider's, at once",
    async (name) => {
      const finish = { oauth_token: "t", oauth_verifier: "v", [name]: "x".repeat(900_000) };
      expect(await call("HMAC-SHA1", "/oauth1", finish)).toMatchObject({
        status: 400,
        body: { code: "invalid_field", field: name },
      });
    },
  );
});
