import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { ConsoleService, moons } from "../../test/console-service.js";
import { createApp } from "../fastify/create-app.js";
import { consoleRoutes } from "./console-routes.js";

let service: ConsoleService;

beforeAll(async () => {
  service = await ConsoleService.start();
});

afterEach(() => {
  vi.unstubAllEnvs();
});

afterAll(() => service.close());

test("files of the page are read when they are requested", async () => {
  await writeFile(join(service.folder, "callback.html"), "<!doctype html><title>Newer</title>");
  const response = await fetch(new URL("console/callback", service.url));
  expect([response.headers.get("content-type"), await response.text()]).toEqual([
    "text/html; charset=utf-8",
    "<!doctype html><title>Newer</title>",
  ]);
});

test("files of the page are compressed for browsers that accept that, and only for them", async () => {
  const address = new URL("console/", service.url);
  for (const [accepted, encoding] of [
    ["gzip, br", "gzip"],
    ["br;q=1, gzip;q=0.5", "gzip"],
    ["gzip;q=0, identity", null],
    [" GZIP ; Q = 0.00 ,br", null],
    ["br, gzip ;q=0.01", "gzip"],
    ["gzip;qs=0", "gzip"],
    ["xgzip, gzipx", null],
    ["identity", null],
  ] as const) {
    const response = await fetch(address, { headers: { "accept-encoding": accepted } });
    expect(response.headers.get("content-encoding"), accepted).toBe(encoding);
    expect(response.headers.get("vary"), accepted).toContain("accept-encoding");
    expect(await response.text(), accepted).toContain("<title>Console</title>");
  }
});

test("files that the build has compressed with brotli are sent so to browsers that accept it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "console-"));
  const script = "export const name = 1;\n".repeat(200);
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html>");
  await writeFile(join(folder, "assets", "index-1.js"), script);
  await writeFile(join(folder, "assets", "index-1.js.br"), brotliCompressSync(script));
  const built = await createApp({ connectors: [moons], logger: false });
  await built.fastify.register(consoleRoutes, { prefix: "/console", folder, connectors: [] });
  const { url } = await built.listen({ port: 0 });
  for (const [path, accepted, encoding] of [
    ["assets/index-1.js", "gzip, deflate, br", "br"],
    ["assets/index-1.js", "BR;q=0.1", "br"],
    ["assets/index-1.js", "br;q=0, gzip", "gzip"],
    ["assets/index-1.js", "brotli, *", null],
    ["", "gzip, br", "gzip"],
  ] as const) {
    const response = await fetch(new URL(`console/${path}`, url), {
      headers: { "accept-encoding": accepted },
    });
    expect(response.headers.get("content-encoding"), accepted).toBe(encoding);
    expect(await response.text(), accepted).toBe(path === "" ? "<!doctype html>" : script);
  }
  expect((await fetch(new URL("console/assets/index-1.js.br", url))).status).toBe(404);
  await built.close();
  await rm(folder, { recursive: true });
});

test("`consoleRoutes()` serves the page under a policy that runs nothing but its own files", async () => {
  const page = await fetch(new URL("console/", service.url));
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await fetch(new URL("console/callback?code=c", service.url))).status).toBe(200);
});

test("`consoleRoutes()` keeps the connector's own paths and has no others", async () => {
  expect(await (await fetch(service.url)).json()).toMatchObject({ id: "moons" });
  for (const path of [
    "console/../package.json",
    "console/%2e%2e/%2e%2e/etc/passwd",
    "console/assets/",
    "console/relay",
  ]) {
    expect((await fetch(new URL(path, service.url))).status, path).toBeGreaterThanOrEqual(404);
  }
});

test("`consoleRoutes()` answers this machine under its own names only", async () => {
  expect(await service.statusFor("console/", { host: "localhost:1" })).toBe(200);
  expect(await service.statusFor("console/session", { host: "rebound.example" })).toBe(403);
  expect(
    await service.statusFor("console/session", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" }),
  ).toBe(403);
  expect(
    await service.statusFor("console/session", { "sec-fetch-site": "unknown", "sec-fetch-mode": "cors" }),
  ).toBe(403);
  expect(
    await service.statusFor("console/callback", {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
    }),
  ).toBe(200);
});

test("`consoleRoutes()` is off in production unless it is asked for", async () => {
  vi.stubEnv("NODE_ENV", "production");
  const refused = await createApp({ connectors: [moons], logger: false });
  refused.fastify.register(consoleRoutes, { prefix: "/console", folder: service.folder, connectors: [] });
  await expect(refused.listen({ port: 0 })).rejects.toThrow("NODE_ENV is production");
  await refused.close();
  const allowed = await createApp({ connectors: [moons], logger: false });
  await allowed.fastify.register(consoleRoutes, {
    prefix: "/console",
    folder: service.folder,
    connectors: [],
    inProduction: true,
  });
  await allowed.close();
});

test("`consoleRoutes()` says when the page has not been built", async () => {
  const app2 = await createApp({ connectors: [moons], logger: false });
  const empty = join(service.folder, "missing");
  app2.fastify.register(consoleRoutes, { prefix: "/console", folder: empty, connectors: [] });
  await expect(app2.listen({ port: 0 })).rejects.toMatchObject({
    message: expect.stringContaining("Build the console first"),
    cause: { code: "ENOENT" },
  });
  await app2.close();
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
    expect(await service.statusFor("console/", { host: "localhost", [name]: "203.0.113.9" }), name).toBe(403);
    expect(await service.statusFor("console/session", { host: "localhost", [name]: "" }), name).toBe(403);
  }
});

