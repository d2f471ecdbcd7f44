import { configureEgress } from "@wellhead/runtime";
import { QuirksServer } from "@wellhead/test-support/oauth/quirks-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OAuthApp, type OpenOAuthAppOptions, openOAuthApp } from "../../test/oauth-app.js";

const callback = "https://platform.example/callback";
let server: QuirksServer;
let provider: string;
let open: OAuthApp[] = [];
let codes = 0;

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  server = new QuirksServer();
  provider = await server.listen();
});

afterEach(async () => {
  await Promise.all(open.map(({ app }) => app.close()));
  open = [];
  server.seen.length = 0;
});

afterAll(() => server.close());

async function start(options: Partial<OpenOAuthAppOptions> = {}): Promise<OAuthApp> {
  const opened = await openOAuthApp({ provider, ...options });
  open.push(opened);
  return opened;
}

async function finish(oauth: OpenOAuthAppOptions["oauth"] = {}, more: object = {}) {
  const { call } = await start({ oauth });
  codes += 1;
  return await call("/oauth2", { fields: { callback_uri: callback }, code: `code-${codes}`, ...more });
}

const good = { access_token: "token-a", token_type: "Bearer", refresh_token: "token-r", expires_in: 3600 };

describe("POST /oauth2", () => {
  it.each([
    ["of the standard", { body: good }],
    ["with status 201", { status: 201, body: good }],
    [
      "form-encoded",
      {
        type: "application/x-www-form-urlencoded",
        body: new URLSearchParams({ ...good, expires_in: "3600" }).toString(),
      },
    ],
    [
      "form-encoded under text/plain",
      { type: "text/plain", body: "access_token=token-a&refresh_token=token-r&expires_in=3600" },
    ],
    ["JSON under text/plain", { type: "text/plain", body: good }],
    [
      "JSON under text/html, with a byte order mark",
      { type: "text/html", body: `\uFEFF${JSON.stringify(good)}` },
    ],
    ["without a token type", { body: { ...good, token_type: undefined } }],
    ["with an expiry as text", { body: { ...good, expires_in: "3600" } }],
    [
      "in camel case",
      { body: { accessToken: "token-a", refreshToken: "token-r", expiresIn: 3600, tokenType: "bearer" } },
    ],
    ["in an envelope", { body: { success: true, data: good } }],
    ["with the scope as a list", { body: { ...good, scope: ["a", "b"] } }],
    ["with a scope and an error of null", { body: { ...good, scope: null, error: null } }],
    ["with an ID token nobody asked for", { body: { ...good, id_token: "not.a.token" } }],
  ])("takes a reply %s", async (_what, reply) => {
    server.reply = reply;
    const { status, body } = await finish();
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Ada", access_token: "token-a", refresh_token: "token-r" });
    expect(Date.parse(String(body["expires_on"])) - Date.now()).toBeGreaterThan(3_500_000);
  });

  it.each<[string, (seconds: number) => object]>([
    ["next to an instant of a slow clock", (now) => ({ expires_in: 3600, expires_at: now - 900 })],
    ["as an instant in place of a lifetime", (now) => ({ expires: now + 3600 })],
    ["as a date in place of a lifetime", (now) => ({ expires: new Date((now + 3600) * 1000).toISOString() })],
    ["as text with a fraction of a second", (now) => ({ expires_at: `${now + 3600}.25` })],
    ["next to an instant that is none", () => ({ expires_in: "3600", expires_at: "never" })],
  ])("reads an expiry %s", async (_what, expiry) => {
    server.reply = { body: { ...good, expires_in: undefined, ...expiry(Math.floor(Date.now() / 1000)) } };
    const { body } = await finish();
    const left = Date.parse(String(body["expires_on"])) - Date.now();
    expect(left).toBeGreaterThan(3_500_000);
    expect(left).toBeLessThan(3_602_000);
  });

  it.each([
    ["after the year 9999", { expires_at: 1e30 }],
    ["after the year 9999, as text", { expires_at: "99999999999999999999" }],
    ["in the past", { expires_at: 1 }],
  ])("makes up no expiry when the instant is %s", async (_what, expiry) => {
    server.reply = { body: { ...good, expires_in: undefined, ...expiry } };
    const { status, body } = await finish();
    expect(status).toBe(200);
    expect(body).not.toHaveProperty("expires_on");
  });

  it.each([
    [12345, "12345"],
    [false, undefined],
    [[], undefined],
  ])("takes the refresh token %j as %j", async (given, expected) => {
    server.reply = { body: { ...good, refresh_token: given } };
    const { status, body } = await finish();
    expect(status).toBe(200);
    expect(body["refresh_token"]).toBe(expected);
  });

  it.each([
    ["0", 0],
    ["negative", -5],
    ["beyond belief", 1e12],
    ["no number", "soon"],
    ["absent", undefined],
  ])("makes up no expiry when the lifetime is %s", async (_what, expires_in) => {
    server.reply = { body: { ...good, expires_in } };
    const { status, body } = await finish();
    expect(status).toBe(200);
    expect(body).not.toHaveProperty("expires_on");
  });

  it.each([
    ["an error in a 200, as JSON", { body: { error: "bad_verification_code" } }, 401, "grant_refused"],
    [
      "an error in a 200, as a form",
      { type: "application/x-www-form-urlencoded", body: "error=bad_verification_code&error_description=x" },
      401,
      "grant_refused",
    ],
    ["ok: false", { body: { ok: false, error: "invalid_code" } }, 401, "grant_refused"],
    [
      "an error that is an object",
      { status: 400, body: { error: { code: 100, message: "secret-upstream" } } },
      401,
      "grant_refused",
    ],
    ["invalid_grant", { status: 400, body: { error: "invalid_grant" } }, 401, "grant_refused"],
    [
      "invalid_client",
      { status: 401, body: { error: "invalid_client" }, headers: { "www-authenticate": "Basic" } },
      500,
      "internal",
    ],
    ["a web page", { type: "text/html", body: "<html>secret-upstream</html>" }, 502, "upstream_invalid"],
    ["no access token", { body: { token_type: "bearer" } }, 502, "upstream_invalid"],
    ["an empty body", { body: "" }, 502, "upstream_invalid"],
    ["JSON that is cut", { body: '{"access_token":"tok' }, 502, "upstream_invalid"],
    ["a token type it cannot use", { body: { ...good, token_type: "mac" } }, 502, "upstream_invalid"],
    [
      "a redirect to another host",
      { status: 307, headers: { location: "http://127.0.0.1:1/" }, body: "" },
      502,
      "upstream_invalid",
    ],
    ["its limit reached", { status: 429, headers: { "retry-after": "7" }, body: "" }, 429, "rate_limited"],
    ["an outage", { status: 503, body: "" }, 503, "upstream_unavailable"],
    ["more than it may", { body: "x".repeat(300_000) }, 502, "upstream_invalid"],
  ])("answers %s with its status and a sentence", async (_what, reply, status, code) => {
    server.reply = reply;
    const answer = await finish();
    expect(answer).toMatchObject({ status, body: { code, errors: answer.body["error"] } });
    expect(JSON.stringify(answer.body)).not.toContain("secret-upstream");
    expect(server.seen).toHaveLength(1);
  });

  it("names a token type it cannot use, and what to do", async () => {
    server.reply = { body: { ...good, token_type: "BearerToken" } };
    const { body } = await finish();
    expect(body["message"]).toContain('expected a bearer token, got one of type "BearerToken"');
    expect(body["message"]).toContain('"ownTokenType"');
    server.reply = { body: { ...good, token_type: "<script>" } };
    expect((await finish()).body["message"]).toContain("got another response");
  });

  it("sends callback, verifier and client in the body, and nothing in the address", async () => {
    server.reply = { body: good };
    await finish();
    const [seen] = server.seen;
    const form = new URLSearchParams(seen?.text);
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: "authorization_code",
      redirect_uri: callback,
      client_id: "client",
      client_secret: "client-secret-canary",
    });
    expect(form.get("code_verifier")).toMatch(/^[\w-]{43}$/);
    expect(seen?.url).toBe("/token");
  });

  it("signs the client in by header, speaks JSON, looks into a member and renames where a provider wants it", async () => {
    server.reply = { body: { ok: true, authed_user: { ...good, token_type: "user" }, realm: "x" } };
    const quirks = { nested: "authed_user", jsonBody: true, ownTokenType: true } as const;
    const { body } = await finish(
      { clientAuthentication: "basic", clientSecret: "a:b %", quirks, keep: ["realmId"] },
      { realmId: "9130" },
    );
    expect(body).toMatchObject({ access_token: "token-a", realmId: "9130" });
    const { headers, text } = server.seen[0] ?? { headers: {}, text: "{}" };
    expect(headers.authorization).toBe(`Basic ${Buffer.from("client:a%3Ab+%25").toString("base64")}`);
    expect(JSON.parse(text)).toMatchObject({ code: `code-${codes}`, grant_type: "authorization_code" });
  });

  it.each([
    ["no callback", { code: "c" }, 400, "missing_field", "callback_uri"],
    ["no code", { fields: { callback_uri: callback } }, 400, "missing_field", "code"],
    [
      "a code that is a number",
      { fields: { callback_uri: callback }, code: 5 },
      400,
      "invalid_field",
      "code",
    ],
    ["fields that are text", { fields: "x", code: "c" }, 400, "malformed_request", "fields"],
    [
      "an error of the provider",
      { fields: { callback_uri: callback }, error: "access_denied" },
      401,
      "grant_refused",
      undefined,
    ],
  ])("refuses %s", async (_what, body, status, code, field) => {
    const { call } = await start();
    const answer = await call("/oauth2/v1/access_token", body);
    expect(answer).toMatchObject({ status, body: { code, ...(field !== undefined && { field }) } });
    expect(server.seen).toHaveLength(0);
  });

  it("reports missing variables to the operator at startup, and to the person later", async () => {
    const { call, lines } = await start({
      oauth: { preset: "github", clientId: undefined, clientSecret: undefined } as never,
    });
    expect(lines.join("\n")).toContain("GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET");
    const answer = await call(`/oauth2?callback_uri=${encodeURIComponent(callback)}`);
    expect(answer).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining("GITHUB_CLIENT_ID") },
    });
  });
});

