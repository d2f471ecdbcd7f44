import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, expect, it } from "vitest";
import { serveTrino } from "./serve-trino.js";
import { type Intercept, StandIn } from "./stand-in.js";

const server = await StandIn.start();
const service = await serveTrino(server);
const { url } = await service.app.listen({ port: 0 });
const many = {
  source: "query",
  filter: { sql: "select i, repeat('x', 500) as text from range(200000) t(i)" },
};

afterAll(async () => {
  await service.app.close();
  server.close();
});
afterEach(() => {
  server.intercept = () => false;
  server.passwords.clear();
  server.tokens.clear();
});

async function read(body: object = many, account: object = {}) {
  return await service.post("/", { account: service.account({ ...account }), ...body });
}

/** Answers the request for a given response of a query. */
function atPage(page: number, answer: (...args: Parameters<Intercept>) => void): Intercept {
  return (request, response) => {
    if (request.method !== "GET" || !request.path.endsWith(`/${page}`)) return false;
    answer(request, response);
    return true;
  };
}

it("marks a stream whose response is cut off, and cancels the query", async () => {
  const before = server.deleted.length;
  server.intercept = atPage(3, (_, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write('{"id":"q","stats":{},"data":[[1');
    response.destroy();
  });
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(body).toMatch(/"__streamError":\{.*\}\}\]$/s);
  await expect.poll(() => server.deleted.length).toBe(before + 1);
});

