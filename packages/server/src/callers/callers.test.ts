import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request as requestHttp } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConnector, MemoryStore } from "@wellhead/sdk";
import { afterEach, describe, expect, test } from "vitest";
import type { AppOptions } from "../fastify/app.js";
import { rawRequest } from "../testing/raw-request.js";
import { type StartedApp, startApp } from "../testing/start-app.js";

const moons = defineConnector({
  id: "moons",
  name: "Moons",
  version: "1.0.0",
  description: "Moons",
  sources: (source) => ({ moons: source({ name: "Moons", rows: () => [{ name: "Io" }] }) }),
});

const opened: StartedApp[] = [];

afterEach(async () => {
  for (const { app } of opened.splice(0)) await app.close();
});

/** Starts a service; its audit lines are the lines with an event. */
async function start(callers: AppOptions["callers"], more: Partial<AppOptions> = {}): Promise<StartedApp> {
  const started = await startApp([moons], { ...(callers && { callers }), ...more });
  opened.push(started);
  return started;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** Sends headers as they are, a `Host` among them, which `fetch` does not allow. */
function ask(
  url: string,
  { method = "GET", headers = {}, body }: Asked = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    // Node takes lists of values; its types want them writable.
    const given = headers as Record<string, string | string[]>;
    requestHttp(url, { method, headers: given, agent: false }, (response) => {
      void response.toArray().then((parts) => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
      }, reject);
    })
      .on("error", reject)
      .end(body);
  });
}

function raw(url: string, lines: readonly string[], body = ""): Promise<string> {
  return rawRequest(url, `${lines.join("\r\n")}\r\n\r\n${body}`).then(
    ({ text }) => text.split("\r\n", 1)[0] ?? "",
  );
}

const rows = '{"source":"moons"}';

