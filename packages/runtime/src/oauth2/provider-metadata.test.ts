import { type OAuth2Options, oauth2 } from "@wellhead/sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Egress } from "../egress/egress.js";
import { type OAuthEnvironment, oauthEnvironment } from "../oauth/oauth-environment.js";
import { RefreshCoordinator } from "../refresh/refresh-coordinator.js";
import { refreshTokensIfDue } from "../refresh/refresh-tokens.js";
import { startUpstream, type TestUpstream, type UpstreamAnswer } from "../testing/start-upstream.js";
import { OAuth2Flow } from "./oauth2-flow.js";

const callback = "https://platform.example/callback";
const day = 86_400_000;
let provider: TestUpstream;
let answer: (path: string) => UpstreamAnswer;
let now: number;

/** Builds metadata as a provider publishes it. `path` is the path of the issuer. */
const metadata = (path = "", more: object = {}): UpstreamAnswer => ({
  body: {
    issuer: `${provider.url}${path}`,
    authorization_endpoint: `${provider.url}/authorize`,
    token_endpoint: `${provider.url}/token`,
    ...more,
  },
});

beforeEach(async () => {
  now = 1_900_000_000_000;
  answer = () => metadata();
  provider = await startUpstream(({ url }) =>
    url.pathname === "/token"
      ? { body: { access_token: "a", token_type: "Bearer", refresh_token: "r" } }
      : answer(url.pathname),
  );
});

afterEach(() => provider.close());

function open(options: Partial<OAuth2Options> = {}) {
  const { oauth2: definition } = oauth2({
    name: "Tracker",
    issuer: provider.url,
    clientId: "c",
    clientSecret: "s",
    ...options,
  });
  const flow = definition && new OAuth2Flow(definition);
  const egress = new Egress({ allow: "127.0.0.1/32:*" });
  const environment = oauthEnvironment({ secret: "s".repeat(32), variables: {}, egress, now: () => now });
  const coordinator = new RefreshCoordinator(environment);
  const refresh = async (livesMs: number) => {
    const account = {
      access_token: "a",
      refresh_token: "r",
      expires_on: new Date(now + livesMs).toISOString(),
    };
    return (
      definition &&
      (await refreshTokensIfDue(definition, account, {
        connector: "c",
        environment,
        coordinator,
        count: () => undefined,
      }))
    );
  };
  return { start: () => startAt(flow, environment), finish: () => finishAt(flow, environment), refresh };
}

async function startAt(flow: OAuth2Flow | undefined, environment: OAuthEnvironment): Promise<string> {
  const address = await flow?.start({ callback, state: "s" }, { connector: "c", environment });
  return `${address?.origin}${address?.pathname}`;
}

async function finishAt(flow: OAuth2Flow | undefined, environment: OAuthEnvironment): Promise<unknown> {
  const finish = { callback, code: "c", state: "s", redirect: {} };
  return await flow?.finish(finish, { connector: "c", environment });
}

/** Returns the paths at which metadata was requested. */
const asked = (): readonly string[] =>
  provider.requests.map(({ url }) => url.pathname).filter((path) => path.includes("well-known"));

describe("metadata of a provider", () => {
  it("fills in the addresses that a definition does not name", async () => {
    const { start, finish } = open();
    expect(await start()).toBe(`${provider.url}/authorize`);
    expect(await finish()).toMatchObject({ access_token: "a" });
    expect(asked()).toEqual(["/.well-known/openid-configuration"]);
  });

  it("is not asked for when the definition names all addresses", async () => {
    const { start } = open({ authorize: `${provider.url}/own`, token: `${provider.url}/token` });
    expect(await start()).toBe(`${provider.url}/own`);
    expect(asked()).toEqual([]);
  });

  it("is also found where RFC 8414 has it", async () => {
    answer = (path) =>
      path === "/.well-known/oauth-authorization-server/tenant" ? metadata("/tenant") : { status: 404 };
    const { start } = open({ issuer: `${provider.url}/tenant` });
    expect(await start()).toBe(`${provider.url}/authorize`);
    expect(asked()).toEqual([
      "/tenant/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server/tenant",
    ]);
  });

  it.each([
    ["basic", undefined],
    ["basic", ["client_secret_basic", "client_secret_post"].slice(0, 1)],
    ["body", ["client_secret_basic", "client_secret_post"]],
  ])("has the client sign in by %s when it accepts %j", async (method, supported) => {
    answer = () =>
      metadata("", supported === undefined ? {} : { token_endpoint_auth_methods_supported: supported });
    await open().finish();
    const { headers, body } = provider.requests.at(-1) ?? { headers: {}, body: "" };
    expect(headers["authorization"]).toBe(method === "basic" ? "Basic Yzpz" : undefined);
    expect(new URLSearchParams(body).get("client_secret")).toBe(method === "basic" ? null : "s");
  });

  it.each<[string, () => UpstreamAnswer, string, string]>([
    ["of another issuer", () => metadata("/other"), "upstream_invalid", "another issuer"],
    ["that is a web page", () => ({ body: "<html>" }), "upstream_invalid", "expected a JSON object"],
    ["that is a list", () => ({ body: [] }), "upstream_invalid", "expected a JSON object"],
    ["that is nowhere", () => ({ status: 404 }), "upstream_invalid", "status 404"],
    [
      "behind a redirect",
      () => ({ status: 302, headers: { location: "https://elsewhere.example" } }),
      "upstream_invalid",
      "status 302",
    ],
    [
      "that is out of order",
      () => ({ status: 500 }),
      "upstream_unavailable",
      "the server returned an error (500)",
    ],
    [
      "behind a limit",
      () => ({ status: 429, headers: { "retry-after": "7" } }),
      "rate_limited",
      "limit of requests",
    ],
    ["that is too long", () => ({ body: "x".repeat(300_000) }), "upstream_invalid", "longer than"],
    [
      "with an address on another host",
      () => metadata("", { token_endpoint: "https://evil.example/token" }),
      "upstream_invalid",
      '"metadataHosts"',
    ],
    [
      "with an address without TLS on another host",
      () => metadata("", { token_endpoint: "http://evil.example/token" }),
      "upstream_invalid",
      "expected a plain https address",
    ],
    [
      "with credentials in an address",
      () => metadata("", { authorization_endpoint: "https://a:b@127.0.0.1/authorize" }),
      "upstream_invalid",
      "expected a plain https address",
    ],
    [
      "with an address that is none",
      () => metadata("", { authorization_endpoint: 7 }),
      "upstream_invalid",
      "expected an address",
    ],
    [
      "with a script for an address",
      () => metadata("", { authorization_endpoint: "javascript:alert(1)" }),
      "upstream_invalid",
      "expected a plain https address",
    ],
  ])("is refused %s", async (_what, given, code, sentence) => {
    answer = given;
    await expect(open().start()).rejects.toMatchObject({ code, message: expect.stringContaining(sentence) });
  });

  it("may name addresses on the hosts that the definition lists", async () => {
    answer = () => metadata("", { authorization_endpoint: "https://accounts.tracker.example/authorize" });
    const { start } = open({ metadataHosts: ["accounts.tracker.example"] });
    expect(await start()).toBe("https://accounts.tracker.example/authorize");
  });

  it("is read through the egress like everything else", async () => {
    const { oauth2: definition } = oauth2({
      name: "T",
      issuer: provider.url,
      clientId: "c",
      clientSecret: "",
    });
    const flow = definition && new OAuth2Flow(definition);
    const egress = new Egress({ allow: "" });
    const environment = oauthEnvironment({ secret: "s".repeat(32), variables: {}, egress });
    await expect(startAt(flow, environment)).rejects.toMatchObject({ code: "invalid_field" });
    expect(provider.requests).toHaveLength(0);
  });
});

