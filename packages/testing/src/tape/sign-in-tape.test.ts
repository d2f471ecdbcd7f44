import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Account } from "@wellhead/client";
import { Egress } from "@wellhead/runtime";
import { AccessTokenCache, defineConnector, fields, id, password, Secret } from "@wellhead/sdk";
import { oauthConnector } from "@wellhead/test-support/oauth/oauth-connector";
import { type OidcServer, startOidcServer } from "@wellhead/test-support/oauth/oidc-server";
import { pagedIds } from "@wellhead/test-support/oauth/paged-oidc";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { playTape } from "../record/play-tape.js";
import { recordTape } from "../record/record-tape.js";
import { startConnector } from "../service/start-connector.js";
import type { StartedConnector } from "../service/started-connector.js";
import type { TapeFault } from "./faults.js";
import { replay } from "./replay.js";
import { formatTape, type Tape } from "./tape.js";

const real = "https://tracker.example";
const callback = "https://platform.example/callback";
const read = { source: "pages" };
const connector = oauthConnector(real, {
  oauth: { authorize: `${real}/auth`, token: `${real}/token`, scopes: ["openid", "offline_access"] },
});

let provider: OidcServer;
let service: StartedConnector | undefined;

beforeAll(async () => {
  provider = await startOidcServer(callback);
});

afterEach(async () => {
  await service?.stop();
  service = undefined;
});

afterAll(() => {
  provider.close();
});

/** Signs in at the provider without any code of ours. */
async function signIn(): Promise<
  Account & { readonly access_token: string; readonly refresh_token: string }