describe("on this machine", () => {
  test("a foreign host name is refused on every path, before the body is read", async () => {
    const { url, lines } = await start(undefined);
    for (const host of [
      "rebound.example",
      "rebound.example:8642",
      "127.0.0.1.rebound.example",
      "localhost.evil.example",
      "10.0.0.1",
      "[fe80::1]",
    ]) {
      for (const [method, path] of [
        ["GET", "/"],
        ["POST", "/"],
        ["GET", "/logo"],
        ["GET", "/nowhere"],
        ["OPTIONS", "/"],
        ["POST", "/datalist"],
      ]) {
        const answer = await ask(`${url}${path}`, {
          method: method ?? "",
          headers: { host },
          ...(method === "POST" && { body: rows }),
        });
        expect(answer.status, `${method} ${path} of "${host}"`).toBe(403);
        if (method !== "HEAD") expect(JSON.parse(answer.text)).toMatchObject({ code: "caller_forbidden" });
        expect(answer.text).not.toContain("Io");
      }
    }
    expect(lines.filter((line) => line.includes("caller_refused")).length).toBeGreaterThan(30);
  });

  test("its own names are right, with any port and in any case", async () => {
    const { url } = await start(undefined);
    const { port } = new URL(url);
    for (const host of [`127.0.0.1:${port}`, "localhost", "LOCALHOST:1", "[::1]:80", "127.8.9.1"])
      expect((await ask(url, { headers: { host } })).status, host).toBe(200);
  });

  test("an absolute target counts like the host header, whichever of both is foreign", async () => {
    const { url } = await start(undefined);
    const end = ["connection: close"];
    expect(await raw(url, ["GET http://evil.example/ HTTP/1.1", "host: 127.0.0.1", ...end])).toContain("403");
    expect(await raw(url, ["GET http://127.0.0.1/ HTTP/1.1", "host: evil.example", ...end])).toContain("403");
    expect(await raw(url, ["GET http://127.0.0.1/ HTTP/1.1", "host: 127.0.0.1", ...end])).toContain("200");
    expect(await raw(url, ["GET / HTTP/1.1", "host:", ...end])).toContain("403");
    expect(await raw(url, ["GET / HTTP/1.0"])).toContain("200");
  });

  test("a page of another site can neither post nor read", async () => {
    const { url } = await start(undefined);
    const { host, port } = new URL(url);
    const refusedFor = async (headers: Record<string, string>, method = "POST") =>
      (await ask(url, { method, headers: { host, ...headers }, ...(method === "POST" && { body: rows }) }))
        .status === 403;
    expect(await refusedFor({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" })).toBe(true);
    expect(await refusedFor({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }, "GET")).toBe(
      true,
    );
    expect(await refusedFor({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })).toBe(true);
    expect(await refusedFor({ origin: "https://evil.example" })).toBe(true);
    expect(await refusedFor({ origin: "null" })).toBe(true);
    expect(await refusedFor({ origin: `http://${host}@evil.example` })).toBe(true);
    // Another port of this machine is another program.
    expect(await refusedFor({ origin: `http://127.0.0.1:${Number(port) + 1}` })).toBe(true);
    expect(await refusedFor({ origin: `http://${host}`, "sec-fetch-site": "same-origin" })).toBe(false);
    expect(await refusedFor({ "sec-fetch-site": "none", "sec-fetch-mode": "navigate" }, "GET")).toBe(false);
    expect(await refusedFor({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }, "GET")).toBe(
      false,
    );
  });

  test("a proxy that passes its own name on needs that name allowed, and the answer says how", async () => {
    const closed = await start(undefined);
    const refused = await ask(closed.url, { headers: { host: "connectors.example" } });
    expect(JSON.parse(refused.text)).toMatchObject({ error: expect.stringContaining("--allow-host") });
    const { url } = await start({ hosts: ["Connectors.Example"] });
    for (const host of ["connectors.example", "connectors.example:443", "CONNECTORS.example."])
      expect((await ask(url, { headers: { host } })).status, host).toBe(200);
    expect((await ask(url, { headers: { host: "other.example" } })).status).toBe(403);
    // The header of a proxy never stands in for the host.
    const forwarded = { host: "other.example", "x-forwarded-host": "connectors.example" };
    expect((await ask(url, { headers: forwarded })).status).toBe(403);
  });
});

const first = "b1946ac92492d2347c6235b4d2611184c0ffee00";
const second = "591785b794601e212b260e25925636fdc0ffee00";
const sha256 = (text: string) =>
  execFileSync("openssl", ["dgst", "-sha256", "-r"], { input: text }).toString().split(" ")[0] ?? "";

describe("bearer tokens", () => {
  test("every path asks for one; several are good, one of them stored as a digest", async () => {
    const { url, lines } = await start({ tokens: [`platform=sha256:${sha256(first)}`, second] });
    const statusOf = async (authorization?: string | readonly string[], path = "/") =>
      (await ask(`${url}${path}`, { ...(authorization !== undefined && { headers: { authorization } }) }))
        .status;
    expect(await statusOf(`Bearer ${first}`)).toBe(200);
    expect(await statusOf(`bearer   ${second} `)).toBe(200);
    for (const path of ["/", "/logo", "/openapi.json", "/nowhere", "/moons/", "//", "/%2e/"])
      expect(await statusOf(undefined, path), path).toBe(401);
    for (const wrong of [
      "",
      "Bearer",
      first,
      `Bearer ${first}x`,
      `Bearer ${first.toUpperCase()}`,
      `Bearer ${first} ${second}`,
      `Bearer ${first}, Bearer ${second}`,
      `Basic ${Buffer.from(`:${first}`).toString("base64")}`,
      `Bearer sha256:${sha256(first)}`,
      `Bearer ${"a".repeat(8000)}`,
    ])
      expect(await statusOf(wrong), wrong.slice(0, 40)).toBe(401);
    const refused = lines.filter((line) => line.includes("caller_refused"));
    expect(refused[0]).toContain('"code":"caller_unauthorized"');
    expect(lines.join("\n")).not.toContain(first);
  });

  test("two Authorization headers are refused, whichever comes first", async () => {
    const { url } = await start({ tokens: [first] });
    const right = `authorization: Bearer ${first}`;
    const wrong = "Authorization: Bearer other";
    const head = ["GET / HTTP/1.1", "host: 127.0.0.1", "connection: close"];
    expect(await raw(url, [...head, right])).toContain("200");
    for (const pair of [
      [right, wrong],
      [wrong, right],
      [right, right],
    ])
      expect(await raw(url, [...head, ...pair])).toContain("401");
    for (const folded of ["authorization : Bearer x", "\tauthorization: Bearer x"])
      expect(await raw(url, [...head, folded])).toContain("400");
  });

  test("a refusal names the scheme and closes the connection", async () => {
    const { url } = await start({ tokens: [first] });
    const answer = await fetch(url, { method: "POST", body: rows });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(answer.headers.get("connection")).toBe("close");
    expect(await answer.json()).toMatchObject({ code: "caller_unauthorized", status: 401 });
  });

  test("the description is open when it is said to be, and nothing else is", async () => {
    const { url } = await start({ tokens: [first], publicDescription: true });
    for (const path of ["/", "/moons", "/moons/", "/?a=b"])
      expect((await ask(`${url}${path}`)).status, path).toBe(200);
    expect((await ask(`${url}/logo`)).status).not.toBe(401);
    for (const path of ["/openapi.json", "/logo/../openapi.json", "/moons/schema", "/logo%2f..%2fdata"])
      expect((await ask(`${url}${path}`)).status, path).toBe(401);
    expect((await ask(url, { method: "POST", body: rows })).status).toBe(401);
  });

  test("a file of tokens is read again, and a broken one leaves the ones before in use", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tokens-"));
    const tokensFile = join(folder, "tokens");
    try {
      await writeFile(tokensFile, `# rotated in spring\nold=${first}\n`);
      const { url, app, lines } = await start({ tokensFile });
      const works = async (token: string) =>
        (await ask(url, { headers: { authorization: `Bearer ${token}` } })).status === 200;
      expect([await works(first), await works(second)]).toEqual([true, false]);
      await writeFile(tokensFile, `old=${first}\nnew=sha256:${sha256(second)}\n`);
      app.reload();
      expect([await works(first), await works(second)]).toEqual([true, true]);
      for (const broken of ["short\n", ""]) {
        await writeFile(tokensFile, broken);
        app.reload();
        expect([await works(first), await works(second)]).toEqual([true, true]);
      }
      expect(lines.filter((line) => line.includes("Could not reload tokens"))).toHaveLength(2);
      await writeFile(tokensFile, second);
      app.reload();
      expect([await works(first), await works(second)]).toEqual([false, true]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

const script = fileURLToPath(new URL("../../src/callers/testing/sign_request.py", import.meta.url));
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

/** Signs with Python. */
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
      { "signature-input": input },
      {},
    ])
      expect((await ask(url, { ...post, headers })).status).toBe(401);
    expect((await ask(url, { ...post, headers: good })).status).toBe(200);
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
    // The service takes a plain memory store for one that no other replica sees.
    const shared = {
      get: store.get.bind(store),
      set: store.set.bind(store),
      setIfAbsent: store.setIfAbsent.bind(store),
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

describe("addresses", () => {
  const statusFor = async (url: string, headers: Record<string, string | readonly string[]> = {}) =>
    (await ask(url, { headers })).status;

  test("only listed ones may call, IPv4 in any spelling", async () => {
    expect(await statusFor((await start({ addresses: ["127.0.0.0/8"] })).url)).toBe(200);
    expect(await statusFor((await start({ addresses: ["10.0.0.0/8", "::1"] })).url)).toBe(403);
    const dual = await startApp([moons], { callers: { addresses: ["127.0.0.1"] } });
    opened.push(dual);
    // A header that nobody trusted must not change anything.
    expect(await statusFor(dual.url, { "x-forwarded-for": "10.9.9.9" })).toBe(200);
  });

  test("a listener for both families sees IPv4 callers as IPv4", async () => {
    const started = await startApp([moons], { callers: { addresses: ["127.0.0.1"], hosts: ["x.example"] } });
    opened.push(started);
    await started.app.close();
    const both = await startApp([moons], { callers: { addresses: ["127.0.0.1"] } });
    await both.app.close();
    const app = await (await import("../fastify/create-app.js")).createApp({
      connectors: [moons],
      logger: false,
      callers: { addresses: ["127.0.0.1"] },
    });
    const { url } = await app.listen({ host: "::", port: 0 });
    expect(await statusFor(url)).toBe(200);
    await app.close();
  });

  test("behind trusted proxies the last hop that is none of them counts", async () => {
    const { url } = await start({ addresses: ["203.0.113.0/24"], proxies: ["127.0.0.1", "10.0.0.0/8"] });
    const header = (value: string | readonly string[]) => ({ "x-forwarded-for": value });
    for (const right of [
      "203.0.113.9",
      "198.51.100.1, 203.0.113.9",
      "203.0.113.9, 10.0.0.4",
      "203.0.113.9:4711",
      "::ffff:203.0.113.9",
      ["198.51.100.1", "203.0.113.9, 10.0.0.4"],
    ])
      expect(await statusFor(url, header(right)), String(right)).toBe(200);
    for (const wrong of [
      "203.0.113.9, 198.51.100.1",
      "203.0.113.9, unknown",
      "203.0.113.9, ",
      "",
      "203.0.113.9, 198.51.100.1, 10.0.0.4",
      "10.0.0.4",
      "203.0.113.9 198.51.100.1",
      ["203.0.113.9", "198.51.100.1"],
    ])
      expect(await statusFor(url, header(wrong)), String(wrong)).toBe(403);
  });

  test("the header Forwarded is read when it is the one", async () => {
    const { url } = await start({
      addresses: ["203.0.113.0/24", "2001:db8::/32"],
      proxies: ["127.0.0.1"],
      proxyHeader: "Forwarded",
    });
    for (const right of [
      "for=203.0.113.9",
      'for=198.51.100.1, For="203.0.113.9:4711";proto=https',
      'proto=https;for="[2001:db8::7]:80"',
    ])
      expect(await statusFor(url, { forwarded: right }), right).toBe(200);
    for (const wrong of [
      "for=_hidden",
      "for=198.51.100.1",
      "by=203.0.113.9",
      'for="203.0.113.9, 198.51.100.1"',
    ])
      expect(await statusFor(url, { forwarded: wrong }), wrong).toBe(403);
    expect(await statusFor(url, { "x-forwarded-for": "203.0.113.9" })).toBe(403);
  });
});

describe("settings", () => {
  test("a service that others can reach does not start until it is said who may call", async () => {
    const { createApp } = await import("../fastify/create-app.js");
    for (const host of ["0.0.0.0", "::"]) {
      const app = await createApp({ connectors: [moons], logger: false });
      await expect(app.listen({ host, port: 0 })).rejects.toThrow("--insecure");
      await app.close();
    }
    for (const callers of [
      { insecure: true },
      { tokens: [first] },
      { signingKeys: [`a=${secret}`] },
      { addresses: ["127.0.0.1"] },
    ]) {
      const app = await createApp({ connectors: [moons], logger: false, callers });
      await app.listen({ host: "0.0.0.0", port: 0 });
      await app.close();
    }
  });

  test.each([
    [{ tokens: ["short"] }, "token 1 of WELLHEAD_TOKENS"],
    [{ tokens: [first, "sha256:12"] }, "token 2 of WELLHEAD_TOKENS"],
    [{ signingKeys: ["platform"] }, "key 1 of WELLHEAD_SIGNING_KEYS"],
    [{ signingKeys: [`a=${secret}`, `a=${secret}`] }, "key 2 of WELLHEAD_SIGNING_KEYS"],
    [{ addresses: ["10.0.0"] }, "WELLHEAD_CALLERS"],
    [{ addresses: ["10.0.0.0/33"] }, "WELLHEAD_CALLERS"],
    [{ proxies: ["proxy.example"] }, "WELLHEAD_PROXIES"],
    [{ tokensFile: "/nowhere/tokens" }, "WELLHEAD_TOKENS_FILE"],
  ])("%j is refused by its name", async (callers, name) => {
    const failed = startApp([moons], { callers });
    await expect(failed).rejects.toThrow(name);
    await expect(failed).rejects.not.toThrow(/short|6b8d3c/);
  });

  test("`ask()` needs no credentials, and is neither logged nor counted", async () => {
    const { app, lines, adminUrl, url } = await start(
      { tokens: [first] },
      { admin: { port: 0 }, limits: { drainDelay: 0 } },
    );
    expect(await app.ask({ method: "GET", url: "/" })).toMatchObject({ status: 200 });
    expect(lines).toEqual([]);
    expect(await (await fetch(`${adminUrl}/metrics`)).text()).not.toContain("wellhead_requests_total{");
    expect((await ask(url)).status).toBe(401);
  });
});
