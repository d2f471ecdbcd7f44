import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Connector } from "@wellhead/client";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Results } from "../store/results.js";
import { type LoadReadingsOptions, loadReadings } from "./load-readings.js";
import { type PlanReadingsOptions, planReadings } from "./plan-readings.js";
import type { RememberedTypes, TypeMemory } from "./type-memory.js";

// A connector in plain node:http whose filter decides which rows arrive. A column has one type, whatever the filter is.

type Row = Readonly<Record<string, unknown>>;

const rows: Readonly<Record<string, readonly Row[]>> = {
  // Texts that look like numbers in the rows that the filter selects, and others in the rest.
  mix: [
    { v: 7, n: 7, m: 1, d: "2026-01-05", grp: "ok" },
    { v: "007", n: 52, m: 2, d: "2026-01-05T00:00:00Z", grp: "ok" },
    { v: "9", n: 0.5, m: "n/a", d: "2026-01-06", grp: "bad" },
    { v: "n/a", n: 1e-7, m: 4, d: "2026-01-07T10:00:00+02:00", grp: "bad" },
  ],
  keyed: [
    { key: 9, ref: "9", mixed: 9, grp: "ok" },
    { key: 10, ref: "10", mixed: 10, grp: "ok" },
    { key: 8, ref: "a", mixed: "a", grp: "bad" },
    { key: 7, ref: null, mixed: null, grp: "bad" },
  ],
};
const fields = {
  v: "text",
  n: "number",
  m: "number",
  d: "date",
  grp: "text",
};
const ids = { key: "id", ref: "id", mixed: "id", grp: "text" };
const filter = [{ id: "grp", title: "Group", type: "list", options: ["ok", "bad", "none"], optional: true }];
const declare = (types: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(types).map(([id, type]) => [id, { id, name: id, type }]));
const application = {
  id: "f",
  name: "F",
  version: "1",
  description: "",
  authentication: [{ id: "none", name: "None", description: "" }],
  sources: [
    { id: "mix", name: "Mix", description: "", filter, fields: declare(fields) },
    { id: "keyed", name: "Keyed", description: "", filter, fields: declare(ids) },
    { id: "partly", name: "Partly", description: "", filter, fields: declare({ grp: "text" }) },
    { id: "loose", name: "Loose", description: "", filter },
  ],
};

let asked: Row[] = [];

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = (await request.setEncoding("utf8").toArray()).join("");
  response.setHeader("content-type", "application/json");
  if (request.method === "GET") {
    response.end(JSON.stringify(application));
    return;
  }
  // The client sends an object.
  const body = JSON.parse(text) as { source: string; filter: { grp?: string }; limit?: number };
  asked.push({ ...body.filter, ...(body.limit !== undefined && { limit: body.limit }) });
  const all = (rows[body.source] ?? rows["mix"] ?? []).filter(
    ({ grp }) => body.filter.grp === undefined || grp === body.filter.grp,
  );
  response.end(JSON.stringify(all.slice(0, body.limit)));
}

let server: http.Server;
let results: Results;
let schemas = 0;

beforeAll(async () => {
  server = http.createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  results = await Results.open(engineThreads);
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await results.close();
  server.close().closeAllConnections();
});

type RunOptions = Partial<LoadReadingsOptions> & Pick<PlanReadingsOptions, "types" | "memory">;