it("marks a stream that ends with an error after rows", async () => {
  const error = {
    message: "Query exceeded the memory limit",
    errorName: "EXCEEDED_GLOBAL_MEMORY_LIMIT",
    errorType: "INSUFFICIENT_RESOURCES",
  };
  server.intercept = atPage(3, (_, response) =>
    response.end(server.message("q", `"error":${JSON.stringify(error)}`)),
  );
  const { body } = await read();
  expect(body).toContain('{"i":0,');
  expect(body).toMatch(
    /"__streamError":\{"message":"Could not run the query: the server does not have the resources/,
  );
});

it.each([502, 503, 504])("asks again after %i", async (code) => {
  let faults = 0;
  server.intercept = ({ path }, response) => {
    if (!path.endsWith(faults === 0 ? "/statement" : "/1") || faults > 1) return false;
    faults += 1;
    response.writeHead(code).end();
    return true;
  };
  expect(await service.query("select 7 as n")).toEqual([{ n: 7 }]);
  expect(faults).toBe(2);
});

it("waits for a late response", async () => {
  server.intercept = async ({ path }) => {
    if (path.endsWith("/1")) await setTimeout(300);
    return false;
  };
  expect(await service.query("select 7 as n")).toEqual([{ n: 7 }]);
});

it("refuses to follow the query to another host, with or without a redirect", async () => {
  let visits = 0;
  const other = createServer((_, response) => {
    visits += 1;
    response.end();
  }).listen(0, "127.0.0.1");
  await expect.poll(() => other.listening).toBe(true);
  const foreign = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1/statement/executing/q/1`;
  const own = server.url.replace("http://", "http://ada@");
  for (const address of [foreign, own, "file:///etc/passwd", "//x", ""]) {
    server.intercept = atPage(0, (_, response) =>
      response.end(server.message("q", `"nextUri":${JSON.stringify(address)}`)),
    );
    const { status, body } = await read();
    expect([status, body]).toEqual([502, expect.stringContaining("another host")]);
  }
  server.intercept = atPage(0, (_, response) => response.writeHead(307, { location: foreign }).end());
  expect((await read()).status).toBe(502);
  other.close();
  expect(visits).toBe(0);
});

it("writes values as they were sent when the types have no parts", async () => {
  const columns = [
    { name: "r", type: "row(x integer, y varchar)" },
    { name: "a", type: "array(row(x integer))", typeSignature: { rawType: "array", arguments: [] } },
  ];
  const sent = { id: "q", stats: {}, columns, data: [[[1, "y"], [[9007199254740993n]]]] };
  const text = JSON.stringify(sent, (_, value: unknown) => (typeof value === "bigint" ? `#${value}` : value));
  server.intercept = atPage(0, (_request, response) => response.end(text.replace(/"#(\d+)"/, "$1")));
  const { status, body } = await read();
  expect([status, body]).toEqual([200, '[{"r":[1,"y"],"a":[[9007199254740993]]}]']);
});

it.each([
  ["a response that is not JSON", "<html>", "not valid JSON"],
  ["a response of another protocol", "{}", "statement protocol"],
  [
    "a row with too few values",
    '{"id":"q","stats":{},"columns":[{"name":"a","type":"bigint"},{"name":"b","type":"bigint"}],"data":[[1]]}',
    "does not match",
  ],
  [
    "a value of another type",
    '{"id":"q","stats":{},"columns":[{"name":"a","type":"bigint"}],"data":[["x"]]}',
    "expected a number",
  ],
  [
    "data that is neither rows nor segments",
    '{"id":"q","stats":{},"columns":[{"name":"a","type":"bigint"}],"data":{"a":1}}',
    "unknown form",
  ],
  [
    "a segment on a host without encryption",
    '{"id":"q","stats":{},"columns":[{"name":"a","type":"bigint"}],"data":{"encoding":"json","segments":[{"type":"spooled","uri":"http://10.0.0.1/x"}]}}',
    "not allowed",
  ],
  [
    "a segment with fewer rows than announced",
    '{"id":"q","stats":{},"columns":[{"name":"a","type":"bigint"}],"data":{"encoding":"json","segments":[{"type":"inline","data":"W1sxXV0=","metadata":{"rowsCount":2}}]}}',
    "expected a segment of 2 rows, got 1",
  ],
])("refuses %s", async (_, sent, reason) => {
  server.intercept = atPage(0, (_request, response) => response.end(sent));
  const { status, body } = await read();
  expect([status, body]).toEqual([502, expect.stringContaining(reason)]);
});

it("reports a refused password, and a token that expires while rows are read", async () => {
  server.passwords.set("ada", "right");
  const account = service.account({ password: "wrong" });
  const { status, body } = await service.post("/validate", { id: "password", fields: account });
  expect([status, body]).toEqual([401, expect.not.stringContaining("wrong")]);
  const valid = await service.post("/validate", {
    id: "password",
    fields: { ...account, password: "right" },
  });
  expect(valid.status).toBe(200);
  server.passwords.clear();
  server.tokens.add("t1");
  server.intercept = ({ path }) => {
    if (path.endsWith("/3") && server.tokens.delete("t1")) server.tokens.add("t2");
    return false;
  };
  const expired = await read(many, { auth: "jwt", token: "t1" });
  expect(expired.body).toMatch(/"__streamError":\{.*refused the credentials/s);
});

it("does not send a secret without encryption", async () => {
  const before = server.statements.length;
  const account = { server: server.url.replace("127.0.0.1", "trino.example.org"), password: "p" };
  const { status, body } = await read(many, account);
  expect([status, body]).toEqual([400, expect.stringContaining("HTTPS")]);
  expect(server.statements.length).toBe(before);
});

it("sends the headers of the protocol", async () => {
  const account = service.account({ session: "query_priority=2, hive.note=a b" });
  await service.post("/", { source: "query", account, filter: { sql: "select 1" } });
  const sent = server.received.filter(({ method }) => method === "POST").at(-1);
  expect(sent?.headers).toMatchObject({
    "x-trino-user": "ada",
    "x-trino-catalog": "memory",
    "x-trino-source": "wellhead",
    "x-trino-time-zone": "UTC",
    "x-trino-client-capabilities": "PARAMETRIC_DATETIME",
    "content-type": "text/plain; charset=utf-8",
    "x-trino-session": "query_priority=2,hive.note=a%20b,query_max_run_time=21600s",
  });
});

it("cancels the query when the caller disconnects", async () => {
  const before = server.deleted.length;
  const caller = new AbortController();
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account: service.account(), ...many }),
    signal: caller.signal,
  });
  await answer.body?.getReader().read();
  caller.abort();
  await expect.poll(() => server.deleted.length, { timeout: 20_000 }).toBe(before + 1);
});

it("cancels a query that is still queued when the caller disconnects", async () => {
  const before = server.deleted.length;
  const caller = new AbortController();
  let isAsked = false;
  server.intercept = ({ method, path }) => {
    if (method !== "GET" || !path.endsWith("/0")) return false;
    isAsked = true;
    return true;
  };
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ account: service.account(), ...many });
  const gone = fetch(url, { method: "POST", headers, body, signal: caller.signal }).catch(() => undefined);
  await expect.poll(() => isAsked).toBe(true);
  caller.abort();
  await gone;
  await expect.poll(() => server.deleted.length, { timeout: 20_000 }).toBe(before + 1);
});