> {
  const verifier = randomBytes(32).toString("base64url");
  const address = new URL(`${provider.issuer}/auth`);
  address.search = new URLSearchParams({
    client_id: "client",
    redirect_uri: callback,
    response_type: "code",
    scope: "openid offline_access",
    prompt: "consent",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  const back = await provider.signIn(address.href);
  const body = new URLSearchParams({
    client_id: "client",
    client_secret: "client-secret-canary",
    grant_type: "authorization_code",
    code: back.searchParams.get("code") ?? "",
    redirect_uri: callback,
    code_verifier: verifier,
  });
  const response = await fetch(`${provider.issuer}/token`, { method: "POST", body });
  // A successful response has both tokens.
  const tokens = (await response.json()) as { readonly access_token: string; readonly refresh_token: string };
  expect(response.status).toBe(200);
  return { auth: "oauth2", access_token: tokens.access_token, refresh_token: tokens.refresh_token };
}

async function record(account: Account): Promise<{ readonly tape: Tape; readonly stored: Account[] }> {
  const stored: Account[] = [];
  const tape = await recordTape(connector, {
    account,
    reads: [read],
    upstream: "An OpenID provider on this machine",
    standIns: { [real]: provider.issuer },
    egress: new Egress({ allow: "127.0.0.1/32:*" }),
    onAccount: (changed) => void stored.push(changed),
  });
  return { tape, stored };
}

async function start(tape: Tape, faults: readonly TapeFault[] = []): Promise<StartedConnector> {
  service = await startConnector(connector, { account: tape.account, upstream: replay(tape, { faults }) });
  return service;
}

const callsOf = (tape: Tape) =>
  tape.interactions
    .filter(({ refused }) => refused !== true)
    .map(({ request, response }) => `${request.method} ${request.url.slice(real.length)} ${response.status}`);

const refreshesOf = ({ requests }: StartedConnector) => requests.filter(({ method }) => method === "POST");

describe("a tape of an account that was refreshed", () => {
  let tape: Tape;
  let stored: Account[];
  let secrets: readonly string[];

  beforeAll(async () => {
    const account = await signIn();
    await provider.list.end(account.access_token);
    ({ tape, stored } = await record(account));
    secrets = [account, ...stored].flatMap(({ access_token, refresh_token }) =>
      [access_token, refresh_token].map(String),
    );
  });

  it("has the refusal, the refresh and every page, in order", () => {
    expect(callsOf(tape)).toEqual([
      "GET /me 401",
      "POST /token 200",
      "GET /me 200",
      ...[1, 2, 3, 4, 5].map((page) => `GET /pages?page=${page} 200`),
    ]);
    expect(tape.interactions[1]).toMatchObject({
      request: { body: { lines: [expect.stringContaining("grant_type=refresh_token")] } },
      response: {
        body: { json: { access_token: "[secret]", refresh_token: "[secret]", token_type: "Bearer" } },
      },
    });
  });

  it("hands over the new tokens, which the provider accepts, and has none of the old and the new ones", async () => {
    expect(stored).toHaveLength(1);
    const [{ access_token: token } = {}] = stored;
    const response = await fetch(`${provider.issuer}/pages?page=1`, {
      headers: { authorization: `Bearer ${String(token)}` },
    });
    expect(response.status).toBe(200);
    expect(new Set(secrets).size).toBe(4);
    const text = formatTape(tape);
    for (const secret of [...secrets, "client-secret-canary"]) expect(text).not.toContain(secret);
    expect(tape.account).toMatchObject({
      access_token: "tape-access_token",
      refresh_token: "tape-refresh_token",
    });
  });

  it("refreshes again when it is played, without a network", async () => {
    const [played] = await playTape(connector, tape);
    expect(played?.rows.map(({ id: number }) => Number(number))).toEqual(pagedIds);
  });

  it("plays a token that expires between two pages, which is refreshed with the recorded call", async () => {
    const page = callsOf(tape).findIndex((call) => call.includes("page=3")) + 1;
    const started = await start(tape, [{ at: page, kind: "expired" }]);
    // The platform stores what the refresh returned, so the next one begins with these tokens.
    const account = await started.validate();
    const { rows, verdict } = await started.rows<{ readonly id: unknown }>("pages", { account });
    expect([verdict.ending, rows.map(({ id: number }) => Number(number))]).toEqual(["whole", pagedIds]);
    expect(refreshesOf(started)).toHaveLength(2);
    await started.close();
  });

  it("refuses an account whose refresh token is another", async () => {
    const started = await start(tape);
    const other = { ...tape.account, refresh_token: "of-another" };
    await expect(started.validate(other)).rejects.toMatchObject({ status: 401 });
  });

  it("fails a test that leaves the refresh unread", async () => {
    const without = {
      ...tape,
      interactions: tape.interactions.filter(({ response }) => response.status !== 401),
    };
    await expect(playTape(connector, without)).rejects.toThrow(/unread:[^]*interaction 1: POST .*\/token/);
  });
});

describe("a tape of an account that was not refreshed", () => {
  it("fails a token that expires: the refresh is not on the tape", async () => {
    const { tape, stored } = await record(await signIn());
    expect(stored).toEqual([]);
    expect(callsOf(tape)[0]).toBe("GET /me 200");
    const started = await start(tape, [{ at: 2, kind: "expired" }]);
    await started.validate();
    await started.rows("pages").catch(() => undefined);
    expect(refreshesOf(started)).not.toEqual([]);
    await expect(started.close()).rejects.toThrow(
      /Could not replay POST https:\/\/tracker\.example\/token: it is not on the tape\. The nearest is interaction 1, which differs in method: expected "GET", got "POST"/,
    );
  });
});

it.each<[string, (token: string) => { readonly body: unknown; readonly headers?: Record<string, string> }]>([
  ["a member", (token) => ({ body: { access_token: token, lifetime: 60 } })],
  ["a nested member", (token) => ({ body: { sessions: [{ id: 1, access: { token } }] } })],
  ["a part of a text", (token) => ({ body: `Session ${token} of one hour` })],
  ["a header", (token) => ({ body: {}, headers: { "x-session": token } })],
])("a tape of a connector that buys its tokens itself has none of them: %s", async (_place, answer) => {
  const issued: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/token") {
      const token = randomBytes(24).toString("base64url");
      issued.push(token);
      const { body, headers = {} } = answer(token);
      response.writeHead(200, headers).end(JSON.stringify(body));
    } else if (request.headers.authorization === `Bearer ${issued.at(-1) ?? ""}`)
      response.end('[{"id":"1"}]');
    else response.writeHead(401).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const tokens = new AccessTokenCache();
  const buyer = defineConnector({
    id: "buyer",
    name: "Buyer",
    version: "1.0.0",
    description: "Buys a token with a secret",
    http: { baseUrl: real },
    accounts: {
      client: fields({
        title: "Client",
        fields: { secret: password() },
        authorize: async ({ headers }, { secret }, { http }) => {
          const token = await tokens.find(secret.reveal(), async () => {
            const call = http.post(`${real}/token`, { json: { secret: secret.reveal() } });
            const received = await call.answer();
            const text = JSON.stringify([received.body, received.headers["x-session"]]);
            const [bought = ""] = /[\w-]{32}/.exec(text) ?? [];
            return { token: new Secret(bought), expiresAt: Date.now() + 60_000 };
          });
          headers["authorization"] = `Bearer ${token.reveal()}`;
        },
      }),
    },
    identify: async ({ http }) => {
      await http.get("items").json();
      return { name: "Ada" };
    },
    sources: (source) => ({
      items: source({
        name: "Items",
        fields: { id: id() },
        rows: ({ http }) => http.pages<{ id: string }>("items"),
      }),
    }),
  });
  const account = { auth: "client", secret: "the-secret-of-a-client" };
  // The server listens on an address of this machine.
  const { port } = server.address() as AddressInfo;
  const tape = await recordTape(buyer, {
    account,
    reads: [{ source: "items" }],
    upstream: "A stand-in",
    standIns: { [real]: `http://127.0.0.1:${port}` },
    egress: new Egress({ allow: "127.0.0.1/32:*" }),
  });
  expect(issued.length).toBeGreaterThan(0);
  const text = formatTape(tape);
  expect([...issued, account.secret].filter((secret) => text.includes(secret))).toEqual([]);
  expect(await playTape(buyer, tape)).toMatchObject([{ rows: [{ id: "1" }] }]);
});
