import { generateKeyPairSync } from "node:crypto";
import { inspect } from "node:util";
import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import type { TestUpstream, UpstreamAnswer } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { type JWTVerifyResult, jwtVerify } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { googleSheetsConnector } from "../google-sheets-connector.js";
import { startGoogle } from "./start-google.js";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const key = {
  type: "service_account",
  project_id: "project",
  private_key_id: "key-1",
  private_key: pem,
  client_email: "reader@project.iam.gserviceaccount.com",
  token_uri: "http://127.0.0.1:1/elsewhere",
  universe_domain: "googleapis.com",
};
const account = { auth: "service-account", key: JSON.stringify(key, undefined, 2) };
const orders = { spreadsheet: "book", sheet: "7" };
const cells = [[{ value: "n" }], ...Array.from({ length: 25_000 }, (_, n) => [{ value: n }])];

let google: TestUpstream;
let app: App;
let url: string;
let now: number;
let issued: number;
/** Tokens that the test server no longer accepts. */
let revoked: Set<string>;
let assertions: JWTVerifyResult[];
let onGrant: (() => UpstreamAnswer | undefined) | undefined;
const lines: string[] = [];

function note(record: object, message: string): void {
  lines.push(`${inspect(record, { depth: 9 })} ${message}`);
}

/** Verifies an assertion with an independent library, and issues a token. */
async function grant(form: URLSearchParams): Promise<UpstreamAnswer> {
  const other = onGrant?.();
  if (other !== undefined) return other;
  if (form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer")
    return { status: 400, body: { error: "unsupported_grant_type" } };
  const verified = await jwtVerify(form.get("assertion") ?? "", publicKey, {
    algorithms: ["RS256"],
    issuer: key.client_email,
    audience: `${google.url}/token`,
    currentDate: new Date(now),
    maxTokenAge: 60,
    requiredClaims: ["scope", "iat", "exp"],
  }).catch(() => undefined);
  if (verified === undefined)
    return { status: 400, body: { error: "invalid_grant", error_description: "Invalid JWT Signature." } };
  assertions.push(verified);
  issued += 1;
  return { body: { access_token: `issued-${issued}`, expires_in: 3599, token_type: "Bearer" } };
}

beforeEach(async () => {
  now = Date.parse("2026-11-22T09:00:00Z");
  issued = 0;
  revoked = new Set();
  assertions = [];
  onGrant = undefined;
  lines.length = 0;
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new MemoryStore());
  google = await startGoogle([{ id: 7, title: "Orders", cells }], {
    grant,
    accepts: (token) => token.startsWith("issued-") && !revoked.has(token),
  });
  app = await createApp({
    connectors: [googleSheetsConnector({ server: google.url, now: () => now })],
    logger: { info: note, warn: note, error: note },
  });
  ({ url } = await app.listen({ port: 0 }));
});

afterEach(async () => {
  await app.close();
  await google.close();
});

async function post(path: string, body: unknown) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

const readRows = async (of: object = account) =>
  await post("/", { source: "rows", account: of, filter: orders });

