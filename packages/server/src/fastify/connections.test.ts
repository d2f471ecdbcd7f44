import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { defineConnector } from "@wellhead/sdk";
import { rawRequest } from "@wellhead/test-support/http/raw-request";
import { sampleConnector } from "@wellhead/test-support/services/sample-connector";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type StartedApp, startApp } from "../../test/start-app.js";

let started: StartedApp | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await started?.app.close();
});

/** Opens a connection, sends bytes, and never closes it from this side. */
async function open(
  { url }: StartedApp,
  bytes: string,
): Promise<{ socket: Socket; closed: Promise<string> }> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  sockets.push(socket);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(bytes);
  return { socket, closed: once(socket, "close").then(() => text) };
}

function connections({ app }: StartedApp): Promise<number> {
  return new Promise((resolve) => {
    app.fastify.server.getConnections((_error, count) => resolve(count));
  });
}

/** A program that opens up to 700 connections, stops when one is not accepted in time, and prints their number. */
const openMany = `
import resource, socket, sys
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
opened = []
try:
    while len(opened) < 700: opened.append(socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5))
except TimeoutError: pass
print(len(opened))`;

describe("a connection", () => {
  test("waits to be accepted when hundreds of others arrived with it", async () => {
    started = await startApp([sampleConnector()]);
    // The service accepts none of them meanwhile, because this process waits for the program.
    const { stdout } = spawnSync("python3", ["-c", openMany, new URL(started.url).port], {
      encoding: "utf8",
    });
    expect(Number(stdout)).toBe(700);
  });

  test.each([
    ["whose headers never end", "GET / HTTP/1.1\r\nHost: localhost\r\n"],
    ["whose body never ends", "POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"],
    ["that sends junk", "junk\r\n\r\n"],
  ])("%s is answered 400 and destroyed, though the caller keeps its side open", async (_name, bytes) => {
    started = await startApp([sampleConnector()], {
      limits: { headersTimeout: 50, requestTimeout: 100, closeTimeout: 20 },
    });
    await open(started, bytes);
    await vi.waitFor(async () => expect(started && (await connections(started))).toBe(0), 60_000);
  });

  test("without a request makes space when there are too many", async () => {
    started = await startApp([sampleConnector()], { limits: { maxConnections: 20 } });
    for (let index = 0; index < 40; index += 1) await open(started, "GET / HTTP/1.1\r\n");
    // Each request uses its own connection.
    for (let index = 0; index < 10; index += 1) {
      const { text } = await rawRequest(
        started.url,
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      );
      expect(text).toContain("200 OK");
    }
    expect(await connections(started)).toBeLessThanOrEqual(20);
  });

  test("with a request under way does not make space", async () => {
    let release = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = defineConnector({
      id: "slow",
      name: "Slow",
      version: "1",
      description: "Waits",
      identify: async () => waiting.then(() => ({ name: "Ada" })),
      sources: (source) => ({ rows: source({ name: "Rows", rows: () => [] }) }),
    });
    started = await startApp([slow], { limits: { maxConnections: 2 } });
    const busy = [started.post("/validate", {}), started.post("/validate", {})];
    await vi.waitFor(async () => expect(started && (await connections(started))).toBe(2), 60_000);
    await delay(50);
    const { text } = await rawRequest(
      started.url,
      "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    );
    expect(text).toBe("");
    release();
    for (const answer of await Promise.all(busy)) expect(answer.status).toBe(200);
  });
});

describe("bytes of a connection", () => {
  test("that are valid requests before junk are answered first, in their order", async () => {
    started = await startApp([sampleConnector()]);
    const post = '{"source":"moons","account":{"auth":"none"}}';
    const { text } = await rawRequest(
      started.url,
      `GET /logo HTTP/1.1\r\nHost: localhost\r\n\r\nPOST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${post.length}\r\n\r\n${post}junk\r\n\r\n`,
    );
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      "204",
      "200",
      "400",
    ]);
    expect(text.indexOf("Phobos")).toBeLessThan(text.indexOf("malformed_request"));
  });

  test.each([
    ["two Host headers", "GET / HTTP/1.1\r\nHost: localhost\r\nhOST: localhost\r\nConnection: close\r\n\r\n"],
    ["no Host header", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["HTTP/0.9", "GET /\r\n\r\n"],
    ["HTTP/0.9 by name", "GET / HTTP/0.9\r\n\r\n"],
    ["HTTP/2 by name", "GET / HTTP/2.0\r\nHost: localhost\r\n\r\n"],
    ["another Expect", "GET / HTTP/1.1\r\nHost: localhost\r\nExpect: xyz\r\nConnection: close\r\n\r\n"],
  ])("with %s are answered 400", async (_name, bytes) => {
    started = await startApp([sampleConnector()]);
    const { text } = await rawRequest(started.url, bytes);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("with an unknown expectation are answered in the one error shape", async () => {
    started = await startApp([sampleConnector()]);
    const { text } = await rawRequest(
      started.url,
      "POST / HTTP/1.1\r\nHost: localhost\r\nExpect: xyz\r\nContent-Length: 2\r\n\r\n{}",
    );
    expect(text).toContain('"code":"malformed_request"');
    expect(text.toLowerCase()).toContain("x-request-id:");
  });
});

test("the admin port is tried before the service takes requests", async () => {
  const first = await startApp([sampleConnector()], { admin: { port: 0 }, limits: { drainDelay: 0 } });
  const port = Number(new URL(first.adminUrl).port);
  const connector = sampleConnector();
  await expect(startApp([connector], { admin: { port } })).rejects.toThrow("EADDRINUSE");
  await first.app.close();
});
