import { EventEmitter, once } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import {
  call,
  type Era,
  type ForeignAnswers,
  sendLines,
  TestServer,
  type TestServerOptions,
} from "../../test/test-server.js";

const servers: TestServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** A connector whose rows come when the test sends them. */
class SlowConnector extends EventEmitter {
  readonly answers: ForeignAnswers = {
    sources: { t: { n: "number" } },
    post: {
      "/": (response) => {
        response.once("close", () => this.emit("closed", response));
        response.setHeader("content-type", "application/x-ndjson").write('{"n":1}\n');
        this.emit("asked", response);
      },
    },
  };

  async asked(): Promise<ServerResponse> {
    // The event above carries the response.
    const [response] = (await once(this, "asked")) as [ServerResponse];
    return response;
  }
}

async function start(slow: SlowConnector, options: TestServerOptions): Promise<TestServer> {
  const server = await TestServer.start({ c: slow.answers }, options);
  servers.push(server);
  return server;
}

const t = { connector: "c", source: "t" };

test("a query that takes long returns a handle, and get_result its rows, also over another connection", async () => {
  const slow = new SlowConnector();
  let now = 1_000_000;
  const server = await start(slow, { now: () => now, limits: { waitMs: 1, keepMs: 60_000, maxRunning: 1 } });
  const asked = slow.asked();
  const { data } = await call(await server.connect(), "read_rows", t);
  expect(data).toMatchObject({ status: "running", rows: [], provenance: null });
  const response = await asked;
  const other = await server.connect("legacy");
  const waiting = (await call(other, "run_sql", { sql: "select n from c.t" })).data;
  expect(waiting["status"]).toBe("running");
  expect((await call(other, "cancel_result", { result: waiting["result"] })).data).toEqual({
    cancelled: true,
  });
  expect((await call(other, "get_result", { result: data["result"] })).data["status"]).toBe("running");
  response.end('{"n":2}\n');
  let answer = await call(other, "get_result", { result: data["result"] });
  while (answer.data["status"] === "running")
    answer = await call(other, "get_result", { result: data["result"] });
  expect(answer.data).toMatchObject({ rows: [[1], [2]], rowsRead: 2 });
  now += 59_999;
  expect((await call(other, "get_result", { result: data["result"], offset: 1 })).data["rows"]).toEqual([
    [2],
  ]);
  now += 60_000;
  for (const result of [data["result"], "no such handle"])
    expect((await call(other, "get_result", { result })).text).toMatch(/unknown or has expired.*again/);
});

test("queries at once wait for their turn, as many as may run at the same time", async () => {
  let running = 0;
  let most = 0;
  const rows: ForeignAnswers = {
    sources: { t: { n: "number" } },
    post: {
      "/": (response) => {
        running += 1;
        most = Math.max(most, running);
        // Later than the requests that may come beside it.
        setImmediate(() => {
          running -= 1;
          sendLines(response, ['{"n":1}']);
        });
      },
    },
  };
  const limits = { maxRunning: 4, waitMs: 100_000, timeoutMs: 100_000 };
  const server = await TestServer.start({ c: rows }, { limits });
  servers.push(server);
  const client = await server.connect();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => call(client, "run_sql", { sql: `select n + ${n} as n from c.t` })),
  );
  expect(answers.map(({ data }) => data["rows"])).toEqual(Array.from({ length: 12 }, (_, n) => [[1 + n]]));
  expect(most).toBeLessThanOrEqual(4);
});

test("a query that waits for its turn ends at the time limit of all queries", async () => {
  const slow = new SlowConnector();
  const server = await start(slow, { limits: { waitMs: 60_000, timeoutMs: 300, maxRunning: 1 } });
  const client = await server.connect();
  const answers = await Promise.all([call(client, "read_rows", t), call(client, "read_rows", t)]);
  for (const answer of answers) expect(answer.text).toMatch(/took longer than 0.3 seconds/);
});

test("a cancelled call and cancel_result end the request to the connector", async () => {
  const slow = new SlowConnector();
  const server = await start(slow, { limits: { waitMs: 60_000 } });
  const client = await server.connect();
  const controller = new AbortController();
  let asked = slow.asked();
  let closed = once(slow, "closed");
  const cancelled = call(client, "run_sql", { sql: "select * from c.t", signal: controller.signal });
  await asked;
  controller.abort();
  await expect(cancelled).rejects.toThrow(/abort/i);
  await closed;

  const impatient = await start(slow, { limits: { waitMs: 1 } });
  const second = await impatient.connect();
  asked = slow.asked();
  const { data } = await call(second, "read_rows", t);
  await asked;
  closed = once(slow, "closed");
  expect((await call(second, "cancel_result", { result: data["result"] })).data).toEqual({ cancelled: true });
  await closed;
  expect((await call(second, "cancel_result", { result: data["result"] })).data).toEqual({
    cancelled: false,
  });
});

test.each<Era>(["auto", "legacy"])(
  "a client that asks for progress hears how many rows have arrived (%s)",
  async (era) => {
    const slow = new SlowConnector();
    let now = 0;
    const server = await start(slow, { now: () => now, limits: { waitMs: 600_000 } });
    const client = await server.connect(era, {}, "streaming");
    const heard = new EventEmitter();
    const asked = slow.asked();
    const answer = client.callTool(
      { name: "read_rows", arguments: t },
      { onprogress: (progress) => void heard.emit("progress", progress) },
    );
    expect(await once(heard, "progress")).toMatchObject([{ progress: 1, message: "1 row has arrived" }]);
    const response = await asked;
    // Not each row is reported, but those that arrive a second later.
    now += 1000;
    const later = once(heard, "progress");
    response.write('{"n":2}\n');
    expect(await later).toMatchObject([{ progress: 2, message: "2 rows have arrived" }]);
    response.end();
    expect((await answer).structuredContent).toMatchObject({ rows: [[1], [2]] });
  },
);

test("a connector that never ends its rows, or has too many, ends at a limit with advice", async () => {
  const slow = new SlowConnector();
  const server = await start(slow, { limits: { timeoutMs: 1 } });
  const late = await call(await server.connect(), "read_rows", t);
  expect(late).toMatchObject({
    isError: true,
    text: expect.stringMatching(/took longer than.*filters/) as string,
  });

  const many: ForeignAnswers = {
    sources: { t: { n: "number" } },
    post: {
      "/": (response) =>
        sendLines(
          response,
          Array.from({ length: 30 }, (_, n) => `{"n":${n}}`),
        ),
    },
  };
  const limited = await TestServer.start({ c: many }, { limits: { maxSourceRows: 20 } });
  servers.push(limited);
  const tooMany = await call(await limited.connect(), "run_sql", { sql: "select count(*) from c.t" });
  expect(tooMany).toMatchObject({
    isError: true,
    text: expect.stringMatching(/more than 20.*filters/) as string,
  });
});

test("only a few results are kept, the newest ones", async () => {
  const rows: ForeignAnswers = {
    sources: { t: { n: "number" } },
    post: { "/": (response) => sendLines(response, ['{"n":1}']) },
  };
  const server = await TestServer.start({ c: rows }, { limits: { maxKept: 1 } });
  servers.push(server);
  const client = await server.connect();
  const first = await call(client, "read_rows", t);
  const second = await call(client, "read_rows", t);
  expect((await call(client, "get_result", { result: first.data["result"] })).isError).toBe(true);
  expect((await call(client, "get_result", { result: second.data["result"] })).data["rows"]).toEqual([[1]]);
});
