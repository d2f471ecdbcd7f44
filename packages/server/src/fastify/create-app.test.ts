import { METHODS } from "node:http";
import { check, errorResponse } from "@wellhead/contract";
import { defineConnector } from "@wellhead/sdk";
import { rawRequest } from "@wellhead/test-support/http/raw-request";
import { parse, pick, pluck } from "@wellhead/test-support/json/pick";
import { sampleConnector } from "@wellhead/test-support/services/sample-connector";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type StartedApp, startApp } from "../../test/start-app.js";
import { connectorRoutes } from "./connector-routes.js";
import { createApp } from "./create-app.js";
import { assertVersions } from "./fastify-options.js";

let one: StartedApp;
let many: StartedApp;
beforeAll(async () => {
  one = await startApp([sampleConnector()], {
    admin: { port: 0 },
    limits: { maxBodyBytes: 5000, maxHeaderBytes: 4096, drainDelay: 0 },
  });
  many = await startApp([sampleConnector(), named("stars"), named("validate")]);
});
afterAll(() => Promise.all([one.app.close(), many.app.close()]));

function named(id: string) {
  return defineConnector({
    id,
    name: id,
    version: "1",
    description: `About ${id}`,
    sources: (source) => ({ all: source({ name: "All", rows: () => [{ id }] }) }),
  });
}