describe("a service account", () => {
  it("signs an assertion that an independent verifier accepts, and is named by its address", async () => {
    const { auth: id, ...fields } = account;
    const { status, body } = await post("/validate", { id, fields });
    expect({ status, body }).toMatchObject({ status: 200, body: { name: key.client_email } });
    expect(assertions).toHaveLength(1);
    const [{ protectedHeader, payload } = { protectedHeader: {}, payload: {} }] = assertions;
    expect(protectedHeader).toEqual({ alg: "RS256", typ: "JWT", kid: "key-1" });
    expect(payload).toEqual({
      iss: key.client_email,
      aud: `${google.url}/token`,
      scope:
        "https://www.googleapis.com/auth/spreadsheets.readonly https://www.googleapis.com/auth/drive.metadata.readonly",
      iat: now / 1000,
      exp: now / 1000 + 3600,
    });
    // The assertion authenticates that request, so it has no token.
    const [asked] = google.requests.filter((request) => request.url.pathname === "/token");
    expect(asked?.headers.authorization).toBeUndefined();
    expect(asked?.headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
  });

  it("acts for a person of the domain", async () => {
    await readRows({ ...account, subject: "ada@example.org" });
    expect(assertions[0]?.payload.sub).toBe("ada@example.org");
    await readRows();
    // Another user is another account, with a token of its own.
    expect(assertions).toHaveLength(2);
  });

  it("requests a token once until it expires, however many concurrent callers need it", async () => {
    const { body } = await readRows();
    expect(body).toHaveLength(25_000);
    await Promise.all(
      Array.from({ length: 6 }, () => post("/datalist?source=rows&field=spreadsheet", account)),
    );
    expect(issued).toBe(1);
    now += 3_530_000;
    await post("/datalist?source=rows&field=spreadsheet", account);
    expect(issued).toBe(1);
    now += 10_000;
    await Promise.all(
      Array.from({ length: 6 }, () => post("/datalist?source=rows&field=spreadsheet", account)),
    );
    expect(issued).toBe(2);
  });

  it("gets another token when one is refused before its end, in the middle of a stream as well", async () => {
    await readRows();
    revoked.add("issued-1");
    const { status, body } = await readRows();
    expect({ status, rows: (body as unknown[]).length, issued }).toEqual({
      status: 200,
      rows: 25_000,
      issued: 2,
    });
  });

  it("is refused once, without trying again for ever, when no token works", async () => {
    for (let index = 1; index < 10; index += 1) revoked.add(`issued-${index}`);
    expect(await readRows()).toMatchObject({ status: 401, body: { code: "account_invalid" } });
    expect(issued).toBe(2);
  });

  it("is retried by its own request alone while the token endpoint is out of order", async () => {
    let count = 0;
    onGrant = () => {
      count += 1;
      return { status: 503, headers: { "retry-after": "600" }, body: "" };
    };
    expect(await readRows()).toMatchObject({ status: 503, body: { code: "upstream_unavailable" } });
    expect(count).toBe(1);
  });

  it.each([
    ["text", "not json"],
    ["a list", "[]"],
    ["null", "null"],
    ["an OAuth client", JSON.stringify({ web: { client_id: "x", client_secret: pem } })],
    ["a person's credentials", JSON.stringify({ type: "authorized_user", refresh_token: "secret-token" })],
    [
      "credentials by address",
      JSON.stringify({ type: "external_account", token_url: "http://169.254.169.254/" }),
    ],
    ["a key without address", JSON.stringify({ ...key, client_email: undefined })],
    ["a key without key", JSON.stringify({ ...key, private_key: "secret-token" })],
    ["another cloud", JSON.stringify({ ...key, universe_domain: "elsewhere.example" })],
  ])("that is %s is refused with the field, and shows nothing of it", async (_what, text) => {
    const { status, body } = await readRows({ auth: "service-account", key: text });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: "invalid_field", field: "key" } });
    expect(JSON.stringify(body)).not.toMatch(/PRIVATE KEY|secret-token|169\.254/);
    expect(google.requests).toHaveLength(0);
  });

  it.each([
    ["cut", pem.slice(0, 300)],
    ["of another kind", generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" })],
    [
      "encrypted",
      privateKey.export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "p" }),
    ],
  ])("whose private key is %s is told so", async (_what, text) => {
    const broken = JSON.stringify({ ...key, private_key: text });
    const { status, body } = await readRows({ auth: "service-account", key: broken });
    expect({ status, body }).toMatchObject({ status: 401, body: { code: "account_invalid" } });
  });

  it.each([
    ["no token", {}],
    ["a token that no header can carry", { access_token: "a\r\nx: y" }],
    ["a token that is a number", { access_token: 5 }],
    ["a page of a proxy", "<html>"],
  ])("answered with %s is the upstream's fault", async (_what, body) => {
    onGrant = () => ({ body });
    expect(await readRows()).toMatchObject({ status: 502, body: { code: "upstream_invalid" } });
  });

  it("reaches the token endpoint only where the operator permits", async () => {
    configureEgress({ allow: "" });
    const answer = await readRows();
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(google.requests).toHaveLength(0);
  });

  it("leaves neither key nor assertion nor token in the log", async () => {
    await readRows();
    revoked.add("issued-1");
    await readRows();
    const log = lines.join("\n");
    expect(log).toContain("Upstream call");
    const secret = pem.split("\n")[1] ?? "";
    for (const text of [secret, "issued-1", "issued-2", "eyJ"]) expect(log).not.toContain(text);
  });
});
