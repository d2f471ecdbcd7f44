import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, request as requestHttp } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConnector } from "@wellhead/sdk";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { App } from "../fastify/app.js";
import { createApp } from "../fastify/create-app.js";
import type { ConsoleReach } from "./console-data.js";
import { consoleRoutes } from "./console-routes.js";

const moons = defineConnector({
  id: "moons",
  name: "Moons",
  version: "1.0.0",
  description: "Moons",
  sources: (source) => ({
    moons: source({
      name: "Moons",
      rows: () => [{ name: "Io" }],
    }),
  }),
});

let folder: string;
let app: App;
/** What the data side of the console was asked, and how it reaches connectors. */
const asked: string[] = [];
let reach: ConsoleReach | undefined;
let url: string;
let adminUrl: string;
let trusted: string;
let token: string;
const servers: ReturnType<typeof createServer>[] = [];
let kept: ReturnType<typeof createServer>[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "console-"));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>Console</title>");
  await writeFile(join(folder, "callback.html"), "<!doctype html><title>Back</title>");
  app = await createApp({
    connectors: [moons],
    logger: false,
    admin: { port: 0 },
    limits: { drainDelay: 0 },
  });
  trusted = await upstream((request, response) => response.end(request.headers.authorization ?? "none"));
  const headers = { authorization: "Bearer canary" };
  const connectors = ["/moons/", `${trusted}/base/`];
  await app.fastify.register(consoleRoutes, {
    prefix: "/console",
    folder,
    connectors,
    headers,
    data: async (given) => {
      reach = given;
      return {
        answer: ({ path, own }) => {
          asked.push(`${path} ${own.origin}`);
          return Promise.resolve(Response.json({ path }));
        },
        close: () => Promise.resolve(),
      };
    },
  });
  ({ url, adminUrl = "" } = await app.listen({ port: 0 }));
  kept = servers.splice(0);
  const session = (await (await fetch(new URL("console/session", url))).json()) as { token: string };
  ({ token } = session);
});

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  vi.unstubAllEnvs();
});

afterAll(async () => {
  for (const server of kept) server.close().closeAllConnections();
  await app.close();
  await rm(folder, { recursive: true });
});

async function upstream(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function relay(target: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL("console/relay", url), {
    method: "POST",
    headers: { "x-console-token": token, "x-relay-method": "POST", "x-relay-target": target, ...headers },
    body: '{"a":1}',
  });
}