describe("createApp()", () => {
  test.each(["/validate", "/validate/", "/moons/validate", "/moons/validate/"])(
    "answers at %s",
    async (path) => {
      expect((await one.post(path, { auth: "none" })).status).toBe(200);
    },
  );

  test("lists several connectors at / and serves each below its id", async () => {
    const index: unknown = await (await fetch(many.url)).json();
    expect(pluck(pick(index, "connectors"), "path")).toStrictEqual(["/moons/", "/stars/", "/validate/"]);
    const rows = await many.post("/validate/", { source: "all" });
    expect(await rows.json()).toStrictEqual([{ id: "validate" }]);
    expect(await (await fetch(`${many.url}/planets/`)).json()).toMatchObject({
      status: 404,
      code: "unknown_connector",
    });
    expect((await fetch(many.url, { method: "POST" })).status).toBe(405);
  });

  test("does not mount a single connector over one of its endpoints", async () => {
    const started = await startApp([named("validate")]);
    expect(await (await started.post("/validate", {})).json()).toStrictEqual({ name: "No account" });
    await started.app.close();
  });

  test("refuses connectors that cannot be told apart, and none at all", async () => {
    await expect(createApp({ connectors: [named("a"), named("a")] })).rejects.toThrow(
      'two connectors have the id "a"',
    );
    await expect(createApp({ connectors: [] })).rejects.toThrow("it has no connector");
    await expect(createApp({ connectors: [named("a")], limits: { maxStreams: -1 } })).rejects.toThrow(
      RangeError,
    );
  });

  test("refuses runtimes that are too old", () => {
    expect(() => assertVersions({ node: "18.20.0", fastify: "5.12.8" })).toThrow("got 18.20.0");
    expect(() => assertVersions({ node: "20.19.0", fastify: "5.2.0" })).toThrow("got 5.2.0");
    expect(() => assertVersions({ node: "24.0.1", fastify: "6.0.0-alpha.1" })).not.toThrow();
  });

  test("serves HEAD where it serves GET, with the same headers and no body", async () => {
    for (const path of ["/", "/logo", "/openapi.json"]) {
      const [get, head] = await Promise.all([
        fetch(one.url + path),
        fetch(one.url + path, { method: "HEAD" }),
      ]);
      expect(head.status).toBe(get.status);
      expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
      expect(await head.text()).toBe("");
    }
  });

  test("returns 204 for OPTIONS, and 405 with Allow for other methods", async () => {
    const options = await fetch(`${one.url}/validate`, { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toStrictEqual([204, "POST, OPTIONS"]);
    const root = await fetch(one.url, { method: "PUT", body: "{" });
    expect([root.status, root.headers.get("allow")]).toStrictEqual([405, "GET, HEAD, POST, OPTIONS"]);
  });

  test.each([
    ["/", "GET, HEAD, POST, OPTIONS", () => one.url],
    ["/validate", "POST, OPTIONS", () => one.url],
    ["/logo", "GET, HEAD, OPTIONS", () => one.url],
    ["/", "GET, HEAD, OPTIONS", () => many.url],
    ["/live", "GET, HEAD", () => one.adminUrl],
  ])(
    "refuses every other method that HTTP knows at %s with 405 and Allow: %s",
    async (path, allow, urlOf) => {
      const others = METHODS.filter((method) => ![...allow.split(", "), "CONNECT"].includes(method));
      expect(others).toContain("PROPFIND");
      for (const method of others) {
        const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n`;
        const { text } = await rawRequest(urlOf(), `${head}Content-Length: 2\r\n\r\n{}`);
        const allowed = /\r\nallow: (.*)\r\n/i.exec(text)?.[1];
        expect([method, text.slice(9, 12), allowed]).toEqual([method, "405", allow]);
      }
    },
  );

  test("echoes well-formed request ids and makes others", async () => {
    const response = await fetch(one.url, { headers: { "x-correlationid": "a-1", "x-request-id": "b_2" } });
    expect(response.headers.get("x-correlationid")).toBe("a-1");
    expect(response.headers.get("x-request-id")).toBe("b_2");
    const broken = await fetch(`${one.url}/x`, {
      headers: { "x-correlationid": `<script>${"a".repeat(200)}` },
    });
    const requestId = pick(await broken.json(), "requestId");
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(broken.headers.get("x-correlationid")).toBe(requestId);
  });

  test.each([
    ["text that is not JSON", "{", {}, 400, "malformed_request"],
    ["an array", "[]", {}, 400, "malformed_request"],
    ["null", "null", {}, 400, "malformed_request"],
    ["a number", "7", {}, 400, "malformed_request"],
    ["33 levels", "[".repeat(0) + '{"a":'.repeat(33) + "1" + "}".repeat(33), {}, 400, "malformed_request"],
    ["too many bytes", JSON.stringify({ a: "x".repeat(6000) }), {}, 413, "body_too_large"],
    ["plain text", "{}", { "content-type": "text/plain" }, 415, "unsupported_media_type"],
    ["a form", "a=1", { "content-type": "application/x-www-form-urlencoded" }, 415, "unsupported_media_type"],
    [
      "another charset",
      "{}",
      { "content-type": "application/json; charset=utf-16" },
      415,
      "unsupported_media_type",
    ],
    ["a type that is none", "{}", { "content-type": "json" }, 415, "unsupported_media_type"],
    ["a compressed body", "{}", { "content-encoding": "gzip" }, 415, "unsupported_media_type"],
    ["a body encoded as itself", "{}", { "content-encoding": "identity" }, 415, "unsupported_media_type"],
  ])("answers a body of %s with the error shape", async (_name, body, headers, status, code) => {
    const response = await one.post("/validate", body, headers);
    const answer: unknown = await response.json();
    expect([response.status, pick(answer, "code")]).toStrictEqual([status, code]);
    expect(check(errorResponse, answer)).toMatchObject({ ok: true });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test.each([
    ["no body at all", undefined, {}],
    ["an empty body", "", {}],
    ["a byte order mark", "\uFEFF{}", {}],
    ["a vendor's JSON", "{}", { "content-type": "application/vnd.example+json; charset=UTF-8" }],
    ["hostile members", '{"__proto__":{"auth":"x"},"constructor":{"prototype":{"a":1}}}', {}],
  ])("takes %s", async (_name, body, headers) => {
    const response = await fetch(`${many.url}/stars/validate`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body }),
    });
    const answer: unknown = await response.json();
    // The hostile members must not become the prototype of the response or of other objects.
    expect([response.status, answer]).toMatchObject([200, { name: "No account" }]);
    expect(answer).not.toHaveProperty("auth");
    expect({}).not.toHaveProperty("auth");
  });

  test("refuses more than 5,000 members of one object", async () => {
    const body = Object.fromEntries(Array.from({ length: 5001 }, (_unused, index) => [`k${index}`, 1]));
    expect((await many.post("/stars/validate", body)).status).toBe(400);
    delete body["k0"];
    expect((await many.post("/stars/validate", body)).status).toBe(200);
  });

  test.each([
    ["no HTTP", "GARBAGE\r\n\r\n", 400],
    ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400],
    [
      "length beside chunks",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    ["headers that are too long", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(5000)}\r\n\r\n`, 431],
    ["a path that is not encoded", "GET /%E0%A4%A HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 400],
  ])("answers %s with the error shape", async (_name, bytes, status) => {
    const { text } = await rawRequest(one.url, bytes);
    expect(Number(/^HTTP\/1\.1 (\d+) /.exec(text)?.[1])).toBe(status);
    expect(check(errorResponse, parse(text.slice(text.indexOf("\r\n\r\n") + 4)))).toMatchObject({
      ok: true,
    });
  });

  test("serves health, readiness and metrics only on the admin port", async () => {
    await (await one.post("/", { source: "moons", account: { auth: "none" } })).text();
    expect(await (await fetch(`${one.adminUrl}/live`)).text()).toBe("live\n");
    expect((await fetch(`${one.adminUrl}/ready`)).status).toBe(200);
    await vi.waitFor(() => expect(one.lines.at(-1)).toContain('"ending":"whole"'), 60_000);
    const metrics = await (await fetch(`${one.adminUrl}/metrics`)).text();
    expect(metrics).toContain('wellhead_stream_endings_total{connector="moons",ending="whole"} ');
    expect(metrics).toContain("wellhead_streams_active 0");
    expect(metrics).toContain("process_cpu_seconds_total");
    expect((await fetch(`${one.url}/metrics`)).status).toBe(404);
    expect((await fetch(`${one.adminUrl}/x`)).status).toBe(404);
  });

  test("checks and writes by the schemas of routes that are added to it", async () => {
    const app = await createApp({ connectors: [named("stars")], logger: false });
    const schema = {
      querystring: { type: "object", required: ["size"], properties: { size: { type: "integer" } } },
      response: { 200: { type: "object", properties: { size: { type: "integer" } } } },
    };
    app.fastify.get<{ Querystring: { size: number } }>("/own/route", { schema }, (request) => ({
      size: request.query.size,
      more: "not in the schema",
    }));
    const right = await app.fastify.inject("/own/route?size=12");
    expect([right.statusCode, right.body]).toEqual([200, '{"size":12}']);
    expect((await app.fastify.inject("/own/route?size=large")).statusCode).toBe(400);
    expect((await app.fastify.inject("/own/route")).statusCode).toBe(400);
    await app.close();
  });

  test("closes connectors when it stops, once", async () => {
    let closed = 0;
    const connector = { ...named("closing"), close: async () => void (closed += 1) };
    const started = await startApp([connector]);
    await Promise.all([started.app.close(), started.app.close()]);
    expect(closed).toBe(1);
  });
});

describe("connectorRoutes()", () => {
  test("mounts a connector beside the routes of another service", async () => {
    const fastify = Fastify();
    fastify.addHook("onRequest", async (_request, reply) => void reply.header("x-own", "1"));
    fastify.post("/own", (request, reply) => reply.send(request.body));
    await fastify.register(connectorRoutes, {
      prefix: "/data/moons",
      connector: sampleConnector(),
      logger: false,
    });
    const application = await fastify.inject("/data/moons/");
    expect(application.json()).toMatchObject({ id: "moons" });
    expect(application.headers["x-own"]).toBe("1");
    const rows = await fastify.inject({
      method: "POST",
      url: "/data/moons",
      payload: { source: "moons", account: { auth: "none" }, limit: 1 },
    });
    expect([rows.statusCode, rows.headers["x-own"], rows.json()]).toMatchObject([200, "1", [{ id: "1" }]]);
    const wrong = await fastify.inject({
      method: "POST",
      url: "/data/moons/validate",
      payload: "{",
      headers: { "content-type": "application/json" },
    });
    expect(wrong.json()).toMatchObject({ code: "malformed_request" });
    const own = await fastify.inject({ method: "POST", url: "/own", payload: { a: 1 } });
    expect(own.json()).toStrictEqual({ a: 1 });
    await fastify.close();
  });
});