describe("what a deployment remembers of metadata", () => {
  it("is read once by many who ask at the same time, and again after an hour", async () => {
    const { start } = open();
    await Promise.all(Array.from({ length: 50 }, start));
    expect(asked()).toHaveLength(1);
    now += 3_599_999;
    await start();
    expect(asked()).toHaveLength(1);
    now += 1;
    await start();
    expect(asked()).toHaveLength(2);
  });

  it.each([
    ["max-age=0", 299_999, 300_000],
    ["no-store", 3_599_999, 3_600_000],
    ["public, max-age=600, must-revalidate", 599_999, 600_000],
    ["max-age=999999999", day - 1, day],
  ])("lives as `Cache-Control: %s` says, within limits", async (control, current, expired) => {
    answer = () => ({ ...metadata(), headers: { "cache-control": control } });
    const { start } = open();
    await start();
    now += current;
    await start();
    expect(asked()).toHaveLength(1);
    now += expired - current;
    await start();
    expect(asked()).toHaveLength(2);
  });

  it("is used for another day while the provider publishes nothing usable", async () => {
    const { start } = open();
    await start();
    answer = () => ({ status: 500 });
    now += 3_600_000 + day - 1;
    expect(await start()).toBe(`${provider.url}/authorize`);
    now += 1;
    await expect(start()).rejects.toMatchObject({ code: "upstream_unavailable" });
  });

  it("spares a provider that fails: a flood of sign-ins asks it once in five seconds", async () => {
    answer = () => ({ status: 500 });
    const { start } = open();
    for (let count = 0; count < 20; count += 1)
      await expect(start()).rejects.toThrow("the server returned an error");
    expect(asked()).toHaveLength(1);
    now += 5000;
    answer = () => metadata();
    expect(await start()).toBe(`${provider.url}/authorize`);
  });

  it("costs no account its refresh token: while it cannot be read, nothing is sent", async () => {
    answer = () => ({ status: 500 });
    const { refresh } = open();
    // A valid access token stays in use. An expired one cannot be refreshed until the metadata is readable.
    expect(await refresh(120_000)).toBeUndefined();
    await expect(refresh(-1)).rejects.toMatchObject({ code: "upstream_unavailable" });
    expect(provider.requests.map(({ url }) => url.pathname)).not.toContain("/token");
    answer = () => metadata();
    now += 5000;
    expect(await refresh(-1)).toMatchObject({ access_token: "a", refresh_token: "r" });
  });

  it("belongs to one deployment", async () => {
    await open().start();
    await open().start();
    expect(asked()).toHaveLength(2);
  });
});

it("`oauth2()` wants addresses or an issuer, and https for both", () => {
  const named = { name: "T" };
  expect(() => oauth2(named)).toThrow('"issuer"');
  expect(() => oauth2({ ...named, token: "https://t.example" })).toThrow('"issuer"');
  expect(() => oauth2({ ...named, issuer: "http://t.example" })).toThrow("https");
  const addresses = { authorize: "https://t.example/a", token: "https://t.example/t" };
  expect(() => oauth2({ ...named, ...addresses, revocation: "http://t.example/r" })).toThrow("https");
  expect(() => oauth2({ ...named, ...addresses, revocation: true })).toThrow('"issuer"');
});