/** Runs a statement over the connector, which is named f in it. */
async function run(sql: string, { types, memory, ...options }: RunOptions = {}) {
  schemas += 1;
  const statement = sql.replaceAll(/\bf\./g, `f${schemas}.`);
  // A server on a TCP port has an address of this type.
  const connector = new Connector(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const connectors = [
    { name: `f${schemas}`, open: () => Promise.resolve({ connector, account: undefined }) },
  ];
  const { signal } = new AbortController();
  const more = { ...(types && { types }), ...(memory && { memory }) };
  const readings = await planReadings(await results.inspect(statement), { connectors, signal, ...more });
  const loaded = await loadReadings(readings, { results, signal, ...more, ...options });
  const table = await results.query(statement);
  const found: string[] = [];
  for await (const batch of table.rows()) found.push(...batch);
  return { found, types: table.columns.map(({ type }) => type), loaded };
}

/** Statements with a condition that is sent as a filter. The second form of the condition is not. */
const columns = [
  ["max(v)", '{"r":"7"}'],
  ["count(*) filter (v <> '007')", '{"r":1}'],
  ["string_agg(v, ' ' order by v)", '{"r":"007 7"}'],
  ["sum(n)", '{"r":59}'],
  ["avg(n)", '{"r":29.5}'],
  ["max(d)", '{"r":"2026-01-05T00:00:00Z"}'],
  ["count(distinct d)", '{"r":1}'],
  ["sum(m)", '{"r":3}'],
] as const;

test.each(columns)("%s is the same whether a filter is sent or not", async (expression, expected) => {
  const sql = `select ${expression} as r from f.mix where`;
  const pushed = await run(`${sql} grp = 'ok'`);
  const unpushed = await run(`${sql} grp || '' = 'ok'`);
  expect(asked).toEqual([{ grp: "ok" }, {}]);
  expect(pushed.found).toEqual([expected]);
  expect(unpushed.found).toEqual(pushed.found);
});

test.each(["n::varchar", "n || ''", "n in ('52.4')", "typeof(n)", "n = '52.4'"])(
  "no filter is sent when the result may show how all numbers are written: %s",
  async (expression) => {
    const sql = `select ${expression} as r from f.mix where`;
    const first = await run(`${sql} grp = 'ok'`);
    const second = await run(`${sql} grp || '' = 'ok'`);
    expect(asked).toEqual([{}, {}]);
    expect(first.found).toEqual(second.found);
  },
);

test("ids are integers where the source sends integers, and texts elsewhere", async () => {
  const sql = "select max(key) as key, max(ref) as ref from f.keyed";
  expect((await run(`${sql} where grp = 'ok'`)).found).toEqual(['{"key":10,"ref":"9"}']);
  expect((await run(sql)).found).toEqual(['{"key":10,"ref":"a"}']);
});

test("ids are compared as the source sends them, also where a filter selects no row with one", async () => {
  const sql = "select count(*) as r from f.keyed where key > 7 and grp = 'none'";
  expect((await run(sql)).found).toEqual(['{"r":0}']);
  expect(asked).toEqual([{ grp: "none" }, { limit: 10 }, { grp: "none" }]);
});

test("ids of both kinds end a statement that uses them", async () => {
  const message = /^Could not use the column "mixed" of f\d+\."keyed": expected values of type id, got 9\./;
  await expect(run("select max(mixed) from f.keyed")).rejects.toThrow(message);
  expect((await run("select count(*) as r from f.keyed")).found).toEqual(['{"r":4}']);
});

test("texts of numbers are the same in a column of texts", async () => {
  expect((await run("select v from f.mix where grp = 'ok' order by v")).found).toEqual([
    '{"v":"007"}',
    '{"v":"7"}',
  ]);
});

test("a value that does not fit ends the statement with its source, column and value", async () => {
  const expected =
    /^Could not use the column "m" of f\d+\."mix": expected values of type number, got "n\/a"\./;
  for (const sql of ["select sum(m) from f.mix", "select * from f.mix", "select m from f.mix where m > 0"])
    await expect(run(sql), sql).rejects.toMatchObject({
      code: "statement",
      message: expect.stringMatching(expected),
    });
  await expect(run("select sum(m) from f.mix where grp = 'bad'")).rejects.toThrow(expected);
  // The condition cannot be computed for all rows.
  await expect(run("select sum(m) from f.mix where v::integer > 0")).rejects.toThrow(expected);
});

test("a value that does not fit becomes NULL on request, and is counted", async () => {
  const { found, loaded } = await run("select sum(m) as r, count(m) as n from f.mix", { unfit: "null" });
  expect(found).toEqual(['{"r":7,"n":3}']);
  expect(loaded[0]?.unfit).toEqual([{ key: "m", declared: "number", count: 1, first: '"n/a"' }]);
});

test.each(["loose", "partly"])("without declared types, no filter is sent for %s", async (source) => {
  for (const sql of [
    "select max(v) as r from f.S where grp = 'ok'",
    "select max(v) as r from f.S where grp || '' = 'ok'",
  ])
    expect((await run(sql.replace("f.S", `f.${source}`))).found).toEqual(['{"r":"7"}']);
  expect((await run(`select v from f.${source} limit 1`)).types).toEqual(["VARCHAR"]);
  expect(asked).toEqual([{}, {}, {}]);
});

test("a filter is sent when the user names the types of the columns", async () => {
  const types = () => [{ v: "text", grp: "text" }];
  const { found } = await run("select max(v) as r from f.loose where grp = 'ok'", { types });
  expect([found, asked]).toEqual([['{"r":"7"}'], [{ grp: "ok" }]]);
  await run("select count(*) as r from f.loose where grp = 'ok'", { types: () => [{ "*": "text" }] });
  const days = await run("select d from f.mix where grp = 'bad' and n < 0.1", {
    types: () => [{ d: "day" }],
    unfit: "null",
  });
  expect([days.types, days.found]).toEqual([["DATE"], ['{"d":null}']]);
  await expect(run("select v from f.mix", { types: () => [{ v: "txt" }] })).rejects.toThrow(
    /^Could not read "txt" as the type of a column\. Types: text,/,
  );
});

test("types that a reading of all rows found are remembered, for one version of the connector", async () => {
  const kept = new Map<string, RememberedTypes>();
  const memory: TypeMemory = {
    recall: (key) => Promise.resolve(kept.get(JSON.stringify(key))),
    remember: (key, types) => Promise.resolve(void kept.set(JSON.stringify(key), types)),
  };
  const sql = "select max(v) as r from f.loose where grp = 'ok'";
  const first = await run(sql, { memory, now: () => 1000 });
  const second = await run(sql, { memory });
  expect([first.found, second.found]).toEqual([['{"r":"7"}'], ['{"r":"7"}']]);
  expect(asked).toEqual([{}, { grp: "ok" }]);
  expect([...kept.values()]).toEqual([{ at: 1000, columns: { v: "text", grp: "text" }, isComplete: false }]);
  expect(second.loaded[0]?.reading.declared).toMatchObject([
    { id: "v", type: "text", origin: "memory", rememberedAt: 1000 },
    { id: "grp", origin: "memory" },
  ]);
  // Another statement needs a column that is not remembered.
  await run("select max(n) as r from f.loose where grp = 'ok'", { memory });
  expect(asked.at(-1)).toEqual({});
});

test("SELECT * has the declared columns, and the reading names the others", async () => {
  const { found, loaded } = await run("select * from f.partly where grp = 'ok'");
  expect(found).toEqual(['{"grp":"ok"}', '{"grp":"ok"}']);
  expect(loaded[0]?.omitted).toEqual(["v", "n", "m", "d"]);
  expect(asked).toEqual([{ grp: "ok" }]);
});

test("the name of an expression is not a column that nobody declares", async () => {
  await run("select grp as g, max(v) as top from f.mix where grp = 'ok' group by g order by top");
  await run("select s.top from (select max(v) as top from f.mix where grp = 'ok') s where s.top > ''");
  expect(asked).toEqual([{ grp: "ok" }, { grp: "ok" }]);
});
