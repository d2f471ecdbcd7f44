import { setTimeout as sleep } from "node:timers/promises";
import { configureEgress, MemoryStore } from "@wellhead/runtime";
import { type OidcServer, startOidcServer } from "@wellhead/test-support/oauth/oidc-server";
import { pagedIds } from "@wellhead/test-support/oauth/paged-oidc";
import { startRedis, type ThrowawayRedis } from "@wellhead/test-support/stores/throwaway-redis";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OAuthApp, type OpenOAuthAppOptions, openOAuthApp } from "../../test/oauth-app.js";

type Account = Readonly<Record<string, unknown>>;

const callback = "https://platform.example/callback";
const whole = pagedIds.map((id) => ({ id }));
let oidc: OidcServer;
let redis: ThrowawayRedis;
let open: OAuthApp[] = [];
let signIns = 0;

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  [oidc, redis] = await Promise.all([
    startOidcServer(callback, { ttl: { AccessToken: () => lifetime } }),
    startRedis(),
  ]);
});

let lifetime = 3600;

afterEach(async () => {
  await Promise.all(open.map(({ app }) => app.close()));
  open = [];
  lifetime = 3600;
  oidc.list.beforePage = () => Promise.resolve();
  oidc.list.refuses = () => false;
  oidc.list.refreshes = 0;
});

afterAll(async () => {
  oidc.close();
  await redis.remove();
});

async function start(
  accounts: OpenOAuthAppOptions["accounts"] = {},
  more: object = {},
  now = () => new Date(),
): Promise<OAuthApp> {
  const { issuer } = oidc;
  const oauth = {
    authorize: `${issuer}/auth`,
    token: `${issuer}/token`,
    issuer,
    scopes: ["openid", "offline_access"],
    parameters: { prompt: "consent" },
    ...more,
  };
  const opened = await openOAuthApp({ provider: issuer, accounts, oauth, now });
  open.push(opened);
  return opened;
}

/** Signs in, and returns the new account. */
async function signIn({ call }: OAuthApp): Promise<Account> {
  signIns += 1;
  const begun = await call("/oauth2/v1/authorize", { callback_uri: callback, state: `renew-${signIns}` });
  const query = Object.fromEntries((await oidc.signIn(String(begun.body["redirect_uri"]))).searchParams);
  const { body } = await call("/oauth2", { fields: { callback_uri: callback }, ...query });
  return body;
}

/** Invalidates the token of a request for one of these pages before it is returned; once per page. */
function endBefore(...pages: readonly number[]): void {
  const left = new Set(pages);
  oidc.list.beforePage = async (page, token) => {
    if (left.delete(page)) await oidc.list.end(token);
  };
}

function read({ call }: OAuthApp, account: Account) {
  return call("/", { source: "pages", account: { auth: "oauth2", ...account } });
}

function validate({ call }: OAuthApp, account: Account) {
  return call("/validate", { id: "oauth2", fields: account });
}