test("the data side is asked only by the page itself", async () => {
  const askRows = async (headers: Record<string, string>) => {
    const answer = await fetch(new URL("console/data/runs/1/rows", service.url), {
      method: "POST",
      headers,
      body: "{}",
    });
    return answer.status;
  };
  expect(await askRows(service.visitor)).toBe(200);
  expect(service.asked).toEqual([`runs/1/rows ${new URL(service.url).origin}`]);
  expect(await askRows({})).toBe(403);
  expect(await askRows({ "x-page-token": "guess" })).toBe(403);
  for (const header of ["x-forwarded-for", "forwarded", "via", "x-wellhead-relay"])
    expect(await askRows({ ...service.visitor, [header]: "1" }), header).toBe(403);
  expect(
    await askRows({ ...service.visitor, "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" }),
  ).toBe(403);
  expect(await service.statusFor("console/data/exports/1", { host: "rebound.example" })).toBe(403);
  expect(await service.statusFor("console/data/exports/1", { host: "localhost" })).toBe(200);
  expect(service.asked).toHaveLength(2);
});

test("a page without the link gets no address, credentials or events, and a sentence", async () => {
  const session: unknown = await (await service.ask("session")).json();
  expect(session).toEqual({
    connectors: ["/moons/"],
    conformance: {},
    isProven: false,
    hasEvents: false,
    token: expect.any(String),
    problem: "Open the link that the terminal printed where this service was started.",
  });
  expect(await (await service.ask("session", { headers: service.proven })).json()).toEqual({
    connectors: ["/moons/", `${service.trusted}/base/`],
    conformance: {},
    isProven: true,
    hasEvents: false,
  });
  // The cookie reaches every port of the host, and the token is read by nobody but the page, so each alone is nothing.
  for (const half of [
    { cookie: service.proven["cookie"] ?? "" },
    { "x-page-token": service.proven["x-page-token"] ?? "" },
  ])
    expect(await (await service.ask("session", { headers: half })).json()).toMatchObject({ isProven: false });
});

test("a link works once, and for a page of this origin", async () => {
  const key = new URL(service.proof.linkTo(service.url)).hash.replace("#key=", "");
  const exchange = (headers: Record<string, string>, sent = key) =>
    service.ask("session", { method: "POST", headers, body: JSON.stringify({ key: sent }) });
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: new URL("http://127.0.0.1:1/").origin },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    { "x-forwarded-for": "203.0.113.9" },
  ])
    expect((await exchange(headers)).status, JSON.stringify(headers)).toBe(403);
  expect((await exchange({}, "guess")).status).toBe(403);
  expect((await exchange({}, "")).status).toBe(403);
  expect((await exchange({ origin: new URL(service.url).origin })).status).toBe(200);
  expect((await exchange({ origin: new URL(service.url).origin })).status).toBe(403);
});

test("only a page of this origin that was opened with the link opens connectors and relays", async () => {
  const target = await service.upstream((_request, response) => response.end("reached"));
  const relayed = { "x-relay-method": "GET", "x-relay-target": target };
  const body = JSON.stringify({ base: target, isLocal: true });
  for (const path of ["connectors", "relay"])
    for (const headers of [
      {},
      service.visitor,
      { ...service.proven, origin: "http://127.0.0.1:1" },
      { ...service.proven, "sec-fetch-site": "same-site" },
      { ...service.proven, "x-wellhead-relay": "1" },
    ]) {
      const answer = await service.ask(path, { method: "POST", headers: { ...relayed, ...headers }, body });
      expect(answer.status, `${path} ${JSON.stringify(headers)}`).toBe(403);
    }
  expect((await service.relayUnopened(target)).status).toBe(403);
  await service.open(target, true);
  expect(await (await service.relayUnopened(target)).text()).toBe("reached");
});

test("only pages of this origin read the session, and no relay does", async () => {
  for (const headers of [{ origin: "http://127.0.0.1:1" }, { "sec-fetch-site": "same-site" }])
    expect((await service.ask("session", { headers })).status, JSON.stringify(headers)).toBe(403);
  const relayed = await service.ask("session", { headers: { ...service.proven, "x-wellhead-relay": "1" } });
  expect([relayed.status, relayed.headers.get("x-wellhead-relay")]).toEqual([403, "refused"]);
});

test("the session and the addresses of connectors are read from small bodies only", async () => {
  for (const path of ["session", "connectors"]) {
    const ask = (length: number) =>
      service.ask(path, { method: "POST", headers: service.proven, body: "x".repeat(length) });
    expect((await ask(10_000)).status, path).toBeLessThan(404);
    expect((await ask(10_001)).status, path).toBe(413);
  }
});
