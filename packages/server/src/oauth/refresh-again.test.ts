import { configureEgress } from "@wellhead/runtime";
import { StrictProvider } from "@wellhead/test-support/oauth/strict-provider";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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

describe("a refresh whose response is lost, late or unusable", () => {
  it.each(["drop", "fail"] as const)(
    "asks again after a cool-down when the answer was lost (%s): 503 with the seconds to wait, never sooner",
    async (answer) => {
      let now = Date.now();
      const { call } = await start({ now: () => new Date(now) });
      const account = expired(provider.grant());
      provider.behaviour.answer = answer;
      const lost = await call("/validate", account);
      expect(lost).toMatchObject({
        status: 503,
        body: { code: "upstream_unavailable", tryLater: true, retryAfter: 30 },
      });
      now += 29_000;
      expect(await call("/validate", account)).toMatchObject({ status: 503, body: { retryAfter: 1 } });
      expect(provider.presented).toBe(1);
      now += 1_000;
      expect(await call("/validate", account)).toMatchObject({ status: 503, body: { retryAfter: 60 } });
      expect(provider.presented).toBe(2);
      provider.behaviour.answer = "send";
      now += 60_000;
      // The first attempt used the token up, and now the provider says so: it is refused for good, with no retry hint.
      const refused = await call("/validate", account);
      expect(refused).toMatchObject({ status: 401, body: { code: "account_expired" } });
      expect(refused.body).not.toHaveProperty("tryLater");
      expect(provider.presented).toBe(3);
    },
  );

  it("heals an account whose provider failed without using the token up", async () => {
    let now = Date.now();
    const { call } = await start({ now: () => new Date(now) });
    const account = expired(provider.grant());
    provider.behaviour.answer = "refuse";
    for (const wait of [30, 60, 120]) {
      expect(await call("/validate", account)).toMatchObject({ status: 503, body: { retryAfter: wait } });
      now += wait * 1000;
    }
    provider.behaviour.answer = "send";
    expect(await call("/validate", account)).toMatchObject({ status: 200, body: { name: "Ada" } });
    expect(provider).toMatchObject({ presented: 4, refreshes: 1, reuses: 0, revoked: 0 });
  });

  it("sends a token again from one of many requests only", async () => {
    let now = Date.now();
    const { call } = await start({ now: () => new Date(now) });
    const account = expired(provider.grant());
    provider.behaviour.answer = "refuse";
    await call("/validate", account);
    now += 30_000;
    const answers = await Promise.all(Array.from({ length: 20 }, () => call("/validate", account)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(provider.presented).toBe(2);
  });

  it("requires a new sign-in immediately when a lost response must not be requested again", async () => {
    const { call } = await start({ oauth: { onUnknown: "stop" } });
    const account = expired(provider.grant());
    provider.behaviour.answer = "drop";
    for (let time = 0; time < 2; time += 1) {
      expect(await call("/validate", account)).toMatchObject({
        status: 401,
        body: { code: "account_expired", message: expect.stringContaining("Connect the account again") },
      });
    }
    expect(provider.presented).toBe(1);
  });

  it("uses an access token that still works while the response to its refresh is lost", async () => {
    let now = Date.now();
    const { call } = await start({ now: () => new Date(now) });
    const { body } = await call("/validate", expired(provider.grant()));
    now += 3_400_000;
    provider.behaviour.answer = "drop";
    expect(await call("/validate", { id: "oauth2", fields: body })).toEqual({ status: 200, body });
    expect(provider.presented).toBe(2);
  });

  it("waits for a provider that is slower than the caller's timeout, and returns what arrived", async () => {
    const { call } = await start({ accounts: { callTimeout: 150 } });
    const account = expired(provider.grant());
    provider.behaviour.answerDelay = 400;
    expect(await call("/validate", account)).toMatchObject({
      status: 503,
      body: { code: "upstream_unavailable", retryAfter: 5 },
    });
    await vi.waitFor(
      async () => expect(await call("/validate", account)).toMatchObject({ status: 200 }),
      60_000,
    );
    expect(provider).toMatchObject({ presented: 1, reuses: 0 });
  });

  it("hands out new tokens although the account cannot be checked with them", async () => {
    const { call } = await start();
    provider.behaviour.whoAmI = 503;
    const { status, body } = await call("/validate", expired(provider.grant()));
    expect({ status, name: body["name"] }).toEqual({ status: 200, name: "Sign in with Tracker" });
    const named = await call("/validate", {
      id: "oauth2",
      fields: { ...body, name: "Ada of old", expires_on: "2020-01-01", expire_on: "2020-01-01" },
    });
    expect(named).toMatchObject({ status: 200, body: { name: "Ada of old" } });
    expect(named.body["refresh_token"]).not.toBe(body["refresh_token"]);
    provider.behaviour.whoAmI = 401;
    expect(await call("/validate", expired(provider.grant()))).toMatchObject({ status: 401 });
  });
});