describe("an access token that ends before its time", () => {
  it("is refreshed between two pages, and the next check of the account returns the new pair", async () => {
    const app = await start();
    const account = await signIn(app);
    endBefore(3);
    expect(await read(app, account)).toEqual({ status: 200, body: whole });
    expect(oidc.list.refreshes).toBe(1);
    // The platform still has the old pair. Every request that presents it gets the same new pair.
    const [one, two] = await Promise.all([validate(app, account), validate(app, account)]);
    expect(one).toMatchObject({ status: 200, body: { name: "Ada" } });
    expect(one.body["access_token"]).not.toBe(account["access_token"]);
    expect(one.body["refresh_token"]).not.toBe(account["refresh_token"]);
    expect(two).toEqual(one);
    expect(await read(app, { ...account, ...one.body })).toEqual({ status: 200, body: whole });
    expect(oidc.list.refreshes).toBe(1);
  });

  it("is handed out by the next check although the old one still works, weeks later too", async () => {
    let now = Date.now();
    const app = await start({}, {}, () => new Date(now));
    const account = await signIn(app);
    // The upstream refuses one page although the token is valid, as if a new token had not reached all its servers yet.
    let refused = false;
    oidc.list.refuses = (page) => {
      const isFirst = page === 2 && !refused;
      refused ||= isFirst;
      return isFirst;
    };
    expect(await read(app, account)).toEqual({ status: 200, body: whole });
    expect(oidc.list.refreshes).toBe(1);
    const lasting = { ...account, expires_on: "2100-01-01", expire_on: "2100-01-01" };
    const checked = await validate(app, lasting);
    expect(checked).toMatchObject({ status: 200, body: { name: "Ada" } });
    expect(checked.body["refresh_token"]).not.toBe(account["refresh_token"]);
    expect(await validate(app, checked.body)).toEqual(checked);
    // Far longer than the journal keeps the result of a check; by then the new access token has expired.
    now += 60 * 24 * 3_600_000;
    const late = await validate(app, lasting);
    expect(late).toMatchObject({ status: 200, body: { name: "Ada" } });
    expect(late.body["refresh_token"]).not.toBe(checked.body["refresh_token"]);
    expect(oidc.list.refreshes).toBe(2);
  });

  it("is renewed when its time is really over while a page is read", async () => {
    const app = await start();
    lifetime = 1;
    const account = await signIn(app);
    lifetime = 3600;
    oidc.list.beforePage = (page) => sleep(page === 2 ? 1100 : 0);
    expect(await read(app, account)).toEqual({ status: 200, body: whole });
    expect(oidc.list.refreshes).toBe(1);
  });

  it("is renewed before the first page, for option lists and for account checks alike", async () => {
    const app = await start();
    const account = await signIn(app);
    await oidc.list.end(String(account["access_token"]));
    const options = await app.call("/datalist?source=pages&field=one", { auth: "oauth2", ...account });
    expect(options).toMatchObject({ status: 200, body: [{ value: 0 }, { value: 1 }, { value: 2 }] });
    expect(await read(app, account)).toEqual({ status: 200, body: whole });
    // Its expiry is an hour away, so only the refusal shows that it is invalid.
    const checked = await validate(app, account);
    expect(checked).toMatchObject({
      status: 200,
      body: { name: "Ada", expires_on: checked.body["expire_on"] },
    });
    expect(checked.body["access_token"]).not.toBe(account["access_token"]);
    expect(oidc.list.refreshes).toBe(1);
  });

  it("is renewed by the check that found it in the journal, but not by the one that has just got it", async () => {
    const app = await start();
    const account = await signIn(app);
    const over = { ...account, expires_on: "2020-01-01", expire_on: "2020-01-01" };
    const first = await validate(app, over);
    await oidc.list.end(String(first.body["access_token"]));
    // The token in the journal has become invalid since; it may have been there for hours.
    const second = await validate(app, over);
    expect(second).toMatchObject({ status: 200, body: { name: "Ada" } });
    expect(second.body["access_token"]).not.toBe(first.body["access_token"]);
    expect(oidc.list.refreshes).toBe(2);
    // If the upstream refuses a token that this request just got, expiry is not the reason, so it is not renewed again.
    const endAtOnce = (token: { destroy(): Promise<void> }): void => void token.destroy();
    oidc.provider.on("access_token.saved", endAtOnce);
    await validate(app, { ...second.body, expires_on: "2020-01-01", expire_on: "2020-01-01" });
    oidc.provider.off("access_token.saved", endAtOnce);
    expect(oidc.list.refreshes).toBe(3);
  });

  it("is renewed once for two streams and a check at the same time", async () => {
    const app = await start();
    const account = await signIn(app);
    endBefore(2);
    const over = { ...account, expires_on: "2020-01-01", expire_on: "2020-01-01" };
    const [one, two, checked] = await Promise.all([
      read(app, account),
      read(app, account),
      validate(app, over),
    ]);
    expect([one, two]).toEqual([
      { status: 200, body: whole },
      { status: 200, body: whole },
    ]);
    expect(checked).toMatchObject({ status: 200 });
    expect(await validate(app, over)).toEqual(checked);
    expect(oidc.list.refreshes).toBe(1);
  });

  it("is renewed once by replicas that share a store, one reading and one checking", async () => {
    const accounts = { store: redis.address, replicas: 2 };
    const [here, there] = await Promise.all([start(accounts), start(accounts)]);
    const account = await signIn(here);
    endBefore(2);
    const over = { ...account, expires_on: "2020-01-01", expire_on: "2020-01-01" };
    const [one, two, checked] = await Promise.all([
      read(here, account),
      read(there, account),
      validate(there, over),
    ]);
    expect([one.body, two.body]).toEqual([whole, whole]);
    expect(checked).toMatchObject({ status: 200 });
    expect(await validate(here, over)).toEqual(checked);
    expect(oidc.list.refreshes).toBe(1);
  });

  it("is not renewed by replicas that share nothing: the stream ends with the reason, and no grant is lost", async () => {
    const [here, there] = await Promise.all([start({ replicas: 2 }), start({ replicas: 2 })]);
    const account = await signIn(here);
    endBefore(3);
    const { status, body } = await read(here, account);
    expect({ status, last: Array.from(body as never)[6] }).toMatchObject({
      status: 200,
      last: { __streamError: { code: 503, message: expect.stringContaining("WELLHEAD_STORE") } },
    });
    for (const { call } of [here, there]) {
      expect(await call("/", { source: "pages", account: { auth: "oauth2", ...account } })).toMatchObject({
        status: 503,
        body: { code: "unavailable", message: expect.stringContaining("WELLHEAD_STORE") },
      });
    }
    expect(oidc.list.refreshes).toBe(0);
  });

  it("ends the stream as the account's fault when its grant was revoked", async () => {
    const app = await start();
    const account = await signIn(app);
    await (await oidc.provider.RefreshToken.find(String(account["refresh_token"])))?.destroy();
    endBefore(2);
    const { body } = await read(app, account);
    expect(Array.from(body as never).at(-1)).toMatchObject({
      __streamError: { code: 401, message: expect.stringContaining("Connect the account again") },
    });
  });

  it("puts no token into the log", async () => {
    const app = await start({ store: new MemoryStore() });
    const account = await signIn(app);
    endBefore(2);
    await read(app, account);
    const { body } = await validate(app, account);
    const log = app.lines.join("\n");
    expect(log).toContain("Refreshed the sign-in");
    for (const members of [account, body]) {
      for (const name of ["access_token", "refresh_token"]) expect(log).not.toContain(String(members[name]));
    }
  });

  it("has cost no grant in all of this", () => {
    expect(oidc.list.revoked).toBe(0);
  });

  it("would cost the grant if it were renewed twice: the provider ends it, and that is seen here", async () => {
    const app = await start();
    const { refresh_token: token } = await signIn(app);
    const form = { grant_type: "refresh_token", client_id: "client", client_secret: "client-secret-canary" };
    const body = new URLSearchParams({ ...form, refresh_token: String(token) });
    await fetch(`${oidc.issuer}/token`, { method: "POST", body });
    await fetch(`${oidc.issuer}/token`, { method: "POST", body });
    expect(oidc.list.revoked).toBe(1);
  });
});