/** Sends a request with a custom `Host`, which `fetch` does not allow. */
function statusFor(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    requestHttp(new URL(path, url), { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

test("files of the page are read when they are requested", async () => {
  await writeFile(join(folder, "callback.html"), "<!doctype html><title>Newer</title>");
  const response = await fetch(new URL("console/callback", url));
  expect([response.headers.get("content-type"), await response.text()]).toEqual([
    "text/html; charset=utf-8",
    "<!doctype html><title>Newer</title>",
  ]);
});

test("`consoleRoutes()` serves the page under a policy that runs nothing but its own files", async () => {
  const page = await fetch(new URL("console/", url));
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await fetch(new URL("console/callback?code=c", url))).status).toBe(200);
});

test("`consoleRoutes()` keeps the connector's own paths and has no others", async () => {
  expect(await (await fetch(url)).json()).toMatchObject({ id: "moons" });
  for (const path of [
    "console/../package.json",
    "console/%2e%2e/%2e%2e/etc/passwd",
    "console/assets/",
    "console/relay",
  ]) {
    expect((await fetch(new URL(path, url))).status, path).toBeGreaterThanOrEqual(404);
  }
});

test("`consoleRoutes()` answers this machine under its own names only", async () => {
  expect(await statusFor("console/", { host: "localhost:1" })).toBe(200);
  expect(await statusFor("console/session", { host: "rebound.example" })).toBe(403);
  expect(
    await statusFor("console/session", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" }),
  ).toBe(403);
  expect(await statusFor("console/session", { "sec-fetch-site": "unknown", "sec-fetch-mode": "cors" })).toBe(
    403,
  );
  expect(
    await statusFor("console/callback", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }),
  ).toBe(200);
});

test("`consoleRoutes()` is off in production unless it is asked for", async () => {
  vi.stubEnv("NODE_ENV", "production");
  const refused = await createApp({ connectors: [moons], logger: false });
  refused.fastify.register(consoleRoutes, { prefix: "/console", folder, connectors: [] });
  await expect(refused.listen({ port: 0 })).rejects.toThrow("NODE_ENV is production");
  await refused.close();
  const allowed = await createApp({ connectors: [moons], logger: false });
  await allowed.fastify.register(consoleRoutes, {
    prefix: "/console",
    folder,
    connectors: [],
    inProduction: true,
  });
  await allowed.close();
});

test("`consoleRoutes()` says when the page has not been built", async () => {
  const app2 = await createApp({ connectors: [moons], logger: false });
  const empty = join(folder, "missing");
  app2.fastify.register(consoleRoutes, { prefix: "/console", folder: empty, connectors: [] });
  await expect(app2.listen({ port: 0 })).rejects.toThrow("Build the console first");
  await app2.close();
});

test("the relay passes a request on and wraps status and headers", async () => {
  let seen: unknown;
  const target = await upstream((request, response) => {
    const { authorization, cookie, "x-console-token": secret, "content-type": type } = request.headers;
    void request
      .setEncoding("utf8")
      .toArray()
      .then((parts) => {
        seen = {
          method: request.method,
          path: request.url,
          body: parts.join(""),
          authorization,
          cookie,
          secret,
          type,
        };
        response.writeHead(302, { location: "https://evil.example/", "set-cookie": "a=b" }).end("body");
      });
  });
  const answer = await relay(`${target}/x?y=z`, {
    "content-type": "application/json",
    cookie: "own=1",
    authorization: "own",
  });
  expect(seen).toEqual({ method: "POST", path: "/x?y=z", body: '{"a":1}', type: "application/json" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-relay-status")).toBe("302");
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(answer.headers.get("location")).toBeNull();
  const headers: unknown = JSON.parse(decodeURIComponent(answer.headers.get("x-relay-headers") ?? ""));
  expect(headers).toContainEqual(["set-cookie", "a=b"]);
  expect(await answer.text()).toBe("body");
});

test("the relay passes a cut on as a cut", async () => {
  const target = await upstream((_request, response) => {
    response.writeHead(200).write("[1,");
    setTimeout(() => response.destroy(), 30);
  });
  const answer = await relay(target);
  await expect(answer.text()).rejects.toThrow("terminated");
});

test("the relay refuses a wrong token, other schemes and private networks", async () => {
  const target = await upstream((_request, response) => response.end("reached"));
  expect((await relay(target, { "x-console-token": "guess" })).status).toBe(403);
  expect((await relay(target, { "x-console-token": "" })).status).toBe(403);
  expect((await relay(target, { "x-relay-method": "DELETE" })).status).toBe(400);
  for (const wrong of ["file:///etc/passwd", "not an address", "http://user:secret@127.0.0.1/"]) {
    expect((await relay(wrong)).status, wrong).toBe(400);
  }
  for (const closed of [
    "http://169.254.169.254/",
    "http://10.0.0.1/",
    "http://[fd00::1]/",
    "http://0.0.0.0:80/",
  ]) {
    const answer = await relay(closed);
    expect(answer.status, closed).toBe(502);
    expect(await answer.json()).toEqual({
      error: expect.stringContaining("with the setting WELLHEAD_ALLOW"),
    });
  }
});

test("`consoleRoutes()` is off for requests that a proxy passes on", async () => {
  for (const name of [
    "X-Forwarded-For",
    "x-forwarded-proto",
    "Forwarded",
    "Via",
    "X-Real-IP",
    "CF-Connecting-IP",
  ]) {
    expect(await statusFor("console/", { host: "localhost", [name]: "203.0.113.9" }), name).toBe(403);
    expect(await statusFor("console/session", { host: "localhost", [name]: "" }), name).toBe(403);
  }
});

test("the relay reaches neither the admin port nor itself", async () => {
  for (const path of ["/metrics", "/ready", "/live", "/nowhere"]) {
    for (const host of ["127.0.0.1", "localhost", "127.0.0.2", "[::ffff:127.0.0.1]"]) {
      const answer = await relay(new URL(path, adminUrl).href.replace("127.0.0.1", host));
      expect(answer.status, host + path).toBeGreaterThanOrEqual(403);
      expect(await answer.text()).not.toContain("process_");
    }
  }
  const loop = await relay(new URL("console/relay", url).href);
  expect(loop.status).toBe(403);
  expect(await loop.json()).toMatchObject({ error: expect.stringContaining("itself") });
});

test("the data side is asked only by the page itself", async () => {
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(new URL("console/data/runs/1/rows", url), {
      method: "POST",
      headers,
      body: "{}",
    });
    return answer.status;
  };
  expect(await ask({ "x-console-token": token })).toBe(200);
  expect(asked).toEqual([`runs/1/rows ${new URL(url).origin}`]);
  expect(await ask({})).toBe(403);
  expect(await ask({ "x-console-token": "guess" })).toBe(403);
  for (const header of ["x-forwarded-for", "forwarded", "via", "x-wellhead-relay"])
    expect(await ask({ "x-console-token": token, [header]: "1" }), header).toBe(403);
  expect(
    await ask({ "x-console-token": token, "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" }),
  ).toBe(403);
  expect(await statusFor("console/data/exports/1", { host: "rebound.example" })).toBe(403);
  expect(await statusFor("console/data/exports/1", { host: "localhost" })).toBe(200);
  expect(asked).toHaveLength(2);
});

test("the data side reaches what the relay reaches, with its credentials, and nothing else", async () => {
  const text = async (address: string) => (await reach?.fetch(address))?.text();
  expect(await text(`${trusted}/x`)).toBe("Bearer canary");
  expect(reach?.listed(new URL(`${trusted}/base/`))).toEqual({ headers: { authorization: "Bearer canary" } });
  expect(reach?.listed(new URL(`${trusted}/other`))).toBeUndefined();
  for (const path of ["/metrics", "/ready"])
    await expect(text(new URL(path, adminUrl).href), path).rejects.toThrow("for operators");
  expect(await text(new URL("console/relay", url).href)).not.toContain("{}");
  await expect(text("http://169.254.169.254/")).rejects.toThrow("WELLHEAD_ALLOW");
  const cut = await upstream((_request, response) => {
    response
      .writeHead(200, { "content-encoding": "gzip" })
      .end(gzipSync("rows ".repeat(9999)).subarray(0, 40));
  });
  await expect(text(cut)).rejects.toThrow("unexpected end of file");
});

test("the relay sends credentials only to the listed addresses", async () => {
  expect(await (await relay(`${trusted}/x`)).text()).toBe("Bearer canary");
  const other = await upstream((request, response) => response.end(request.headers.authorization ?? "none"));
  expect(await (await relay(`${other}/x`)).text()).toBe("none");
});
