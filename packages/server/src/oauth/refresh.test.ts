import { configureEgress, MemoryStore } from "@wellhead/runtime";
import { StrictProvider } from "@wellhead/test-support/oauth/strict-provider";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OAuthApp, type OpenOAuthAppOptions, openOAuthApp } from "../../test/oauth-app.js";

let provider: StrictProvider;
let address: string;
let open: OAuthApp[] = [];

beforeEach(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  provider = new StrictProvider();
  address = await provider.listen();
});

afterEach(async () => {
  await Promise.all(open.map(({ app }) => app.close()));
  open = [];
  provider.close();
});

async function start(options: Partial<OpenOAuthAppOptions> = {}): Promise<OAuthApp> {
  const opened = await openOAuthApp({ provider: address, ...options });
  open.push(opened);
  return opened;
}

function expired(refreshToken: string): object {
  return {
    id: "oauth2",
    fields: { access_token: "old", refresh_token: refreshToken, expires_on: "2020-01-01T00:00:00.000Z" },
  };
}

describe("validate()", () => {
  it("returns the new access token, the new refresh token and both names of the expiry when it refreshes", async () => {
    const { call } = await start();
    const { status, body } = await call("/validate", expired(provider.grant()));
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Ada", expires_on: body["expire_on"] });
    expect(body["access_token"]).not.toBe("old");
    expect(body["refresh_token"]).toBeTypeOf("string");
    expect(Date.parse(String(body["expires_on"])) - Date.now()).toBeGreaterThan(3_500_000);
    expect(provider.refreshes).toBe(1);
  });

  it("returns the same pair to every request with the same old token, concurrently and later", async () => {
    const { call } = await start();
    const account = expired(provider.grant());
    const answers = await Promise.all(Array.from({ length: 50 }, () => call("/validate", account)));
    answers.push(await call("/validate", account));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(provider).toMatchObject({ presented: 1, refreshes: 1, reuses: 0, revoked: 0 });
  });

  it("returns the same pair 10 minutes and nearly 24 hours later, and requires a new sign-in after that", async () => {
    let now = Date.now();
    provider.behaviour.lifetime = 100 * 3600;
    const { call } = await start({ now: () => new Date(now) });
    const account = expired(provider.grant());
    const first = await call("/validate", account);
    now += 600_000;
    expect((await call("/validate", account)).body["access_token"]).toBe(first.body["access_token"]);
    now += 23 * 3_600_000;
    expect((await call("/validate", account)).body["access_token"]).toBe(first.body["access_token"]);
    expect(provider.presented).toBe(1);
    now += 2 * 3_600_000;
    expect(await call("/validate", account)).toMatchObject({
      status: 401,
      body: { code: "account_expired" },
    });
  });

  it("returns the current tokens to an account that missed two refreshes", async () => {
    let now = Date.now();
    const { call } = await start({ now: () => new Date(now) });
    const account = expired(provider.grant());
    const first = await call("/validate", account);
    now += 3_700_000;
    const second = await call("/validate", { id: "oauth2", fields: first.body });
    expect(second.body["refresh_token"]).not.toBe(first.body["refresh_token"]);
    expect(await call("/validate", account)).toEqual(second);
    now += 3_700_000;
    const third = await call("/validate", account);
    expect(third.body["access_token"]).not.toBe(second.body["access_token"]);
    expect(await call("/validate", { id: "oauth2", fields: second.body })).toEqual(third);
    expect(provider).toMatchObject({ presented: 3, refreshes: 3, reuses: 0, revoked: 0 });
  });

  it.each(["none", "single-use"] as const)(
    "renews an hourly access token again and again where the refresh token stays the same (%s)",
    async (rotation) => {
      let now = Date.now();
      provider.behaviour.keepsRefreshToken = true;
      const { call } = await start({ oauth: { rotation }, now: () => new Date(now) });
      const token = provider.grant();
      const seen = new Set<unknown>();
      let fields: Readonly<Record<string, unknown>> = {
        access_token: "a",
        refresh_token: token,
        expires_on: 1,
      };
      for (let hour = 0; hour < 5; hour += 1) {
        const asked = await Promise.all(
          Array.from({ length: 10 }, () => call("/validate", { id: "oauth2", fields })),
        );
        expect(new Set(asked.map(({ body }) => JSON.stringify(body))).size).toBe(1);
        const { status, body } = asked[0] ?? { status: 0, body: {} };
        expect({ status, refresh: body["refresh_token"] }).toEqual({ status: 200, refresh: token });
        seen.add(body["access_token"]);
        fields = body;
        // Just within the refresh margin, so that the access token in the journal has not expired yet.
        now += 3_400_000;
      }
      expect(seen.size).toBe(5);
      expect(provider.presented).toBe(5);
    },
  );

  it("leaves an access token alone that is good for longer than the margin", async () => {
    const { call } = await start();
    const first = await call("/validate", expired(provider.grant()));
    const { body } = await call("/validate", { id: "oauth2", fields: first.body });
    expect(body).toEqual(first.body);
    expect(provider.presented).toBe(1);
  });

  it.each(["none", { leeway: 600 }] as const)(
    "presents a token of unknown fate again when rotation is %j",
    async (rotation) => {
      const { call } = await start({ oauth: { rotation } });
      provider.behaviour.answer = "fail";
      expect(await call("/validate", expired("nobody's"))).toMatchObject({ status: 503 });
      expect(await call("/validate", expired("nobody's"))).toMatchObject({ status: 503 });
      expect(provider.presented).toBe(2);
    },
  );

  it("may present a token again that never left, and says that the provider cannot be reached", async () => {
    const { call } = await start();
    const account = expired(provider.grant());
    provider.close();
    expect(await call("/validate", account)).toMatchObject({ status: 503 });
    expect(await call("/validate", account)).toMatchObject({
      status: 503,
      body: { message: expect.not.stringContaining("no usable answer") },
    });
  });

  it("says that the account has to be connected again when the provider has ended the grant", async () => {
    const { call } = await start();
    const refused = await call("/validate", expired("unknown"));
    expect(refused).toMatchObject({ status: 401, body: { code: "account_expired" } });
    await call("/validate", expired("unknown"));
    expect(provider.presented).toBe(1);
  });

  it("finishes a refresh whose caller has left", async () => {
    const { call, app } = await start();
    const account = expired(provider.grant());
    provider.behaviour.answerDelay = 200;
    const url = app.fastify.listeningOrigin;
    const gone = fetch(`${url}/validate`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(account),
      signal: AbortSignal.timeout(50),
    });
    await expect(gone).rejects.toThrow("abort");
    provider.behaviour.answerDelay = 0;
    expect(await call("/validate", account)).toMatchObject({ status: 200, body: { name: "Ada" } });
    expect(provider).toMatchObject({ presented: 1, revoked: 0 });
  });

  it("writes a refresh down that is under way when the service stops", async () => {
    const store = new MemoryStore();
    const first = await start({ accounts: { store } });
    const account = expired(provider.grant());
    provider.behaviour.answerDelay = 150;
    const pending = first.call("/validate", account).catch(() => undefined);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    await first.app.close();
    await pending;
    open = [];
    const { call } = await start({ accounts: { store } });
    expect(await call("/validate", account)).toMatchObject({ status: 200 });
    expect(provider.presented).toBe(1);
  });

  it("refuses to refresh single-use tokens when replicas share no store, and says so at startup", async () => {
    const { call, lines } = await start({ accounts: { replicas: 3 } });
    expect(lines.join("\n")).toContain("Set WELLHEAD_STORE");
    expect(await call("/validate", expired(provider.grant()))).toMatchObject({
      status: 503,
      body: { code: "unavailable", message: expect.stringContaining("WELLHEAD_STORE") },
    });
    expect(provider.presented).toBe(0);
  });

  it("uses an access token to its end while it cannot be refreshed", async () => {
    let now = Date.now();
    const first = await start({ now: () => new Date(now) });
    const { body } = await first.call("/validate", expired(provider.grant()));
    const alone = await start({ now: () => new Date(now), accounts: { replicas: 2 } });
    now += 3_500_000;
    expect(await alone.call("/validate", { id: "oauth2", fields: body })).toEqual({
      status: 200,
      body,
    });
    now += 90_000;
    expect(await alone.call("/validate", { id: "oauth2", fields: body })).toMatchObject({ status: 503 });
  });

  it.each([
    ["no access token", {}, 400, "missing_field"],
    ["an access token that is an object", { access_token: {} }, 400, "invalid_field"],
    [
      "no refresh token and an access token that is over",
      { access_token: "a", expires_on: 1 },
      401,
      "account_expired",
    ],
    ["an access token the provider does not know", { access_token: "a" }, 401, "account_invalid"],
  ])("refuses an account with %s", async (_what, fields, status, code) => {
    const { call } = await start();
    expect(await call("/validate", { id: "oauth2", fields })).toMatchObject({ status, body: { code } });
  });

  it("leaves no token in the log, whatever happens", async () => {
    const { call, lines } = await start();
    const token = provider.grant();
    const { body } = await call("/validate", expired(token));
    provider.behaviour.answer = "fail";
    await call("/validate", expired(String(body["refresh_token"])));
    const log = lines.join("\n");
    for (const secret of [token, body["access_token"], body["refresh_token"], "client-secret-canary"]) {
      expect(log).not.toContain(String(secret));
    }
  });
});
