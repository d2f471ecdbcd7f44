import { Connector, ConnectorError } from "@wellhead/client";
import { configureEgress } from "@wellhead/runtime";
import { type App, createApp } from "@wellhead/server";
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  double,
  integer,
  option,
  record,
} from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLong, servedHistoryCount } from "../../test/history-targets.js";
import { expectKept } from "../../test/kept-rows.js";
import { Killer, killable } from "../../test/killer.js";
import {
  beginsAfterKey,
  ChangingUpstream,
  pagings,
  servedConnector,
  servedLookbackMinutes,
} from "../../test/served-source.js";
import { expectStagesAsStated, keysIn } from "../../test/synchronized-rows.js";
import { SyncStore } from "./sync-store.js";
import { synchronize } from "./synchronize.js";
import { SqliteDatabase } from "./targets/sqlite-database.js";

const minuteMs = 60_000;

const change = record({
  key: integer({ min: 0, max: 11 }),
  note: option(constantFrom("b", "a", "é😀", 'say "x"', "a\nb"), { freq: 3 }),
  size: integer(),
  /** Share of the lookback by which the upstream stamps the change too early. */
  late: double({ min: 0, max: 1, noNaN: true }),
  passes: constantFrom(0, 0, 1, 1000, 7 * minuteMs),
});

const run = record({
  /** Changes before the run. */
  changes: array(change, { maxLength: 8 }),
  /** Changes while it reads, by the number of the response of the upstream. */
  during: array(record({ change, response: integer({ min: 0, max: 8 }) }), { maxLength: 3 }),
  /** After how many steps the client is killed. */
  killAt: option(integer({ min: 0, max: 80 }), { freq: 3 }),
  /** Pages of the service that are cut, and the byte; the page after it comes from the other replica. */
  cuts: array(record({ page: integer({ min: 0, max: 8 }), byte: integer({ min: 0, max: 2000 }) }), {
    maxLength: 2,
  }),
  /** A response of the upstream that is cut, and the byte; rare, because the service waits before it tries again. */
  upstreamCut: record({
    isCut: constantFrom(false, false, false, false, false, false, false, false, false, true),
    response: integer({ min: 0, max: 8 }),
    byte: integer({ min: 0, max: 500 }),
  }),
});

const servedHistory = record({
  perPage: integer({ min: 1, max: 5 }),
  /** Rows of a page of the service. */
  size: constantFrom(0, 1, 2),
  /** Minutes by which the clock of the service and of its upstream is fast. */
  skew: constantFrom(-60, -3, 0, 4),
  hasDeltaFirst: boolean(),
  runs: array(run, { minLength: 1, maxLength: 4 }),
});
type ServedHistory = typeof servedHistory extends { generate: (...given: never[]) => { value: infer Type } }
  ? Type
  : never;
type ServedRun = ServedHistory["runs"][number];

const pageSizes = [2, 3, 1000];
const clock = { now: 0, skewMs: 0 };
const upstream = new ChangingUpstream();
const replicas: (readonly App[])[] = [];
const addresses: (readonly string[])[] = [];
const counts = { client: 0, service: 0, upstream: 0, runs: 0 };

beforeAll(async () => {
  const connector = servedConnector(await upstream.listen());
  configureEgress({ allow: "127.0.0.1/32:*" });
  for (const maxPageRows of pageSizes) {
    const start = () =>
      createApp({
        connectors: [connector],
        logger: false,
        accounts: { variables: { WELLHEAD_SECRET: "a secret of the deployment, which replicas share" } },
        limits: { maxPageRows, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000, maxLoopHold: 0 },
        now: () => new Date(clock.now + clock.skewMs),
      });
    const apps = [await start(), await start()];
    replicas.push(apps);
    const listening = await Promise.all(apps.map((app) => app.listen({ port: 0 })));
    addresses.push(listening.map(({ url }) => url));
  }
});
afterAll(async () => {
  await Promise.all(replicas.flat().map((app) => app.close()));
  await upstream.close();
  configureEgress({});
  if (isLong) process.stdout.write(`kills and cuts: ${JSON.stringify(counts)}\n`);
});

function apply({ key, note, size, late }: ServedRun["changes"][number]): void {
  const changedAt = clock.now + clock.skewMs - Math.floor(late * servedLookbackMinutes * minuteMs);
  const id = `k${String(key).padStart(2, "0")}`;
  if (note !== null) upstream.rows.set(id, { note, size, changedAt, isRemoved: false });
  else if (upstream.rows.has(id)) upstream.rows.set(id, { note: "", size, changedAt, isRemoved: true });
}

