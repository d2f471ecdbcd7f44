import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { CheckEvent, RunEvent, RunRequest, RunResult } from "./protocol/index.js";
import { Workbench } from "./workbench.js";

// A connector in plain `node:http`: it answers CSV, changes the account when it is validated, and knows nothing of us.

/** Addresses of connectors that the console lists. */
const judged = new Set<string>();
const answers: Record<string, (response: ServerResponse) => void> = {};
const paths: string[] = [];
let server: http.Server;
let base: string;
let workbench: Workbench;

const csv = 'day,amount,note\n2026-03-29,0.10,"a, b"\n2026-03-30,12.25,\n2026-03-29,9007199254740993,x\n';

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await request.setEncoding("utf8").toArray()).join("");
  paths.push(`${request.method} ${request.url}`);
  if (request.url === "/validate") {
    const { fields } = JSON.parse(body) as { fields: Record<string, unknown> };
    response.end(JSON.stringify({ ...fields, name: "Ada", access_token: "second" }));
    return;
  }
  if (request.method === "GET") {
    const fields = { day: { name: "Day", type: "date" }, amount: { name: "Amount", type: "number" } };
    const sources = ["csv", "refused", "cut", "slow"].map((id) => ({
      id,
      name: id,
      description: "",
      filter: [],
      fields,
    }));
    const authentication = [
      { id: "token", name: "Token", description: "", fields: [{ id: "access_token", type: "password" }] },
    ];
    response.end(
      JSON.stringify({
        id: "foreign",
        name: "Foreign",
        version: "1",
        description: "",
        authentication,
        sources,
      }),
    );
    return;
  }
  const { source } = JSON.parse(body) as { source: string };
  answers[source]?.(response);
}

beforeAll(async () => {
  server = http.createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server on a TCP port has an address of this type.
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  answers["csv"] = (response) => response.setHeader("content-type", "text/csv").end(csv);
  answers["refused"] = (response) => {
    response
      .writeHead(400, { "content-type": "application/json" })
      .end('{"message":"no such day","field":"day"}');
  };
  const listed = (url: URL) => (judged.has(url.href) ? { headers: {} } : undefined);
  workbench = new Workbench({ fetch, listed }, { maxRuns: 2 });
});
beforeEach(() => paths.splice(0));
afterAll(async () => {
  await workbench.close();
  server.close().closeAllConnections();
});

function post(path: string, body: object): Promise<Response> {
  return workbench.answer({
    method: "POST",
    path,
    body: JSON.stringify(body),
    own: new URL("http://127.0.0.1:1/"),
  });
}

/** Runs a source and returns its events. */
async function run(
  request: Partial<RunRequest>,
  watch: (event: RunEvent, id: string) => void = () => undefined,
): Promise<{ readonly id: string; readonly events: readonly RunEvent[]; readonly result: RunResult }> {
  const response = await post("runs", { base, source: "csv", filter: {}, ...request });
  const events: RunEvent[] = [];
  let id = "";
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk);
    const complete = text.split("\n");
    text = complete.pop() ?? "";
    for (const line of complete) {
      // The workbench sends events of this type.
      const event = JSON.parse(line) as RunEvent;
      if (event.type === "started") id = event.run;
      events.push(event);
      watch(event, id);
    }
  }
  const end = events.at(-1);
  if (end?.type !== "end") throw new Error(`expected an end, got ${text}`);
  return { id, events, result: end.result };
}

async function read(path: string, body: object): Promise<unknown> {
  return (await post(path, body)).json();
}

test("runs a connector that returns CSV, queries all of its rows, and exports them once", async () => {
  const account = { auth: "token", access_token: "first" };
  const { id, events, result } = await run({ account });
  expect(paths).toEqual(["GET /", "POST /validate", "POST /"]);
  expect(events.find(({ type }) => type === "account")).toMatchObject({
    account: { access_token: "second" },
    changed: [
      { name: "access_token", change: "replaced" },
      { name: "name", change: "added" },
    ],
  });
  expect(result).toMatchObject({
    ending: "whole",
    rowCount: 3,
    columns: [
      { name: "day", kind: "date", declared: { name: "Day" } },
      { name: "amount", kind: "number", type: "DECIMAL(38,2)" },
      { name: "note", kind: "text" },
    ],
  });
  expect(events.find(({ type }) => type === "rows")).toMatchObject({
    columns: ["day", "amount", "note"],
    rows: [["2026-03-29", "0.1", "a, b"], ["2026-03-30", "12.25", null], expect.anything()],
  });
  const exchanges = events.filter((event) => event.type === "exchange-end");
  expect(exchanges.map(({ ending, body }) => [ending, body.length > 0])).toEqual([
    ["whole", true],
    ["whole", true],
    ["whole", true],
  ]);
  expect(
    await read(`runs/${id}/rows`, { offset: 0, limit: 2, sort: [{ column: "amount", isDescending: true }] }),
  ).toMatchObject({
    matching: 3,
    rows: [
      ["2026-03-29", "9007199254740993", "x"],
      ["2026-03-30", "12.25", null],
    ],
    numbers: [2, 1],
  });
  expect(
    await read(`runs/${id}/chart`, {
      kind: "groups",
      x: { column: "day", unit: "day" },
      measures: [{ function: "sum", column: "amount" }],
    }),
  ).toMatchObject({
    groups: [
      { x: "2026-03-29", values: ["9007199254740993.1"] },
      { x: "2026-03-30", values: ["12.25"] },
    ],
  });
  expect(await read(`runs/${id}/profile`, { columns: ["amount"], isDetailed: true })).toMatchObject({
    profiles: [{ nulls: 0, sum: "9007199254741005.35", median: "12.25" }],
  });
  expect(await read(`runs/${id}/row`, { number: 2 })).toEqual({
    json: '{"day":"2026-03-29","amount":9007199254740993,"note":"x"}',
  });
  // The answer to an export has this type.
  const { href } = (await read(`runs/${id}/exports`, { format: "csv", columns: ["note", "day"] })) as {
    href: string;
  };
  const path = href.replace("data/", "");
  const fetchFile = () => workbench.answer({ method: "GET", path, body: "", own: new URL(base) });
  expect(await (await fetchFile()).text()).toBe(
    'note,day\r\n"a, b",2026-03-29\r\n,2026-03-30\r\nx,2026-03-29\r\n',
  );
  expect((await fetchFile()).status).toBe(410);
});

