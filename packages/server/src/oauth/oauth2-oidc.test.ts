import { setTimeout as sleep } from "node:timers/promises";
import { configureEgress } from "@wellhead/runtime";
import { type OidcServer, startOidcServer } from "@wellhead/test-support/oauth/oidc-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OAuthApp, type OpenOAuthAppOptions, openOAuthApp } from "../../test/oauth-app.js";

const callback = "https://platform.example/callback";

let oidc: OidcServer;
/** How long codes are valid, in seconds. */
let codeSeconds = 600;
let open: OAuthApp[] = [];

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  oidc = await startOidcServer(callback, {
    ttl: { AuthorizationCode: () => codeSeconds, AccessToken: 3600 },
  });
});

afterEach(async () => {
  await Promise.all(open.map(({ app }) => app.close()));
  open = [];
});

afterAll(() => {
  oidc.close();
});

async function start(options: Partial<OpenOAuthAppOptions> = {}): Promise<OAuthApp> {
  const { issuer } = oidc;
  const oauth = {
    authorize: `${issuer}/auth`,
    token: `${issuer}/token`,
    issuer,
    scopes: ["openid", "offline_access"],
    parameters: { prompt: "consent" },
    ...options.oauth,
  };
  const opened = await openOAuthApp({ provider: issuer, ...options, oauth });
  open.push(opened);
  return opened;
}

/** Signs in, and returns the redirect's arguments as a platform passes them on. */
async function signIn(redirectUri: unknown): Promise<Record<string, string>> {
  return Object.fromEntries((await oidc.signIn(String(redirectUri))).searchParams);
}