/** Cuts a response after a byte. */
async function cutResponse(response: Response, byte: number): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const kept = bytes.subarray(0, byte % Math.max(bytes.length, 1));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(kept);
    },
    pull(controller) {
      controller.error(new TypeError("terminated"));
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

interface RunFacts {
  readonly given: ServedHistory;
  readonly types: readonly string[];
  readonly step: ServedRun | undefined;
  readonly isFull: boolean;
}

async function runOnce(database: SqliteDatabase, { given, types, step, isFull }: RunFacts): Promise<void> {
  const killer = new Killer(step?.killAt ?? Number.POSITIVE_INFINITY);
  const before = await keysIn(database);
  let responses = 0;
  let pages = 0;
  upstream.beforeResponse = () => {
    for (const one of step?.during ?? []) if (one.response === responses) apply(one.change);
    const { isCut = false, response, byte } = step?.upstreamCut ?? {};
    const cut = isCut && response === responses ? byte : undefined;
    responses += 1;
    if (cut !== undefined) counts.upstream += 1;
    return cut;
  };
  const turns = addresses[given.size] ?? [];
  const { synchronizer } = new Connector("http://service.test/", {
    fetch: async (input, init) => {
      killer.step();
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      // Replicas take turns.
      counts.runs += 1;
      const response = await fetch(`${turns[counts.runs % turns.length]}${pathname}`, init);
      killer.step();
      if (!pathname.endsWith("/data")) return response;
      const cut = step?.cuts.find(({ page }) => page === pages);
      pages += 1;
      if (cut === undefined) return response;
      counts.service += 1;
      return cutResponse(response, cut.byte);
    },
  });
  try {
    const { failures } = await synchronize({
      synchronizer,
      store: await SyncStore.open(killable(database, killer)),
      types,
      filter: {},
      account: async () => ({ auth: "none" }),
      lookbackMs: 0,
      isFull,
      // A source without rows has to be confirmed.
      allowsDeletions: step === undefined,
      signal: new AbortController().signal,
      begin: () => undefined,
      page: () => undefined,
      note: () => undefined,
      now: () => clock.now,
      serverTime: () => clock.now + clock.skewMs,
      wait: async (milliseconds) => {
        clock.now += milliseconds;
      },
      makeId: () => crypto.randomUUID(),
    });
    const refused = expectKept(failures, { before, after: await keysIn(database) });
    for (const { error } of failures.filter((one) => !refused.includes(one))) throw error;
  } catch (error) {
    if (killer.isDead) counts.client += 1;
    if (step === undefined || !(killer.isDead || error instanceof ConnectorError)) throw error;
  }
}

async function play(paging: string, given: ServedHistory): Promise<void> {
  const database = new SqliteDatabase(":memory:");
  clock.now = Date.UTC(2026, 0, 1);
  clock.skewMs = given.skew * minuteMs;
  upstream.rows.clear();
  upstream.perPage = given.perPage;
  const types = given.hasDeltaFirst ? [paging, `${paging}-full`] : [`${paging}-full`, paging];
  try {
    for (const step of given.runs) {
      for (const one of step.changes) {
        clock.now += one.passes;
        apply(one);
      }
      await runOnce(database, { given, types, step, isFull: false });
      await expectStagesAsStated(database);
      clock.now += 1;
    }
    // The upstream no longer changes. The killed run is finished, and one more run reads what changed during it.
    await runOnce(database, { given, types, step: undefined, isFull: false });
    await runOnce(database, { given, types, step: undefined, isFull: !beginsAfterKey(paging) });
    const expected = [...upstream.rows]
      .flatMap(([key, { note, size, isRemoved }]) => (isRemoved ? [] : [[key, note, String(size)]]))
      .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));
    for (const table of types) {
      const rows = await database.run(`SELECT key, note, CAST(size AS TEXT) FROM "${table}" ORDER BY key`);
      expect([table, rows]).toEqual([table, expected]);
    }
  } finally {
    await database.close();
  }
}

test.each(Object.keys(pagings))(
  "a service that reads pages by %s is copied after any history of changes, cuts and kills",
  async (paging) => {
    const numRuns = servedHistoryCount;
    const property = asyncProperty(servedHistory, (given) => play(paging, given));
    await expect(assert(property, { numRuns })).resolves.toBeUndefined();
    if (isLong) process.stdout.write(`${paging}: ${numRuns} histories\n`);
  },
  7_200_000,
);
