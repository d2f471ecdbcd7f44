import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { MemoryStore } from "@wellhead/runtime";
import { signRequest } from "@wellhead/test-support/services/service-programs";
import { afterEach, describe, expect, test } from "vitest";
import { ask, raw, rows, start, stopAll } from "../../test/start-guarded.js";
import type { AppOptions } from "../fastify/app.js";

afterEach(stopAll);

const script = fileURLToPath(signRequest);
const secret = "6b8d3c1f0a9e4d7c8b5a2f1e0d9c8b7a6f5e4d3c";
const seconds = 1_790_000_000;

interface Signing {
  readonly method?: string;
  readonly target?: string;
  readonly body?: string;
  readonly nonce?: string;
  readonly created?: number;
  readonly secret?: string;
}

/** Signs a request with a Python script. */
function sign(given: Signing): Record<string, string> {
  const input = {
    id: "platform",
    secret,
    method: "POST",
    target: "/",
    created: seconds,
    nonce: "0123456789abcdef",
    ...given,
  };
  // The script prints headers by name.
  return JSON.parse(execFileSync("python3", [script], { input: JSON.stringify(input) }).toString()) as Record<
    string,
    string
  >;
}

describe("signed requests", () => {
  const now = () => new Date(seconds * 1000);
  const signed = (more: Partial<AppOptions> = {}) =>
    start({ signingKeys: [`platform=${secret}`] }, { now, ...more });
  const post = { method: "POST", body: rows };

  test("what Python signs is accepted once", async () => {
    const { url } = await signed();
    const headers = sign({ body: rows });
    expect(await ask(url, { ...post, headers })).toMatchObject({
      status: 200,
      text: expect.stringContaining("Io"),
    });
    const again = await ask(url, { ...post, headers });
    expect(again).toMatchObject({ status: 401, text: expect.stringContaining("used before") });
    expect(
      (await ask(url, { ...post, headers: sign({ body: rows, nonce: "fedcba9876543210" }) })).status,
    ).toBe(200);
    const read = sign({ method: "GET", target: "/moons/?a=%2F&b", nonce: "another-nonce-of-16" });
    expect((await ask(`${url}/moons/?a=%2F&b`, { headers: read })).status).toBe(200);
  });

  test("the vector of the documentation is what openssl makes", async () => {
    const base = [
      '"@method": POST',
      '"@path": /moons/',
      '"@query": ?page=2',
      '"content-digest": sha-256=:jZwhr2vJHncdK9ZNlSQgSSd+2AzuvaDHOFUKIzOkddQ=:',
    ];
    const parameters =
      '("@method" "@path" "@query" "content-digest");created=1790000000;keyid="platform";alg="hmac-sha256";nonce="0123456789abcdef"';
    const text = [...base, `"@signature-params": ${parameters}`].join("\n");
    const digest = execFileSync("openssl", ["dgst", "-sha256", "-binary"], { input: rows }).toString(
      "base64",
    );
    expect(base[3]).toContain(digest);
    const made = execFileSync("openssl", ["dgst", "-sha256", "-hmac", secret, "-binary"], {
      input: text,
    }).toString("base64");
    const documented = await readFile(new URL("../../../../docs/security.md", import.meta.url), "utf8");
    for (const shown of [text, `Signature: sig1=:${made}:`, digest, secret, rows])
      expect(documented).toContain(shown);
    const { url } = await signed();
    const headers = {
      "content-digest": `sha-256=:${digest}:`,
      "signature-input": `sig1=${parameters}`,
      signature: `sig1=:${made}:`,
    };
    expect((await ask(`${url}/moons/?page=2`, { ...post, headers })).status).toBe(200);
  });

  test.each([
    ["another body", {}, { body: '{"source":"other"}' }],
    ["no body", {}, { body: "" }],
    ["another method", { method: "PUT" }, {}],
    ["another path", { target: "/data" }, {}],
    ["the same path in another spelling", { target: "/%2e/" }, {}],
    ["a query that was added", { target: "/?a=b" }, {}],
    ["a signature from long ago", { created: seconds - 301 }, {}],
    ["a signature of the future", { created: seconds + 301 }, {}],
    ["another secret", { secret: `${secret}x` }, {}],
    ["a short nonce", { nonce: "123" }, {}],
  ])("%s is refused", async (_, signing, asked) => {
    const { url } = await signed();
    const answer = await ask(url, { ...post, headers: sign({ body: rows, ...signing }), ...asked });
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain("Io");
  });

  test("a request without a body has the digest of an empty one, or none", async () => {
    const { url } = await signed();
    const get = (headers: Record<string, string>) => ask(`${url}/moons/`, { headers });
    const read = (nonce: string, more: Signing = {}) =>
      sign({ method: "GET", target: "/moons/", nonce, ...more });
    expect((await get(read("none-0123456789a"))).status).toBe(200);
    expect((await get(read("empty-0123456789", { body: "" }))).status).toBe(200);
    const missing = await get(read("missing-0123456789", { body: rows }));
    expect(missing).toMatchObject({ status: 401, text: expect.stringContaining("was signed is missing") });
  });

  test("headers that were tampered with are refused", async () => {
    const { url } = await signed();
    const good = sign({ body: rows });
    const input = good["signature-input"] ?? "";
    for (const headers of [
      { ...good, "signature-input": input.replace(' "@query"', "") },
      { ...good, "signature-input": input.replace(' "content-digest"', "") },
      { ...good, "signature-input": input.replace('"@method"', '"@method" "@method"') },
      { ...good, "signature-input": input.replace("hmac-sha256", "none") },
      { ...good, "signature-input": input.replace("created=", "created=1;created=") },
      { ...good, "signature-input": input.replace("platform", "other") },
      { ...good, "signature-input": `${input}${";a=1".repeat(300)}` },
      { ...good, "signature-input": `sig1=(${'"@method" '.repeat(90)});created=1` },
      { ...good, signature: (good["signature"] ?? "").replace("sig1", "sig2") },
      { ...good, signature: "sig1=:AAAA:" },
      { ...good, "content-digest": "sha-256=:AAAA:" },
      { ...good, "content-digest": `${good["content-digest"]}, ${good["content-digest"]}` },
      { ...good, "content-digest": `${good["content-digest"]}x` },
      { ...good, "content-digest": `x${good["content-digest"]}` },
      { "signature-input": input },
      {},
    ])
      expect((await ask(url, { ...post, headers })).status).toBe(401);
    expect((await ask(url, { ...post, headers: good })).status).toBe(200);
  });

  test("a wrong bearer token is refused beside a right signature, and a right one changes nothing", async () => {
    const token = "a-token-of-the-platform-0123456789abcdef";
    const { url } = await start({ signingKeys: [`platform=${secret}`], tokens: [token] }, { now });
    const send = async (authorization: string, nonce: string) =>
      (await ask(url, { ...post, headers: { ...sign({ body: rows, nonce }), authorization } })).status;
    expect(await send("Bearer guess", "beside-0123456789")).toBe(401);
    expect(await send("Basic dTpw", "beside-0123456780")).toBe(401);
    expect(await send(`Bearer ${token}`, "beside-0123456781")).toBe(200);
  });

  test("a body in chunks is compared with its digest at its end", async () => {
    const { url } = await signed();
    const send = async (body: string, nonce: string) => {
      const head = Object.entries(sign({ body: rows, nonce })).map(([name, value]) => `${name}: ${value}`);
      const lines = [
        "POST / HTTP/1.1",
        "host: 127.0.0.1",
        "connection: close",
        "transfer-encoding: chunked",
        ...head,
      ];
      const half = Math.floor(body.length / 2);
      const parts = body === "" ? [] : [body.slice(0, half), body.slice(half)];
      const chunks = [...parts, ""].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
      return raw(url, lines, chunks.join(""));
    };
    expect(await send(rows, "chunks-0123456789")).toContain("200");
    expect(await send(rows.replace("moons", "other"), "chunks-0123456780")).toContain("401");
    expect(await send("", "chunks-0123456781")).toContain("401");
  });

  test("replicas with a shared store refuse what another one has accepted, and say when the store is gone", async () => {
    class SharedStore extends MemoryStore {
      broken = false;
      override setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean> {
        return this.broken ? Promise.reject(new Error("gone")) : super.setIfAbsent(key, value, lifetime);
      }
    }
    const store = new SharedStore(() => seconds * 1000);
    // The service treats a plain memory store as one that no other replica shares.
    const shared = {
      get: store.get.bind(store),
      set: store.set.bind(store),
      setIfAbsent: store.setIfAbsent.bind(store),
      setIfEqual: store.setIfEqual.bind(store),
      deleteIfEqual: store.deleteIfEqual.bind(store),
      increment: store.increment.bind(store),
    };
    const accounts = { store: shared, secret: "s".repeat(40) };
    const [one, two] = [await signed({ accounts }), await signed({ accounts })];
    const headers = sign({ body: rows });
    expect((await ask(one.url, { ...post, headers })).status).toBe(200);
    expect((await ask(two.url, { ...post, headers })).status).toBe(401);
    store.broken = true;
    const next = sign({ body: rows, nonce: "the-store-is-gone" });
    expect((await ask(one.url, { ...post, headers: next })).status).toBe(503);
  });
});
