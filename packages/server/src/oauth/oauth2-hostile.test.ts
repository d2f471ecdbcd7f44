import { createHash } from "node:crypto";
import { configureEgress, MemoryStore } from "@wellhead/runtime";
import { hostileCallbacks } from "@wellhead/test-support/hostile/hostile-callbacks";
import { QuirksServer } from "@wellhead/test-support/oauth/quirks-server";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OAuthApp, openOAuthApp } from "../../test/oauth-app.js";

const usual = isLong ? 60 : 16;
/** Number of sign-ins to attack; `npm run proof hostile` attacks all. */
const attacks = process.env["HOSTILE_COUNT"] === undefined ? usual : 500;
/** The hostile callbacks, or those that begin as the listed one does and every seventh of the others. */
const callbacks = hostileCallbacks.filter(
  (callback, index) => isLong || index % 7 === 0 || callback.startsWith("https://platform.example"),
);
const callback = "https://platform.example/callback";
const tokens = { access_token: "a", token_type: "bearer" };
let servers: QuirksServer[];
let apps: OAuthApp[];

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  servers = [new QuirksServer(), new QuirksServer()];
  const store = new MemoryStore();
  apps = await Promise.all(
    servers.map(async (server, index) => {
      server.reply = { body: tokens };
      const accounts = { store, callbacks: [callback] };
      return await openOAuthApp({ provider: await server.listen(), connector: `c${index}`, accounts });
    }),
  );
});

afterAll(async () => {
  await Promise.all(apps.map(({ app }) => app.close()));
  for (const server of servers) server.close();
});

function appAt(index: number): OAuthApp {
  const app = apps[index % apps.length];
  if (app === undefined) throw new Error("no app");
  return app;
}

describe("OAuth 2 under attack", () => {
  it(`refuses ${callbacks.length} hostile callbacks, and takes the listed one with a state at its end`, async () => {
    expect(hostileCallbacks.length).toBeGreaterThanOrEqual(300);
    const accepted: string[] = [];
    for (const hostile of callbacks) {
      const begun = await appAt(0).call("/oauth2/v1/authorize", { callback_uri: hostile });
      const finished = await appAt(0).call("/oauth2", { fields: { callback_uri: hostile }, code: "c" });
      if (begun.status !== 400 || finished.status !== 400) accepted.push(hostile);
    }
    expect(accepted).toEqual([]);
    expect(servers[0]?.seen).toHaveLength(0);
    const withState = { callback_uri: `${callback}?state=x.y-1` };
    expect(await appAt(0).call("/oauth2/v1/authorize", withState)).toMatchObject({ status: 200 });
  });

  it("sends no code to the token address of another connector", async () => {
    for (let index = 0; index < attacks; index += 1) {
      const state = `swap-${index}`;
      await appAt(index).call("/oauth2/v1/authorize", { callback_uri: callback, state });
      const finish = { fields: { callback_uri: callback }, code: `code-${index}`, state };
      const answer = await appAt(index + 1).call("/oauth2", finish);
      expect(answer).toMatchObject({ status: 401, body: { code: "grant_refused" } });
    }
    expect(servers.flatMap(({ seen }) => seen)).toEqual([]);
  });

  it("sends no verifier that matches the challenge of a sign-in whose state was changed", async () => {
    const { call } = appAt(0);
    const state = "the-state-of-this-sign-in";
    const begun = await call("/oauth2/v1/authorize", { callback_uri: callback, state });
    const challenge = new URL(String(begun.body["redirect_uri"])).searchParams.get("code_challenge");
    const server = servers[0] ?? new QuirksServer();
    let refused = 0;
    server.seen.length = 0;
    for (let seed = 0; seed < attacks; seed += 1) {
      const finish = { code: `mutated-${seed}`, state: mutate(state, seed) };
      await call("/oauth2", { fields: { callback_uri: callback }, ...finish });
    }
    for (const { text } of server.seen) {
      const verifier = new URLSearchParams(text).get("code_verifier") ?? "";
      if (createHash("sha256").update(verifier).digest("base64url") !== challenge) refused += 1;
    }
    expect(refused).toBe(attacks);
  });

  it("finishes the sign-in that was not changed", async () => {
    const { call } = appAt(0);
    const state = "untouched";
    await call("/oauth2/v1/authorize", { callback_uri: callback, state });
    const finish = { fields: { callback_uri: callback }, code: "untouched", state };
    expect(await call("/oauth2", finish)).toMatchObject({ status: 200 });
    expect(await call("/oauth2", finish)).toMatchObject({ status: 401, body: { code: "grant_refused" } });
  });
});

/** Changes a state: replaces a character, adds text before or after it, or changes its case and adds text. */
function mutate(state: string, seed: number): string {
  const place = seed % state.length;
  const letter = String.fromCharCode(33 + (seed % 90));
  const changed = [
    `${state.slice(0, place)}${letter}${seed}${state.slice(place + 1)}`,
    `${state}${letter}${seed}`,
    `${seed}${state}`,
    `${state.toUpperCase()}${seed}`,
  ][seed % 4];
  return changed ?? "";
}
