import type { ServerResponse } from "node:http";
import { type RawServer, serveRaw } from "@wellhead/test-support/http/serve-raw";
import { afterEach, expect, test } from "vitest";
import type { Exchange } from "../exchange/exchange.js";
import type { Waiting } from "./patience.js";
import { Probe } from "./probe.js";

let server: RawServer | undefined;

afterEach(() => server?.close());

type Answer = readonly [status: number, headers?: Readonly<Record<string, string>>, body?: string];

/** A clock that is moved by waits alone. */
class Clock {
  at = Date.UTC(2026, 0, 1);
  readonly waits: number[] = [];
  readonly now = (): number => this.at;
  readonly wait = async (milliseconds: number): Promise<void> => {
    this.waits.push(milliseconds);
    this.at += milliseconds;
  };
}

/** Serves answers one after the other, the last one without end. */
async function serving(
  answers: readonly Answer[],
  { rate, clock = new Clock() }: { readonly rate?: number; readonly clock?: Clock } = {},
) {
  const told: Waiting[] = [];
  const left = [...answers];
  server = await serveRaw((_request, response: ServerResponse) => {
    const [status, headers = {}, body = "{}"] = (left.length > 1 ? left.shift() : left[0]) ?? [200];
    response.writeHead(status, headers).end(body);
  });
  const limits = { maxRequests: 500, requestTimeout: 5_000, timeLimit: 500_000, maxBodyBytes: 2_000 };
  const patience = { clock, onWaiting: (one: Waiting) => told.push(one), ...(rate && { rate }) };
  const probe = new Probe({ base: new URL(server.url), ...limits, concurrency: 1, patience });
  let fresh = 0;
  const ask = (path = "/"): Promise<Exchange> => probe.send({ method: "GET", path }, (fresh += 1));
  return { probe, ask, clock, told };
}

const right: Answer = [200];

test("Probe.send() waits as long as 429 and 503 ask for, tells it, and sends the request again", async () => {
  const { ask, clock, told, probe } = await serving([
    [429, { "retry-after": "7" }],
    [503, { "retry-after": new Date(Date.UTC(2026, 0, 1, 0, 0, 10)).toUTCString() }],
    right,
  ]);
  expect((await ask()).status).toBe(200);
  expect(clock.waits).toEqual([7_000, 3_000]);
  expect(told).toEqual([
    { milliseconds: 7_000, status: 429 },
    { milliseconds: 3_000, status: 503 },
  ]);
  expect(probe.patience).toMatchObject({ waitedMs: 10_000, repeats: 2, lapses: [] });
  probe.close();
});

test.each([
  ["429 without a time", [429]],
  ["an error of a page that says try later", [500, {}, '{"message": "Busy", "tryLater": true}']],
] as const)("Probe.send() waits longer with each repeat after %s", async (_name, answer: Answer) => {
  const { ask, clock, probe } = await serving([answer, answer, right]);
  expect((await ask()).status).toBe(200);
  expect(clock.waits).toEqual([1_000, answer[0] === 429 ? 2_000 : 1_000]);
  probe.close();
});

test("Probe.send() repeats a request three times, and judges nothing by a connector that still limits", async () => {
  const { ask, probe } = await serving([[429, { "retry-after": "2" }]]);
  await expect(ask()).rejects.toMatchObject({ kind: "could-not-run" });
  expect(probe.requests).toBe(4);
  probe.close();
});

test("Probe.send() does not wait longer than 30 s at once, nor 120 s in total", async () => {
  const long = await serving([[503, { "retry-after": "31" }]]);
  expect((await long.ask()).status).toBe(503);
  expect(long.clock.waits).toEqual([]);
  long.probe.close();
  await server?.close();
  const { ask, clock, probe } = await serving([[503, { "retry-after": "25" }]]);
  for (const _ of [1, 2, 3, 4]) expect((await ask()).status).toBe(503);
  expect(clock.waits).toEqual([25_000, 25_000, 25_000, 25_000]);
  probe.close();
});

test("Probe.send() does not wait long for the answer to a deliberate mistake", async () => {
  const { clock, probe } = await serving([[503, { "retry-after": "30" }]]);
  const mistake = { method: "POST", path: "/validate", body: "{}", mayHang: true };
  expect((await probe.send(mistake)).status).toBe(503);
  expect(clock.waits).toEqual([]);
  probe.close();
});

test("Probe.send() counts requests that were unavailable and then served", async () => {
  const { ask, probe, told } = await serving([[503], right]);
  expect((await ask()).status).toBe(200);
  expect(probe.patience.lapses.map(({ status }) => status)).toEqual([503]);
  expect(told).toEqual([]);
  probe.close();
});

test("Probe.send() stops repeating when a connector stays unavailable", async () => {
  const { ask, probe } = await serving([[502]]);
  for (const _ of [1, 2, 3]) expect((await ask()).status).toBe(502);
  const before = probe.requests;
  expect((await ask()).status).toBe(502);
  expect(probe.requests).toBe(before + 1);
  expect(probe.patience.lapses).toEqual([]);
  probe.close();
});

test.each(["/oauth1", "/oauth2?callback_uri=x", "/oauth2/v1/access_token"])(
  "Probe.send() leaves the failure of %s as it is",
  async (path) => {
    const { ask, probe, clock } = await serving([[503, { "retry-after": "5" }]]);
    expect((await ask(path)).status).toBe(503);
    expect(clock.waits).toEqual([]);
    probe.close();
  },
);

test("Probe.withoutPatience() sends each request once", async () => {
  const { ask, probe } = await serving([[429, { "retry-after": "5" }]]);
  expect((await probe.withoutPatience(() => ask())).status).toBe(429);
  expect(probe.requests).toBe(1);
  probe.close();
});

test.each([
  [{ "ratelimit-remaining": "0", "ratelimit-reset": "4" }],
  [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Date.UTC(2026, 0, 1, 0, 0, 4) / 1_000) }],
  [{ ratelimit: '"default";r=0;t=4' }],
  [{ ratelimit: "limit=10, remaining=0, reset=4" }],
])("Probe.send() keeps a rate that the connector states in %o", async (headers) => {
  const { ask, clock, probe } = await serving([[200, headers], right]);
  await ask();
  await ask();
  expect(clock.waits).toEqual([4_000]);
  probe.close();
});

test("Probe.send() keeps the rate it is given", async () => {
  const { ask, clock, probe } = await serving([right], { rate: 4 });
  for (const _ of [1, 2, 3]) await ask();
  expect(clock.waits).toEqual([250, 250]);
  probe.close();
});
