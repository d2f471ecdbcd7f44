import { describe, expect, it } from "vitest";
import { Connector } from "../src/index.js";
import { type Answer, startForeignConnector } from "./foreign-connector.js";

describe("a sign-in", () => {
  const callbackUri = "https://platform.example/callback";

  it("by the plain endpoints sends one query argument, adds its state to the redirect and checks it", async () => {
    const { url, seen } = await startForeignConnector({
      "GET /oauth2": { redirect_uri: "https://provider.example/auth?client_id=c" },
      "POST /oauth2": { access_token: "a", name: "Ada" },
    });
    const connector = new Connector(url);
    const signIn = await connector.startSignIn({ version: 2, callbackUri, state: "s1" });
    expect(seen[0]?.line).toBe(`GET /oauth2?callback_uri=${encodeURIComponent(callbackUri)}`);
    expect(new URL(signIn.redirectUri).searchParams.get("state")).toBe("s1");
    await expect(connector.finishSignIn(signIn, { returned: { code: "c", state: "s2" } })).rejects.toThrow(
      /another "state"/,
    );
    await expect(connector.finishSignIn(signIn, { returned: { code: "c" } })).rejects.toThrow(
      /without "state"/,
    );
    await expect(
      connector.finishSignIn(signIn, { returned: { error: "access_denied", state: "s1" } }),
    ).rejects.toThrow(/provider said "access_denied"/);
    await expect(connector.finishSignIn(signIn, { returned: { state: "s1" } })).rejects.toThrow(
      /without "code"/,
    );
    const stored = await connector.finishSignIn(signIn, {
      returned: { code: "c", state: "s1" },
      fields: { site: "x" },
    });
    expect(seen.at(-1)?.body).toEqual({ code: "c", fields: { site: "x", callback_uri: callbackUri } });
    expect(stored).toEqual({
      site: "x",
      callback_uri: callbackUri,
      access_token: "a",
      name: "Ada",
      auth: "oauth2",
      identifier: "oauth2",
    });
  });

  it("by the versioned endpoints sends its state, and repeats what the connector put into the redirect", async () => {
    const { url, seen } = await startForeignConnector({
      "POST /oauth2/v1/authorize": { redirect_uri: "https://provider.example/auth?state=s1" },
      "POST /oauth2/v1/access_token": { access_token: "a" },
    });
    const connector = new Connector(url);
    const signIn = await connector.startSignIn({
      version: 2,
      callbackUri,
      state: "s1",
      endpoints: "versioned",
    });
    expect(seen[0]?.body).toEqual({ callback_uri: callbackUri, state: "s1" });
    await connector.finishSignIn(signIn, { returned: { code: "c", state: "s1", scope: "all" } });
    expect(seen.at(-1)?.body).toEqual({
      code: "c",
      state: "s1",
      scope: "all",
      fields: { callback_uri: callbackUri },
    });
  });

  it("of version 1 returns the request token and secret with the verifier", async () => {
    const { url, seen } = await startForeignConnector({
      "GET /oauth1": { redirect_uri: "https://provider.example/auth", token: "rt", secret: "rs" },
      "POST /oauth1": { access_token: "a", access_secret: "b" },
    });
    const connector = new Connector(url);
    const signIn = await connector.startSignIn({ version: 1, callbackUri });
    const stored = await connector.finishSignIn(signIn, {
      returned: { oauth_token: "rt", oauth_verifier: "v" },
    });
    expect(seen.at(-1)?.body).toEqual({
      oauth_token: "rt",
      oauth_verifier: "v",
      fields: { access_token: "rt", access_secret: "rs", callback_uri: callbackUri },
    });
    expect(stored).toMatchObject({ auth: "oauth", access_token: "a", access_secret: "b" });
  });

  it.each([1, 2] as const)(
    "of version %i uses the versioned endpoints where there are no others",
    async (version) => {
      const { url, seen } = await startForeignConnector({
        [`POST /oauth${version}/v1/authorize`]: {
          redirect_uri: "https://p.example/a",
          token: "rt",
          secret: "rs",
        },
        [`POST /oauth${version}/v1/access_token`]: { access_token: "a" },
      });
      const connector = new Connector(url);
      const signIn = await connector.startSignIn({ version, callbackUri, state: "s1" });
      const returned = version === 1 ? { oauth_verifier: "v", oauth_token: "rt" } : { code: "c" };
      expect(await connector.finishSignIn(signIn, { returned: { ...returned, state: "s1" } })).toMatchObject({
        access_token: "a",
      });
      expect(seen.map(({ line }) => line.replace(/\?.*/, ""))).toEqual([
        `GET /oauth${version}`,
        `POST /oauth${version}/v1/authorize`,
        `POST /oauth${version}/v1/access_token`,
      ]);
      // The interface of version 1 has no member for it.
      expect(seen[1]?.body["state"]).toBe(version === 2 ? "s1" : undefined);
    },
  );

  it("finishes by POST /oauth2/v1/access_token where the connector has that one only, or on request", async () => {
    const { url, seen } = await startForeignConnector({
      "GET /oauth2": { redirect_uri: "https://provider.example/auth" },
      "POST /oauth2/v1/access_token": { access_token: "a" },
    });
    const connector = new Connector(url);
    const signIn = await connector.startSignIn({ version: 2, callbackUri });
    await connector.finishSignIn(signIn, { returned: { code: "c" } });
    await connector.finishSignIn(signIn, { returned: { code: "d" }, endpoints: "versioned" });
    expect(seen.slice(1).map(({ line, body }) => [line, body["code"]])).toEqual([
      ["POST /oauth2", "c"],
      ["POST /oauth2/v1/access_token", "c"],
      ["POST /oauth2/v1/access_token", "d"],
    ]);
    expect(seen.at(-1)?.body).toEqual({ code: "d", fields: { callback_uri: callbackUri } });
    await expect(
      connector.finishSignIn(signIn, { returned: { code: "e" }, endpoints: "plain" }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it("sends a code once when the connector refuses it", async () => {
    const refuse: Answer = (_seen, response) => response.writeHead(401).end('{"error":"Code expired"}');
    const { url, seen } = await startForeignConnector({
      "GET /oauth2": { redirect_uri: "https://provider.example/auth" },
      "POST /oauth2": refuse,
      "POST /oauth2/v1/access_token": { access_token: "a" },
    });
    const connector = new Connector(url);
    const signIn = await connector.startSignIn({ version: 2, callbackUri });
    await expect(connector.finishSignIn(signIn, { returned: { code: "c" } })).rejects.toThrow("Code expired");
    expect(seen).toHaveLength(2);
  });

  it("of version 1 puts its state into the callback address, and takes only its own request token", async () => {
    const { url, seen } = await startForeignConnector({
      "GET /oauth1": { redirect_uri: "https://provider.example/auth", token: "rt", secret: "rs" },
      "POST /oauth1": { access_token: "a" },
    });
    const connector = new Connector(url);
    const signIn = await connector.startSignIn({ version: 1, callbackUri, state: "s1" });
    expect(seen[0]?.line).toBe(`GET /oauth1?callback_uri=${encodeURIComponent(`${callbackUri}?state=s1`)}`);
    const finish = (returned: Record<string, string>) => connector.finishSignIn(signIn, { returned });
    await expect(finish({ oauth_token: "rt", oauth_verifier: "v" })).rejects.toThrow(/without "state"/);
    await expect(finish({ oauth_token: "x", oauth_verifier: "v", state: "s1" })).rejects.toThrow(
      /another "oauth_token"/,
    );
    // Some providers return the verifier only.
    await finish({ oauth_verifier: "v", state: "s1" });
    await finish({ oauth_token: "rt", oauth_verifier: "v", state: "s1" });
    expect(seen.at(-1)?.body["fields"]).toEqual({
      access_token: "rt",
      access_secret: "rs",
      callback_uri: `${callbackUri}?state=s1`,
    });
  });

  it("takes any oauth_token where the connector has kept its own, and in version 2", async () => {
    const { url, seen } = await startForeignConnector({
      "GET /oauth1": { redirect_uri: "https://provider.example/auth" },
      "POST /oauth1": { access_token: "a" },
      "GET /oauth2": { redirect_uri: "https://provider.example/auth" },
      "POST /oauth2": { access_token: "a" },
    });
    const connector = new Connector(url);
    const given = { oauth_token: "x", oauth_verifier: "v", code: "c" };
    for (const version of [1, 2] as const) {
      const signIn = await connector.startSignIn({ version, callbackUri });
      await connector.finishSignIn(signIn, { returned: given });
      expect(seen.at(-1)?.body).toMatchObject(given);
    }
  });

  it("is what is kept until the provider returns", async () => {
    const { url } = await startForeignConnector({
      "GET /oauth1": { redirect_uri: "https://provider.example/auth", token: "rt", secret: "rs" },
      "GET /oauth2": { redirect_uri: "https://provider.example/auth?state=own" },
    });
    const connector = new Connector(url);
    const started = { callbackUri, endpoints: "plain" };
    expect(await connector.startSignIn({ version: 1, callbackUri })).toEqual({
      ...started,
      version: 1,
      redirectUri: "https://provider.example/auth",
      state: undefined,
      repeatsState: false,
      requestToken: { token: "rt", secret: "rs" },
    });
    expect(await connector.startSignIn({ version: 2, callbackUri, state: "s1" })).toEqual({
      ...started,
      version: 2,
      redirectUri: "https://provider.example/auth?state=own",
      state: "own",
      repeatsState: true,
    });
  });

  it("uses no other endpoints than those that are asked for, and reports the first of two that are missing", async () => {
    const missing: Answer = (_seen, response) => response.writeHead(405).end('{"error":"Not this"}');
    const { url, seen } = await startForeignConnector({
      "GET /oauth2": missing,
      "POST /oauth1/v1/authorize": { redirect_uri: "https://provider.example/auth" },
      "POST /oauth1": { access_token: "a" },
    });
    const connector = new Connector(url);
    const start = (version: 1 | 2, endpoints?: "plain" | "versioned") =>
      connector.startSignIn({ version, callbackUri, ...(endpoints && { endpoints }) });
    await expect(start(1, "plain")).rejects.toMatchObject({ status: 404 });
    await expect(start(2)).rejects.toMatchObject({ status: 405, message: "Not this" });
    await expect(start(2, "versioned")).rejects.toMatchObject({ status: 404 });
    expect(seen.map(({ line }) => line.replace(/\?.*/, ""))).toEqual([
      "GET /oauth1",
      "GET /oauth2",
      "POST /oauth2/v1/authorize",
      "POST /oauth2/v1/authorize",
    ]);
    const signIn = await start(1, "versioned");
    expect(signIn.endpoints).toBe("versioned");
    const returned = { oauth_verifier: "v" };
    expect(await connector.finishSignIn(signIn, { returned })).toMatchObject({ access_token: "a" });
  });

  it("ends with an account, and without an expected state ignores that of the provider", async () => {
    const { url } = await startForeignConnector({
      "GET /oauth2": { redirect_uri: "https://provider.example/auth" },
      "POST /oauth2": ["no account"],
    });
    const connector = new Connector(url);
    const signIn = await connector.startSignIn({ version: 2, callbackUri });
    const finish = (returned: Record<string, string>) => connector.finishSignIn(signIn, { returned });
    await expect(finish({ code: "c", state: "of the provider" })).rejects.toMatchObject({
      code: "invalid",
      message:
        "Could not finish the sign-in: expected an account from the connector. Report this to its author.",
    });
    await expect(finish({ error: "e".repeat(300) })).rejects.toMatchObject({
      message: `Could not finish the sign-in: the provider said "${"e".repeat(200)}".`,
    });
    const expecting = await connector.startSignIn({ version: 2, callbackUri, state: "s1" });
    await expect(
      connector.finishSignIn(expecting, { returned: { code: "c", state: "s2" } }),
    ).rejects.toMatchObject({
      code: "invalid",
      message:
        'Could not finish the sign-in: the provider came back with another "state", so this answer may belong to another sign-in. Start again.',
    });
  });

  it("starts only with a web address", async () => {
    const other = await startForeignConnector({ "GET /oauth2": {} });
    await expect(new Connector(other.url).startSignIn({ version: 2, callbackUri })).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining('expected a web address in "redirect_uri", got ""'),
    });
    const { url } = await startForeignConnector({ "GET /oauth2": { redirect_uri: "javascript:alert(1)" } });
    await expect(new Connector(url).startSignIn({ version: 2, callbackUri })).rejects.toThrow(
      /expected a web address/,
    );
  });
});
