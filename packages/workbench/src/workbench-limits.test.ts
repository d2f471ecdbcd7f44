import { once } from "node:events";
import http, { type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { StartTimer } from "@wellhead/results";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunEvent } from "./protocol/index.js";
import { Workbench, type WorkbenchLimits } from "./workbench.js";

// What a page of another kind than ours could send, and what happens when nobody comes back for what is kept.

const maxIdleMs = 7_000_000;
const maxSpareMs = 8_000_000;
const own = new URL("http://127.0.0.1:1/");
let server: http.Server;
let base = "";
let hold: ServerResponse[] | undefined;
let timers: Set<{ readonly callback: () => void; readonly milliseconds: number }>;
let workbench: Workbench;

beforeEach(async () => {
  hold = undefined;
  server = http.createServer((request, response) => {
    request.resume();
    if (request.method === "GET") {
      const sources = [{ id: "t", name: "t", description: "", filter: [] }];
      response.end(
        JSON.stringify({ id: "c", name: "C", version: "1", description: "", authentication: [], sources }),
      );
    } else {
      response
        .setHeader("content-type", "application/x-ndjson")
        .write('{"n":1,"text":"a"}\n{"n":2,"text":"b"}\n');
      if (hold === undefined) response.end();
      else hold.push(response);
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  // A server on a TCP port has an address of this type.
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  await workbench.close();
  server.close().closeAllConnections();
});

function open(limits: WorkbenchLimits = {}): void {
  timers = new Set();
  const startTimer: StartTimer = (callback, milliseconds) => {
    const timer = { callback, milliseconds };
    timers.add(timer);
    return () => timers.delete(timer);
  };
  workbench = new Workbench(
    { fetch, listed: () => undefined },
    { maxIdleMs, maxSpareMs, startTimer, ...limits },
  );
}

function send(method: "GET" | "POST", path: string, body: string): Promise<Response> {
  return workbench.answer({ method, path, body, own });
}

/** Runs the source to its end and returns the id of the run. */
async function run(): Promise<string> {
  const response = await send("POST", "runs", JSON.stringify({ base, source: "t", filter: {} }));
  const [first = "", ...others] = (await response.text()).trim().split("\n");
  expect(JSON.parse(others.at(-1) ?? "")).toMatchObject({
    type: "end",
    result: { ending: "whole", rowCount: 2 },
  });
  // The workbench sends events of this type.
  const started = JSON.parse(first) as RunEvent;
  return started.type === "started" ? started.run : "";
}

/** Fires the timers with a delay of this length, as if the time had passed. */
function pass(milliseconds: number): void {
  const due = [...timers].filter((timer) => timer.milliseconds === milliseconds);
  expect(due.length).toBeGreaterThan(0);
  for (const timer of due) {
    timers.delete(timer);
    timer.callback();
  }
}

const row = (id: string) => send("POST", `runs/${id}/row`, '{"number":0}');

test("a run is dropped after its idle time, which each use restarts, and so is a file that is never fetched", async () => {
  open();
  const id = await run();
  const lengths = () => [...timers].map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  expect(lengths()).toEqual([maxIdleMs, maxSpareMs]);
  const [before] = timers;
  expect((await row(id)).status).toBe(200);
  expect(timers.has(before ?? { callback: () => undefined, milliseconds: 0 })).toBe(false);
  expect(lengths()).toEqual([maxIdleMs, maxSpareMs]);

  const exported = await send("POST", `runs/${id}/exports`, '{"format":"csv"}');
  // The answer to an export has this type.
  const { href } = (await exported.json()) as { href: string };
  pass(60_000);
  expect((await send("GET", href.replace("data/", ""), "")).status).toBe(410);

  pass(maxIdleMs);
  expect((await row(id)).status).toBe(410);
});

test("no more runs, files and processes are kept than allowed", async () => {
  open({ maxRunning: 2, maxRuns: 1 });
  const first = await run();
  for (let count = 0; count < 4; count += 1)
    expect((await send("POST", `runs/${first}/exports`, '{"format":"ndjson"}')).status).toBe(200);
  expect((await send("POST", `runs/${first}/exports`, '{"format":"ndjson"}')).status).toBe(507);

  await run();
  expect((await row(first)).status).toBe(410);
  await expect
    .poll(() => [...timers].filter(({ milliseconds }) => milliseconds === maxSpareMs))
    .toHaveLength(1);

  hold = [];
  const body = JSON.stringify({ base, source: "t" });
  const running = [await send("POST", "runs", body), await send("POST", "runs", body)];
  const refused = await send("POST", "runs", body);
  expect([refused.status, await refused.json()]).toEqual([507, expect.objectContaining({ code: "limit" })]);
  for (const response of running) await response.body?.cancel();
});

const objects = ["[]", '"x"', "1", "null", "[".repeat(20_000), '{"a":', "\u0000", ""];
const hostile: readonly (readonly [path: string, body: unknown])[] = [
  ["runs", { base: 1, source: "t" }],
  ["runs", { base: "http://127.0.0.1:1/", source: ["t"] }],
  ["runs", { base: "x", source: "t", filter: [] }],
  ["runs", { base: "x", source: "t", account: "secret" }],
  ["runs", { base: "x", source: "t", limit: -1 }],
  ["runs", { base: "x", source: "t", limit: Number.MAX_VALUE }],
  ["sql", { sql: 1, connectors: [] }],
  ["sql", { sql: "select 1" }],
  ["sql", { sql: "select 1", connectors: { name: "x" } }],
  ["sql", { sql: "select 1", connectors: [null] }],
  ["sql", { sql: "select 1", connectors: [{ name: 1, base: "x" }] }],
  ["check", { base: {} }],
  ["runs/ID/rows", { offset: "0; drop table x", limit: 1 }],
  ["runs/ID/rows", { offset: -1, limit: 1 }],
  ["runs/ID/rows", { offset: 0.5, limit: 1 }],
  ["runs/ID/rows", { offset: 0 }],
  ["runs/ID/rows", { offset: 0, limit: 1, columns: ['n" from x; --'] }],
  ["runs/ID/rows", { offset: 0, limit: 1, columns: "n" }],
  ["runs/ID/rows", { offset: 0, limit: 1, sort: [{ column: "1; drop" }] }],
  ["runs/ID/rows", { offset: 0, limit: 1, sort: [null] }],
  ["runs/ID/rows", { offset: 0, limit: 1, where: [{ column: "n", operator: "equals", value: "1 or 1=1" }] }],
  ["runs/ID/rows", { offset: 0, limit: 1, where: [{ column: "n", operator: "constructor", value: "1" }] }],
  ["runs/ID/rows", { offset: 0, limit: 1, where: [{ column: "n", operator: "equals", value: { a: 1 } }] }],
  ["runs/ID/rows", { offset: 0, limit: 1, where: [{ column: "text", operator: "one-of" }] }],
  ["runs/ID/rows", { offset: 0, limit: 1, search: ["x"] }],
  ["runs/ID/row", { number: "0 or true" }],
  ["runs/ID/row", { number: 2 }],
  ["runs/ID/row", { number: -0.5 }],
  ["runs/ID/profile", { columns: ["constructor"] }],
  ["runs/ID/profile", { columns: [1] }],
  ["runs/ID/chart", {}],
  ["runs/ID/chart", { kind: "pie" }],
  ["runs/ID/chart", { kind: "groups" }],
  [
    "runs/ID/chart",
    { kind: "groups", x: { column: "n" }, measures: [{ function: "read_text", column: "text" }] },
  ],
  [
    "runs/ID/chart",
    { kind: "groups", x: { column: "n", bins: "1) from x; --" }, measures: [{ function: "count" }] },
  ],
  ["runs/ID/chart", { kind: "points", x: "n" }],
  ["runs/ID/exports", { format: "../../etc/passwd" }],
  ["runs/ID/exports", { format: "constructor" }],
  ["runs/ID/comparison", { earlier: "ID", key: ["nobody"] }],
  ["runs/ID/comparison", { earlier: "ID", key: [], show: "constructor" }],
  ["runs/ID/exports", { format: "csv", columns: ["nobody"] }],
  ["runs/ID/constructor", {}],
  ["runs/ID/rows/more", {}],
  ["runs/__proto__/rows", { offset: 0, limit: 1 }],
  ["runs/..%2f..%2fetc/rows", { offset: 0, limit: 1 }],
  ["exports/..%2f..%2fetc%2fpasswd", {}],
];

test("requests with values the page never sends are refused in a sentence, and change nothing", async () => {
  open();
  const id = await run();
  const requests = [
    ...hostile.map(
      ([path, body]) => [path, JSON.stringify(body).replace('"ID"', JSON.stringify(id))] as const,
    ),
    ...["runs", "sql", "check", "runs/ID/rows", "runs/ID/chart"].flatMap((path) =>
      objects.map((body) => [path, body] as const),
    ),
  ];
  for (const [path, body] of requests) {
    const response = await send("POST", path.replace("ID", id), body);
    const text = await response.text();
    const label = `${path} ${body.slice(0, 100)}: ${response.status} ${text}`;
    expect(response.status, label).toBeGreaterThanOrEqual(400);
    expect(response.status, label).toBeLessThan(500);
    expect(JSON.parse(text), label).toEqual({
      code: expect.stringMatching(/^(?:invalid|gone|refused)$/) as string,
      error: expect.stringMatching(/^Could not [^\n]*\.$/) as string,
    });
  }
  expect((await send("GET", "exports/..%2f..%2fetc%2fpasswd", "")).status).toBe(410);
  expect(await (await send("POST", `runs/${id}/rows`, '{"offset":0,"limit":9}')).json()).toMatchObject({
    matching: 2,
  });
});
