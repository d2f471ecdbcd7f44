import { connect, type Socket } from "node:net";
import { configureEgress } from "@wellhead/runtime";
import { startUpstream } from "@wellhead/runtime/testing";
import { afterEach, expect, test, vi } from "vitest";
import { listedFor, readActivity } from "../../../test/activity.js";
import { Gates } from "../../../test/gated-connector.js";
import { PythonReader } from "../../../test/python-reader.js";
import { adminToken, type StartedApp, type StartOptions, startApp } from "../../../test/start-app.js";
import { type RequestState } from "../../index.js";

const none = { auth: "none" };
const sockets: Socket[] = [];
const readers: PythonReader[] = [];
let started: StartedApp | undefined;

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const reader of readers.splice(0)) reader.kill();
  await started?.app.close();
  started = undefined;
});

async function start(gates: Gates, { upstream, ...options }: StartOptions & { upstream?: string } = {}) {
  started = await startApp([gates.connector(upstream)], {
    admin: { port: 0 },
    ...options,
    limits: { drainDelay: 0, drainTimeout: 0, ...options.limits },
  });
  return started;
}

function read(url: string, body: object): PythonReader {
  const reader = new PythonReader(url, { account: none, ...body });
  readers.push(reader);
  return reader;
}

/** Sends a request for rows and never reads the response. */
function ignore(url: string, body: object): Socket {
  const { hostname, port } = new URL(url);
  const text = JSON.stringify({ account: none, ...body });
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(
    `POST / HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
  );
  socket.on("error", () => undefined).pause();
  sockets.push(socket);
  return socket;
}

const patient = { timeout: 20_000, interval: 50 };

test("rows and bytes of each stream are what a client in Python has received", async () => {
  const gates = new Gates();
  const { url, adminUrl } = await start(gates);
  const names = ["a", "b", "c"];
  const clients = names.map((gate, index) =>
    read(url, { source: "gate", filter: { gate, size: index * 50 } }),
  );
  for (const [index, gate] of names.entries())
    for (let batch = 0; batch < 3; batch += 1) gates.push(gate, { rows: 100 * (index + 1) + batch });
  await vi.waitFor(async () => {
    const listed = await listedFor(adminUrl, "gate");
    const sums = (rows: readonly { readonly rows?: number | null; readonly bytes?: number | null }[]) =>
      rows.map(({ rows: count, bytes }) => `${count} ${bytes}`).toSorted();
    expect(sums(listed)).toEqual(sums(clients.map(({ received }) => received ?? {})));
    expect(new Set(listed.map(({ rows }) => rows))).toEqual(new Set([303, 603, 903]));
    expect(listed.map(({ unreadBytes }) => unreadBytes)).toEqual([0, 0, 0]);
    expect(new Set(listed.map(({ state }) => state))).toEqual(new Set(["waiting-for-upstream"]));
  }, patient);
  const { counts, requests } = await readActivity(adminUrl, "rows");
  expect(counts).toEqual({ inProgress: 3, streams: 3, queued: 0 });
  expect(requests.map(({ rows }) => rows)).toEqual([903, 603, 303]);
  for (const gate of names) gates.push(gate, "end");
  await vi.waitFor(async () => {
    expect(clients.map(({ received }) => received?.end)).toEqual(["whole", "whole", "whole"]);
    expect((await readActivity(adminUrl)).requests).toEqual([]);
  }, patient);
});

test("ages and rates are those that a clock outside of the service measures", async () => {
  const gates = new Gates();
  const { url, adminUrl } = await start(gates);
  const before = performance.now();
  const client = read(url, { source: "gate", filter: { gate: "a" } });
  gates.push("a", { rows: 1000 });
  await vi.waitFor(() => expect(client.received?.rows).toBe(1000), patient);
  const arrived = performance.now();
  const asked = performance.now();
  const [stream] = await listedFor(adminUrl, "gate");
  const now = performance.now();
  // A snapshot may be 200 ms old.
  const [least, most] = [Math.max(asked - arrived - 201, 1), now - before + 1];
  expect(stream?.ageMs).toBeGreaterThanOrEqual(asked - arrived - 201);
  expect(stream?.ageMs).toBeLessThanOrEqual(most);
  expect(stream?.stateMs).toBeLessThanOrEqual(stream?.ageMs ?? 0);
  expect(stream?.rowsPerSecond).toBeLessThanOrEqual((1000 * 1000) / least + 1);
  expect(stream?.rowsPerSecond).toBeGreaterThanOrEqual((1000 * 1000) / most - 1);
  const bytesPerRow = (client.received?.bytes ?? 0) / 1000;
  expect((stream?.bytesPerSecond ?? 0) / (stream?.rowsPerSecond ?? 1)).toBeCloseTo(bytesPerRow, 0);
});

test("each state names what a request waits for", async () => {
  const upstream = await startUpstream(() => ({ body: { page: 1 } }));
  configureEgress({ allow: "127.0.0.1/32:*" });
  // While the event loop is late, at most four requests of an endpoint may work. It always is, by more than 0 ms.
  const app = await start(new Gates(), {
    upstream: upstream.url,
    limits: { maxEventLoopDelay: 0 },
  });
  const { url, adminUrl } = app;
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    expect(metrics).not.toContain("\nwellhead_loop_delay_seconds 0\n");
  }, patient);
  const validating = app.post("/validate", { id: "none", fields: {} }).catch(() => undefined);
  ignore(url, { source: "endless" });
  ignore(url, { source: "limited" });
  for (let index = 0; index < 10; index += 1) ignore(url, { source: "gate", filter: { gate: "closed" } });
  await vi.waitFor(async () => {
    const { requests, limitWaits, counts } = await readActivity(adminUrl);
    const inState = (state: RequestState) => requests.filter((request) => request.state === state);
    const [unread] = inState("waiting-for-reader");
    expect(unread).toMatchObject({ source: "endless" });
    expect(unread?.unreadBytes).toBeGreaterThan(0);
    expect(inState("waiting-for-limit")).toMatchObject([{ source: "limited", rows: 1 }]);
    expect(limitWaits).toMatchObject([{ connector: "gates", requests: 1 }]);
    const waiting = inState("waiting-for-upstream").map(({ endpoint }) => endpoint);
    expect(waiting.toSorted()).toEqual(["data", "data", "data", "data", "validate"]);
    const queued = inState("queued");
    expect(queued).toHaveLength(6);
    expect(queued[0]).toMatchObject({ id: null, source: null, rows: null, endpoint: "data" });
    expect(counts).toEqual({ inProgress: 7, streams: 6, queued: 6 });
  }, patient);
  configureEgress({ allow: "" });
  await upstream.close();
  for (const socket of sockets) socket.destroy();
  await started?.app.close();
  await validating;
});

test("a request that waits for a slot of its caller is queued", async () => {
  const { url, adminUrl } = await start(new Gates(), { limits: { maxStreamsPerCaller: 1 } });
  for (let index = 0; index < 2; index += 1) ignore(url, { source: "gate", filter: { gate: "closed" } });
  await vi.waitFor(async () => {
    const { requests, counts } = await readActivity(adminUrl);
    expect(requests.map(({ state, endpoint }) => `${state} ${endpoint}`)).toEqual([
      "waiting-for-upstream data",
      "queued data",
    ]);
    expect(counts).toEqual({ inProgress: 1, streams: 1, queued: 1 });
  }, patient);
});

test("a stream that has used up its bytes per second waits for its pace", async () => {
  const gates = new Gates();
  const { url, adminUrl } = await start(gates, { limits: { maxBytesPerSecondPerCaller: 2000 } });
  const client = read(url, { source: "gate", filter: { gate: "a", size: 500 } });
  gates.push("a", { rows: 100 });
  await vi.waitFor(async () => {
    expect(await listedFor(adminUrl, "gate")).toMatchObject([{ state: "waiting-for-pace" }]);
    expect(client.received?.bytes).toBeGreaterThan(0);
  }, patient);
});

test("a stream leaves the list however it ends", async () => {
  const gates = new Gates();
  const app = await start(gates);
  const { url, adminUrl } = app;
  const ndjson = read(url, { source: "gate", filter: { gate: "marked" } });
  const gone = read(url, { source: "gate", filter: { gate: "gone" } });
  const csv = app.post(
    "/",
    { source: "gate", account: none, filter: { gate: "cut" } },
    { accept: "text/csv" },
  );
  ignore(url, { source: "endless" });
  for (const gate of ["marked", "gone", "cut"]) gates.push(gate, { rows: 5 });
  const remaining = async (count: number) =>
    await vi.waitFor(
      async () => expect((await readActivity(adminUrl)).requests).toHaveLength(count),
      patient,
    );
  await remaining(4);
  gates.push("marked", "fail");
  await remaining(3);
  expect(ndjson.received).toMatchObject({ rows: 6, end: "whole" });
  gates.push("cut", "fail");
  await expect((await csv).text()).rejects.toThrow("terminated");
  await remaining(2);
  gone.kill();
  await remaining(1);
  sockets[0]?.destroy();
  await remaining(0);
  expect((await readActivity(adminUrl)).counts).toEqual({ inProgress: 0, streams: 0, queued: 0 });
});

test("the list is short however many requests there are, and its order is the one that was asked for", async () => {
  const gates = new Gates();
  const { url, adminUrl } = await start(gates);
  for (let index = 0; index < 230; index += 1) ignore(url, { source: "gate", filter: { gate: "closed" } });
  await vi.waitFor(async () => {
    const { requests, counts } = await readActivity(adminUrl);
    expect(requests).toHaveLength(200);
    expect(counts.inProgress + counts.queued).toBe(230);
    const ages = requests.map(({ ageMs }) => ageMs);
    expect(ages).toEqual(ages.toSorted((one, other) => other - one));
  }, patient);
  const refused = await fetch(`${adminUrl}/activity?sort=name`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  expect([refused.status, await refused.text()]).toEqual([
    400,
    "Expected sort to be age, wait, rows, bytes, rate\n",
  ]);
});

test("refusals are counted by their reason, and readers at the same time cost one reading", async () => {
  const app = await start(new Gates(), { limits: { maxStreams: 0 } });
  const { adminUrl } = app;
  for (let index = 0; index < 3; index += 1)
    expect((await app.post("/", { source: "endless", account: none })).status).toBe(503);
  const [first, second] = await Promise.all([readActivity(adminUrl), readActivity(adminUrl)]);
  expect(first.refusals).toEqual([{ reason: "streams", total: 3, lastMinute: 3 }]);
  expect(second).toEqual(first);
  expect(first).toMatchObject({ ready: true, reason: null, limitWaits: [], failingAccounts: [] });
  expect(first.replica).toMatch(new RegExp(`/${process.pid}$`));
  expect(first.memory.residentBytes).toBeGreaterThan(1_000_000);
});
