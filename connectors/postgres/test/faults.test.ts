import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";
import { type PostgresServer, startPostgres } from "./start-postgres.js";

/** Rows asked for; more than one batch, so that the fault may come before, among and after them. */
const rowCount = 20_000;
const sql = `select i, 'row ' || i as name from generate_series(1, ${rowCount}) i`;

let server: PostgresServer;
let between: Between;
let service: Service;
let impatient: Service;

beforeAll(async () => {
  server = await startPostgres();
  between = await startBetween(server.port);
  service = await servePostgres({ port: between.port });
  impatient = await servePostgres({ port: between.port }, { patience: 1000 });
});

afterEach(() => {
  between.after = Number.POSITIVE_INFINITY;
});

afterAll(async () => {
  await service.app.close();
  await impatient.app.close();
  between.listener.close();
  await server.stop();
});

/** Stands between the service and the server, and fails as it is told. */
interface Between {
  readonly port: number;
  readonly listener: Server;
  /** How many bytes of the server pass on each connection before the fault. */
  after: number;
  /** What happens then: the connection is cut, or nothing comes any more. */
  fault: "cut" | "silence";
  /** Most bytes of the server that a connection had. */
  passed: number;
}

async function startBetween(port: number): Promise<Between> {
  const listener = createServer();
  const state: Between = {
    listener,
    port: 0,
    after: Number.POSITIVE_INFINITY,
    fault: "cut",
    passed: 0,
  };
  listener.on("connection", (client) => join(state, client, connect(port, "127.0.0.1")));
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  // A listener on a port has an address with a port.
  return Object.assign(state, { port: (listener.address() as AddressInfo).port });
}

function join(state: Between, client: Socket, upstream: Socket): void {
  let passed = 0;
  const end = () => {
    client.destroy();
    upstream.destroy();
  };
  for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
  client.on("data", (data) => upstream.write(data));
  upstream.on("data", (data: Buffer) => {
    const room = state.after - passed;
    passed += data.length;
    state.passed = Math.max(state.passed, passed);
    if (room > 0) client.write(data.subarray(0, room));
    if (data.length >= room && state.fault === "cut") client.end(() => end());
  });
}

/** Asks for the rows and tells how the answer ended. */
async function ask(asked = service): Promise<{ status: number; rows: number; code: unknown; text: string }> {
  const answer = await asked.post("/", { source: "query", account: service.account(), filter: { sql } });
  const value: unknown = JSON.parse(answer.body);
  if (!Array.isArray(value))
    return { status: answer.status, rows: 0, code: codeOf(value), text: answer.body };
  const mark: unknown = value.at(-1)?.__streamError;
  const rows = mark === undefined ? value.length : value.length - 1;
  return { status: answer.status, rows, code: codeOf(mark), text: JSON.stringify(mark ?? "") };
}

function codeOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "code" in value ? value.code : undefined;
}

/** Places in the sign-in, among the rows, and at the last bytes. */
function places(total: number): readonly number[] {
  const signIn = Array.from({ length: 14 }, (_, index) => 1 + index * 49);
  const rows = Array.from({ length: 7 }, (_, index) => Math.floor((total * (index + 1)) / 8));
  const last = Array.from({ length: 9 }, (_, index) => total - 1 - index);
  return [...signIn, ...rows, ...last];
}

describe("a server that is lost at any point of a request", () => {
  it("gives a typed error before the first row, a marked end after it, and never a short answer", async () => {
    between.passed = 0;
    await expect(ask()).resolves.toMatchObject({ status: 200, rows: rowCount, code: undefined });
    between.fault = "cut";
    for (const after of places(between.passed)) {
      between.after = after;
      const { status, rows, code, text } = await ask();
      const found = { after, status, rows, code, text };
      expect(found).toMatchObject({ code: status === 200 ? 503 : "upstream_unavailable" });
      expect([200, 503]).toContain(status);
      expect(text).toContain("Read from the database: the connection was lost, try again");
    }
  });

  it.each([
    ["before the sign-in", 0],
    ["while signing in", 60],
    ["among the rows", 100_000],
  ])("gives up waiting for one that falls silent %s", async (_, after) => {
    between.fault = "silence";
    between.after = after;
    const { status, code } = await ask(impatient);
    expect(status === 200 ? code : status).toBe(504);
  });
});

const active = "from pg_stat_activity where usename = 'wellhead_reader' and state = 'active'";
const ending = "the database is shutting down or starting, try again";

describe("a server that fails over", () => {
  it("and ends its sessions before the first row answers an error", async () => {
    const filter = { sql: "select pg_sleep(30) is null as slept" };
    const answer = service.post("/", { source: "query", account: service.account(), filter });
    await expect
      .poll(
        () => server.admin(`select count(pg_terminate_backend(pid)) ${active} and wait_event = 'PgSleep'`),
        { timeout: 30_000 },
      )
      .toBe("1\n");
    const { status, body } = await answer;
    expect({ status, ...(JSON.parse(body) as object) }).toMatchObject({
      status: 503,
      code: "upstream_unavailable",
      error: expect.stringContaining(ending),
    });
  });

  it("and ends its sessions among the rows marks the end", async () => {
    const filter = { sql: "select generate_series(1, 100000000) as i, repeat('x', 1000) as text" };
    const { url } = await service.app.listen({ port: 0 });
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ source: "query", account: service.account(), filter }),
    });
    expect(answer.status).toBe(200);
    // While nobody reads, the server waits, so that the query is under way when its session ends.
    expect(server.admin(`select count(pg_terminate_backend(pid)) ${active}`)).toBe("1\n");
    let tail = "";
    for await (const part of answer.body ?? []) tail = (tail + Buffer.from(part).toString()).slice(-400);
    // A session that ends while it waits to send cannot say why.
    expect(JSON.parse(tail.slice(tail.lastIndexOf('{"__streamError":'), -1))).toMatchObject({
      __streamError: {
        code: 503,
        message: expect.stringMatching(/shutting down or starting|connection was lost/),
      },
    });
  });

  it("and is still starting asks to come back", async () => {
    const fields = "SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0";
    const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
    const starting = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.once("data", () => socket.end(Buffer.concat([head, Buffer.from(fields)])));
    }).listen(0, "127.0.0.1");
    await once(starting, "listening");
    // A listener on a port has an address with a port.
    const { port } = starting.address() as AddressInfo;
    const answer = await service.post("/validate", { id: "database", fields: service.account({ port }) });
    starting.close();
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.body)).toMatchObject({ code: "upstream_unavailable", retryAfter: 5 });
  });
});