describe("GET /oauth2", () => {
  it("puts scopes, further arguments and a code challenge into the address, and no secret", async () => {
    const { call } = await start({
      oauth: { scopes: ["a", "b"], separator: ",", parameters: { access_type: "offline" } },
      accounts: { variables: { TRACKER_SCOPES: "c d" } },
    });
    const { body } = await call(
      `/oauth2?callback_uri=${encodeURIComponent(callback)}&state=s%20t&query=%7B%7D`,
    );
    const address = new URL(String(body["redirect_uri"]));
    expect(Object.fromEntries(address.searchParams)).toEqual({
      response_type: "code",
      client_id: "client",
      redirect_uri: callback,
      scope: "c,d",
      state: "s t",
      access_type: "offline",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    expect(address.href).not.toContain("canary");
  });

  it.each([
    ["no callback", "/oauth2", undefined, "missing_field"],
    ["an empty callback", "/oauth2?callback_uri=", undefined, "missing_field"],
    ["two callbacks", "/oauth2?callback_uri=a&callback_uri=b", undefined, "invalid_field"],
    ["a callback that is a number", "/oauth2/v1/authorize", { callback_uri: 5 }, "invalid_field"],
  ])("refuses %s with 400", async (_what, path, body, code) => {
    const { call } = await start();
    expect(await call(path, body)).toMatchObject({ status: 400, body: { code, field: "callback_uri" } });
  });

  it("lists one field of type oauth, and nothing signing in puts into the account", async () => {
    const { call } = await start();
    const { body } = await call("/");
    expect(body["authentication"]).toMatchObject([
      {
        id: "oauth2",
        name: "Sign in with Tracker",
        fields: [{ id: "callback_uri", title: "callback_uri", type: "oauth" }],
      },
    ]);
  });
});
