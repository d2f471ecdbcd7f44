import { describe, expect, it } from "vitest";
import { Connector } from "../src/index.js";
import { startForeignConnector } from "./foreign-connector.js";

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
      /another state/,
    );
    await expect(connector.finishSignIn(signIn, { returned: { code: "c" } })).rejects.toThrow(/no state/);
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

  it("starts only with a web address", async () => {
    const { url } = await startForeignConnector({ "GET /oauth2": { redirect_uri: "javascript:alert(1)" } });
    await expect(new Connector(url).startSignIn({ version: 2, callbackUri })).rejects.toThrow(
      /expected a web address/,
    );
  });
});
