import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { defineConnector } from "@wellhead/sdk";
import { sampleConnector } from "@wellhead/test-support/services/sample-connector";
import { afterEach, expect, test, vi } from "vitest";
import { type StartedApp, startApp } from "../../test/start-app.js";

let started: StartedApp | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await started?.app.close();
});

/** Returns a connector with endless rows and account checks that wait, and the functions that end the checks. */
function endless() {
  const checks: (() => void)[] = [];
  const rows = Array.from({ length: 100 }, (_unused, index) => ({ id: index, note: "x".repeat(1000) }));
  const connector = defineConnector({
    id: "endless",
    name: "Endless",
    version: "1",
    description: "Never ends",
    identify: () =>
      new Promise((resolve) => {
        checks.push(() => resolve({ name: "Ada" }));
      }),
    sources: (source) => ({
      rows: source({
        name: "Rows",
        async *rows() {
          for (;;) yield rows;
        },
      }),
    }),
  });
  return { connector, checks };
}

const trusted = { proxies: ["127.0.0.1"] };
const from = (address: string) => ({ "x-forwarded-for": address });

/** Asks for rows and never reads them. */
async function stall({ url }: StartedApp, address: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  sockets.push(socket);
  socket.on("error", () => undefined);
  const body = '{"source":"rows"}';
  socket.write(
    `POST / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await once(socket, "readable");
}

test("readers that stall cannot take all streams from one address", async () => {
  const { connector } = endless();
  const app = await startApp([connector], {
    callers: trusted,
    limits: { maxStreams: 24, maxStreamsPerAddress: 6, maxQueueDelay: 500, drainTimeout: 100 },
  });
  started = app;
  await Promise.all(Array.from({ length: 48 }, () => stall(app, "203.0.113.9")));
  const refused = await app.post("/", { source: "rows", limit: 1 }, from("203.0.113.9"));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: "rate_limited", tryLater: true });
  // Callers from other addresses need not wait until the stalled streams are cut.
  for (const address of ["203.0.113.10", "2001:db8::1"])
    expect((await app.post("/", { source: "rows", limit: 1 }, from(address))).status).toBe(200);
});

test("the addresses of an IPv6 network share the streams of one address", async () => {
  const { connector } = endless();
  const app = await startApp([connector], {
    callers: trusted,
    limits: { maxStreamsPerAddress: 3, maxQueueDelay: 500, drainTimeout: 100 },
  });
  started = app;
  for (const address of ["2001:db8:1:2::1", "2001:db8:1:2:ffff::2", "2001:DB8:1:2:3:4:5:6"])
    await stall(app, address);
  const ask = async (address: string) =>
    (await app.post("/", { source: "rows", limit: 1 }, from(address))).status;
  expect(await ask("2001:db8:1:2::4")).toBe(429);
  expect(await ask("2001:db8:1:3::4")).toBe(200);
});

test("requests in progress are counted by the address that a trusted proxy forwards, until they end", async () => {
  const { connector, checks } = endless();
  const app = await startApp([connector], {
    callers: trusted,
    limits: { maxRequestsPerAddress: 2, maxQueueDelay: 500 },
  });
  started = app;
  const validate = (address: string) => app.post("/validate", {}, from(address));
  const first = [validate("198.51.100.1"), validate("198.51.100.1"), validate("198.51.100.2")];
  await vi.waitFor(() => expect(checks).toHaveLength(3), 60_000);
  expect((await validate("198.51.100.1")).status).toBe(429);
  // Requests that cost almost nothing are not limited.
  expect((await fetch(app.url, { headers: from("198.51.100.1") })).status).toBe(200);
  for (const end of checks.splice(0)) end();
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200]);
  await Promise.all((await Promise.all(first)).map((answer) => answer.text()));
  const next = validate("198.51.100.1");
  await vi.waitFor(() => expect(checks).toHaveLength(1), 60_000);
  for (const end of checks) end();
  expect((await next).status).toBe(200);
});

const sameAddress = () => "127.0.0.1";

test.each([
  ["of callers are limited by their address", {}, sameAddress, 3],
  ["of a trusted proxy are not limited", trusted, sameAddress, 8],
  ["from an IPv6 network share a limit", {}, (index: number) => `2001:db8:1:2::${index}`, 3],
  ["from different IPv6 networks do not", {}, (index: number) => `2001:db8:1:${index}::1`, 8],
  ["from IPv4 addresses in IPv6 do not", {}, (index: number) => `::ffff:203.0.113.${index}`, 8],
])("connections %s", async (_name, callers, addressOf, left) => {
  const app = await startApp([sampleConnector()], { callers, limits: { maxConnectionsPerAddress: 3 } });
  started = app;
  const { server } = app.app.fastify;
  let opened = 0;
  server.prependListener("connection", (socket: Socket) => {
    Object.defineProperty(socket, "remoteAddress", { value: addressOf(opened) });
    opened += 1;
  });
  const { hostname, port } = new URL(app.url);
  for (let index = 0; index < 8; index += 1) {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    sockets.push(socket);
    await once(socket, "connect");
  }
  const count = () =>
    new Promise((resolve) => {
      server.getConnections((_error, connections) => resolve(connections));
    });
  await vi.waitFor(async () => {
    expect(opened).toBe(8);
    expect(await count()).toBe(left);
  }, 60_000);
  // The connection that has waited the longest was closed to make space.
  expect((await fetch(app.url)).status).toBe(200);
});