test("reports how a run ended, and keeps the rows before a fault", async () => {
  expect((await run({ source: "refused" })).result).toMatchObject({
    ending: "refused",
    field: "day",
    status: 400,
    message: expect.stringContaining("no such day"),
    rowCount: 0,
  });
  expect((await run({ base: "http://127.0.0.1:1/" })).result).toMatchObject({
    ending: "failed",
    rowCount: 0,
  });
  let unfinished: ServerResponse | undefined;
  answers["cut"] = (response) => {
    unfinished = response;
    response.write('[{"day":"2026-03-29"},{"day"');
  };
  const cut = await run({ source: "cut" }, ({ type }) => {
    if (type === "rows") unfinished?.destroy();
  });
  expect(cut.result).toMatchObject({ ending: "cut", rowCount: 1 });
  expect(await read(`runs/${cut.id}/rows`, { offset: 0, limit: 9, columns: ["day"] })).toMatchObject({
    rows: [["2026-03-29"]],
  });
});

test("keeps the rows that arrived before a run was cancelled", async () => {
  answers["slow"] = (response) => {
    response.setHeader("content-type", "application/x-ndjson").write('{"day":"2026-03-29"}\n');
  };
  const { result } = await run({ source: "slow" }, (event, id) => {
    if (event.type === "rows") void post(`runs/${id}/cancel`, {});
  });
  expect(result).toMatchObject({ ending: "cancelled", rowCount: 1 });
});

test("drops the run that was used least recently, and says that its rows are gone", async () => {
  const [first, second] = [await run({}), await run({})];
  await read(`runs/${first.id}/row`, { number: 0 });
  await run({});
  expect((await post(`runs/${first.id}/row`, { number: 0 })).status).toBe(200);
  const gone = await post(`runs/${second.id}/row`, { number: 0 });
  expect([gone.status, await gone.json()]).toEqual([410, expect.objectContaining({ code: "gone" })]);
});

test("runs SQL over the rows of connectors", async () => {
  const response = await post("sql", {
    sql: 'select day, sum(amount) as amount from f."csv" group by 1 order by 1',
    connectors: [{ name: "f", base }],
  });
  const events = (await response.text()).trim().split("\n");
  // The workbench sends events of this type.
  const parsed = events.map((line) => JSON.parse(line) as RunEvent);
  const [started] = parsed;
  if (started?.type !== "started") throw new Error("expected the id of the run");
  expect(parsed.find(({ type }) => type === "reading")).toMatchObject({
    reading: { connector: "f", source: "csv" },
  });
  expect(parsed.at(-1)).toMatchObject({ type: "end", result: { ending: "whole", rowCount: 2 } });
  expect(await read(`runs/${started.run}/rows`, { offset: 0, limit: 9 })).toMatchObject({
    rows: [
      ["2026-03-29T00:00:00Z", "9007199254740993.1"],
      ["2026-03-30T00:00:00Z", "12.25"],
    ],
  });
});

test("judges a connector: its progress, then each fault with its fix and the request that shows it", async () => {
  // It answers every path alike, whatever it is asked.
  const careless = http.createServer((_request, response) => {
    const authentication = [{ id: "none", name: "None", description: "" }];
    const sources = [{ id: "rows", name: "Rows", description: "", filter: [] }];
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ id: "c", name: "C", version: "1", description: "", authentication, sources }),
    );
  });
  await once(careless.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => careless.close().closeAllConnections());
  // A server on a TCP port has an address of this type.
  const address = `http://127.0.0.1:${(careless.address() as AddressInfo).port}/`;
  judged.add(address);
  const response = await post("check", { base: address });
  // The workbench sends events of this type.
  const events = (await response.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as CheckEvent);
  const progress = events.flatMap((event) => (event.type === "progress" ? [event] : []));
  expect(progress.map(({ judged: count }) => count)).toEqual(progress.map((_, index) => index + 1));
  expect(progress.length).toBe(progress[0]?.total);
  const last = events.at(-1);
  if (last?.type !== "end") throw new Error("expected the findings");
  expect(last.answer.passed).toBeGreaterThan(5);
  const notRows = last.answer.findings.find(({ evidence }) => evidence.at(-1)?.request.startsWith("POST"));
  expect(notRows).toMatchObject({ verdict: "fail", fix: expect.stringMatching(/.+/) });
  expect(notRows?.evidence.at(-1)?.status).toBe(200);
});

test.each([
  ["runs/1/rows", "{}", 410],
  ["runs", "[", 400],
  ["elsewhere", "{}", 400],
  ["check", JSON.stringify({ base: "http://127.0.0.1:1/" }), 403],
])("answers %s %s with %i", async (path, body, status) => {
  expect((await workbench.answer({ method: "POST", path, body, own: new URL(base) })).status).toBe(status);
});