describe("OAuth 2 against an independent provider", () => {
  it("goes through all legs in both generations, with state and without", async () => {
    const { call } = await start();
    const first = await call(`/oauth2?callback_uri=${encodeURIComponent(callback)}`);
    expect(first).toMatchObject({ status: 200, body: { callback_uri: callback } });
    const one = await call("/oauth2", {
      fields: { callback_uri: callback },
      ...(await signIn(first.body["redirect_uri"])),
    });
    expect(one).toMatchObject({ status: 200, body: { name: "Ada", expires_on: one.body["expire_on"] } });

    const second = await call("/oauth2/v1/authorize", { callback_uri: callback, state: "a b+c/ü%&=" });
    const query = await signIn(second.body["redirect_uri"]);
    expect(query["state"]).toBe("a b+c/ü%&=");
    const two = await call("/oauth2/v1/access_token/", {
      ...query,
      fields: { callback_uri: callback, _id: "1", app: "x", owner: "y", state: query["state"] },
    });
    expect(two).toMatchObject({ status: 200, body: { name: "Ada" } });
    expect(two.body["refresh_token"]).toBeTypeOf("string");
  });

  it("finishes at a replica that has never heard of the sign-in", async () => {
    const [here, there] = await Promise.all([start(), start()]);
    const begun = await here.call("/oauth2/v1/authorize", { callback_uri: callback, state: "s1" });
    const query = await signIn(begun.body["redirect_uri"]);
    const { status } = await there.call("/oauth2", { fields: { callback_uri: callback }, ...query });
    expect(status).toBe(200);
  });

  it("finishes for a platform that begins with a state and does not send it with the code", async () => {
    const { call } = await start();
    const begun = await call("/oauth2/v1/authorize", { callback_uri: callback, state: "s2" });
    const { code } = await signIn(begun.body["redirect_uri"]);
    const finish = { fields: { callback_uri: callback }, code };
    expect(await call("/oauth2/v1/access_token", finish)).toMatchObject({ status: 200 });
  });

  it.each([
    ["in the order they began", [0, 1, 2]],
    ["in another order", [2, 0, 1]],
  ])(
    "tells apart sign-ins with one callback whose state does not come back, finished %s",
    async (...test) => {
      const [, order] = test;
      const { call } = await start();
      const codes: string[] = [];
      for (const state of ["one", "two", "three"]) {
        const begun = await call("/oauth2/v1/authorize", { callback_uri: callback, state });
        codes.push(String((await signIn(begun.body["redirect_uri"]))["code"]));
      }
      for (const index of order) {
        const finish = { fields: { callback_uri: callback }, code: codes[index] };
        expect(await call("/oauth2", finish)).toMatchObject({ status: 200, body: { name: "Ada" } });
      }
    },
  );

  it.each([
    ["another state", { state: "other" }, {}],
    ["another callback", {}, { callback_uri: "https://other.example/callback" }],
    ["a forged code", { code: "forged" }, {}],
    ["another issuer", { iss: "https://evil.example" }, {}],
  ])("refuses a finish with %s", async (_what, change, fields) => {
    const [here, there] = await Promise.all([start(), start()]);
    const begun = await here.call("/oauth2/v1/authorize", { callback_uri: callback, state: "s3" });
    const query = await signIn(begun.body["redirect_uri"]);
    const finish = { ...query, ...change, fields: { callback_uri: callback, ...fields } };
    const answer = await there.call("/oauth2", finish);
    expect(answer).toMatchObject({
      status: 401,
      body: { code: "grant_refused", errors: answer.body["error"] },
    });
  });

  it("refuses a code that was used, and one that has expired", async () => {
    const { call } = await start();
    const begun = await call("/oauth2/v1/authorize", { callback_uri: callback, state: "s4" });
    const finish = { fields: { callback_uri: callback }, ...(await signIn(begun.body["redirect_uri"])) };
    expect(await call("/oauth2", finish)).toMatchObject({ status: 200 });
    expect(await call("/oauth2", finish)).toMatchObject({ status: 401, body: { code: "grant_refused" } });
    const late = await call("/oauth2/v1/authorize", { callback_uri: callback, state: "s5" });
    codeSeconds = 1;
    const query = await signIn(late.body["redirect_uri"]);
    codeSeconds = 600;
    // The provider counts in whole seconds.
    await sleep(2100);
    expect(await call("/oauth2", { fields: { callback_uri: callback }, ...query })).toMatchObject({
      status: 401,
      body: { code: "grant_refused" },
    });
  });

  it("refuses a sign-in that was begun more than an hour ago, or with another deployment's secret", async () => {
    let now = Date.now();
    const { call } = await start({ now: () => new Date(now) });
    const begun = await call("/oauth2/v1/authorize", { callback_uri: callback, state: "s6" });
    const query = await signIn(begun.body["redirect_uri"]);
    const foreign = await start({ accounts: { secret: "another secret of enough characters" } });
    const finish = { fields: { callback_uri: callback }, ...query };
    now += 3_700_000;
    expect(await call("/oauth2", finish)).toMatchObject({ status: 401, body: { code: "grant_refused" } });
    expect(await foreign.call("/oauth2", finish)).toMatchObject({ status: 401 });
  });

  it.each([-290_000, 0, 290_000])("refreshes with a clock that is %i ms off, and rotates", async (skew) => {
    const { call } = await start({ now: () => new Date(Date.now() + skew) });
    const begun = await call("/oauth2/v1/authorize", { callback_uri: callback, state: `skew ${skew}` });
    const finish = { fields: { callback_uri: callback }, ...(await signIn(begun.body["redirect_uri"])) };
    const account = (await call("/oauth2", finish)).body;
    expect(await call("/validate", { id: "oauth2", fields: account })).toMatchObject({
      body: { name: "Ada" },
    });
    const over = { ...account, expires_on: "2020-01-01", expire_on: "2020-01-01" };
    const [one, two] = await Promise.all([
      call("/validate", { id: "oauth2", fields: over }),
      call("/validate", { id: "oauth2", fields: over }),
    ]);
    expect(one).toMatchObject({ status: 200, body: two.body });
    expect(one.body["refresh_token"]).not.toBe(account["refresh_token"]);
    const next = { ...over, ...one.body, expires_on: "2020-01-01", expire_on: "2020-01-01" };
    expect(await call("/validate", { id: "oauth2", fields: next })).toMatchObject({ status: 200 });
  });

  it("asks to connect again when the grant was revoked", async () => {
    const { call } = await start();
    const begun = await call("/oauth2/v1/authorize", { callback_uri: callback, state: "s7" });
    const finish = { fields: { callback_uri: callback }, ...(await signIn(begun.body["redirect_uri"])) };
    const account = (await call("/oauth2", finish)).body;
    const token = await oidc.provider.RefreshToken.find(String(account["refresh_token"]));
    await token?.destroy();
    const over = { ...account, expires_on: "2020-01-01", expire_on: "2020-01-01" };
    expect(await call("/validate", { id: "oauth2", fields: over })).toMatchObject({
      status: 401,
      body: { code: "account_expired", message: expect.stringContaining("Connect the account again") },
    });
  });
});
