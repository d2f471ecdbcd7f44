import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { Connector } from "@wellhead/client";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { type JoinedRow as Row, joinedSources as sources } from "@wellhead/test-support/sql/joined-sources";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import { type LoadReadingsOptions, loadReadings } from "./load-readings.js";
import { planReadings } from "./plan-readings.js";

// A connector in plain node:http whose sources require filters, and a DuckDB of the test's own with the same rows.

let server: http.Server;
let url = "";
let results: Results;
let oracle: DuckDBConnection;
/** The filters of the requests for rows, by source. */
const asked: Record<string, Row[]> = {};
let breaking: ((source: string, count: number) => boolean) | undefined;
let schemas = 0;

function jsonOf(row: Row): string {
  return JSON.stringify(row).replaceAll(/"digits (\d+)"/g, "$1");
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = (await request.setEncoding("utf8").toArray()).join("");
  response.setHeader("content-type", "application/json");
  if (request.method === "GET") return void response.end(JSON.stringify(application()));
  // The client sends an object.
  const { source, filter } = JSON.parse(text.replaceAll(/:(\d{16,})/g, ':"$1"')) as {
    source: string;
    filter: Row;
  };
  const { rows, filters = {}, selects, hidden = [] } = sources[source] ?? { rows: [] };
  asked[source] = [...(asked[source] ?? []), filter];
  const isSelected =
    selects ??
    ((row: Row, values: Row) =>
      Object.keys(filters).every((id) =>
        [values[id]].flat().map(String).includes(String(row[id]).replace("digits ", "")),
      ));
  const selected = rows.filter((row) => Object.keys(filters).length === 0 || isSelected(row, filter));
  const shown = selected.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name))),
  );
  const isBroken = breaking?.(source, asked[source].length) === true;
  response.setHeader("content-type", "application/x-ndjson");
  response.end(shown.map((row) => `${jsonOf(row)}\n`).join("") + (isBroken ? '{"broken":' : ""));
}

function application(): Row {
  return {
    id: "crm",
    name: "CRM",
    version: "1",
    description: "",
    authentication: [{ id: "none", name: "None", description: "" }],
    sources: Object.entries(sources).map(([id, { rows, filters = {}, columns, options = {} }]) => ({
      id,
      name: id,
      description: "",
      filter: Object.entries(filters).map(([name, type]) => ({
        id: name,
        title: name,
        type,
        data: options[name],
      })),
      fields: Object.fromEntries(
        Object.entries(columns ?? typesOf(rows[0] ?? {})).map(([name, type]) => [
          name,
          { id: name, name, type },
        ]),
      ),
    })),
  };
}

function typesOf(row: Row): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isNumber = typeof value === "number" || String(value).startsWith("digits");
      if (name === "day") return [name, "date"];
      return [name, isNumber ? "number" : "text"];
    }),
  );
}

beforeAll(async () => {
  server = http.createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server on a TCP port has an address of this type.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  results = await Results.open(engineThreads);
  oracle = await (await DuckDBInstance.create(":memory:")).connect();
  await oracle.run("SET TimeZone = 'UTC'; CREATE SCHEMA crm");
  for (const [name, { rows }] of Object.entries(sources)) {
    if (rows.length === 0) continue;
    const cells = Object.keys(rows[0] ?? {});
    const values = rows.map((row) => `(${cells.map((cell) => literal(row[cell])).join(", ")})`);
    await oracle.run(
      `CREATE TABLE crm.${name} AS FROM (VALUES ${values.join(", ")}) AS t(${cells.join(", ")})`,
    );
    if (cells.includes("day")) await oracle.run(`ALTER TABLE crm.${name} ALTER day TYPE TIMESTAMPTZ`);
  }
});
afterEach(() => {
  for (const source of Object.keys(asked)) delete asked[source];
  breaking = undefined;
});
afterAll(async () => {
  await results.close();
  oracle.closeSync();
  server.close().closeAllConnections();
});

function literal(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return "NULL";
  return value.startsWith("digits") ? value.replace("digits ", "") : `'${value}'`;
}

/** Runs a statement over the connector, which is named crm in it. */
async function run(sql: string, options: Partial<LoadReadingsOptions> = {}) {
  schemas += 1;
  const schema = `crm${schemas}`;
  const statement = sql.replaceAll("crm.", `${schema}.`);
  const connector = new Connector(url);
  const { signal } = new AbortController();
  const connectors = [{ name: schema, open: () => Promise.resolve({ connector, account: undefined }) }];
  const readings = await planReadings(await results.inspect(statement), { connectors, signal });
  const loaded = await loadReadings(readings, { results, signal, ...options });
  const table = await results.query(statement);
  const rows: string[] = [];
  for await (const batch of table.rows()) rows.push(...batch);
  return {
    rows: rows.map((row) => JSON.stringify(Object.values(JSON.parse(row) as Row).map(String))),
    loaded,
  };
}

async function expected(sql: string): Promise<readonly string[]> {
  const reader = await oracle.runAndReadAll(sql);
  const spelled = (text: string) => text.replace(/^([\d-]{10}) ([\d:]{8})\+00$/, "$1T$2Z");
  return reader.getRows().map((row) => JSON.stringify(row.map((cell) => spelled(String(cell)))));
}

/** Statements with the number of requests for each source that requires a filter. */
const joins = `
contacts 6 | select a.name, c.email from crm.accounts a join crm.contacts c on c.account_id = a.id
contacts 6 | select a.name, c.email from crm.accounts a left join crm.contacts c on a.id = c.account_id
contacts 6 | select a.name, c.email from crm.contacts c right join crm.accounts a on a.id = c.account_id
contacts 6 | select name, email from crm.accounts, crm.contacts where account_id = accounts.id
contacts 2 | select * from crm.accounts a join crm.contacts c on c.account_id = a.id where a.kind = 'a'
contacts 2 | select * from crm.accounts a join crm.contacts c on c.account_id = a.id and a.kind = 'a'
contacts 2 | select * from crm.accounts a left join crm.contacts c on c.account_id = a.id and a.kind = 'a'
contacts 2 | select email from crm.contacts where account_id in (select id from crm.accounts where kind = 'a')
contacts 1 | select email from crm.contacts where account_id in (select max(id) from crm.accounts)
contacts 1 | select email from crm.contacts where account_id = (select min(id) from crm.accounts)
contacts 1 | select email from crm.contacts where account_id = 1
contacts 3 | select email from crm.contacts where account_id in (1, 2, 77)
contacts 2 | select email from crm.contacts where account_id = 1 or account_id = 4
contacts 4 | select email from crm.contacts c where c.account_id in (1, 2) or 4 = c.account_id or c.account_id = 8 + 1
contacts 6 | select email from crm.accounts a join crm.contacts c on c.account_id = a.id or c.account_id = a.id + 0
contacts 9 | select name, email from crm.accounts a join crm.contacts c on c.account_id = a.id or c.account_id = a.id + 3
contacts 1 | select email from crm.contacts c where exists (select 1 from crm.accounts a where a.id = c.account_id and c.account_id = 4)
contacts 6 | select name from crm.accounts a where exists (select 1 from crm.contacts c where c.account_id = a.id)
contacts 6 | select name from crm.accounts a where not exists (select 1 from crm.contacts c where c.account_id = a.id)
contacts 3 | select name, (select count(*) from crm.contacts c where c.account_id = a.id) as n from crm.accounts a where kind = 'b'
contacts 2 | select email from crm.contacts c where exists (select 1 from crm.accounts a where a.id = c.account_id and kind = 'a')
contacts 6 | select email from crm.contacts c where c.account_id in (select id from crm.accounts) and exists (select count(*) from crm.accounts a where a.id = c.account_id and kind = 'a')
contacts 6 | select name, email from crm.accounts a join crm.contacts c on c.account_id = a.id where c.account_id in (select b.id from crm.accounts b where b.name <> c.email)
contacts 6 | select name, l.email from crm.accounts a join crm.contacts c on c.account_id = a.id join lateral (select 'e' || a.id as email) l on l.email = c.email and c.account_id = length(l.email)
contacts 6 | select x.b, c.email from crm.accounts x(a, b) join crm.contacts c on c.account_id = x.a
contacts 6 | select count(email) from (select id as account_id from crm.accounts) a left join (select 3 as account_id) b using (account_id) join crm.contacts using (account_id)
contacts 6 | select count(email) from (select 3 as account_id) b right join (select id as account_id from crm.accounts) a using (account_id) join crm.contacts using (account_id)
contacts 6 | select name from crm.accounts a anti join crm.contacts c on c.account_id = a.id
contacts 6 | select name from crm.accounts a semi join crm.contacts c on c.account_id = a.id
contacts 6 | select name, l.email from crm.accounts a left join lateral (select email from crm.contacts c where c.account_id = a.id) l on true
contacts 3 | with big as (select id as number from crm.accounts where id > 3) select email from big join crm.contacts c on c.account_id = big.number
contacts 3 | select email from (select id from crm.accounts order by id desc limit 3) a join crm.contacts c on c.account_id = a.id
contacts 2 | select email from (values (1), (4)) v(id) join crm.contacts c on c.account_id = v.id
contacts 2 | select email from unnest([1, 2]) u(id), crm.contacts c where c.account_id = u.id
contacts 6 | select id, email from (select id as account_id from crm.accounts) a join crm.contacts using (account_id)
many 1 | select a.name, c.email from crm.accounts a join crm.many c on c.account_id = a.id
careless 6 | select count(*), count(distinct email) from crm.accounts a join crm.careless c on c.account_id = a.id
prefix 4 | select p.n from (values ('1'), ('2'), ('21'), ('3')) v(code) join crm.prefix p on p.code = v.code
prefix 2 | select p.n from (values ('1' || chr(0)), ('2')) v(code) join crm.prefix p on p.code = v.code
spelled 6 | select a.name, s.email from crm.accounts a join crm.spelled s on s.account_id = a.id
loose 1 | select a.id, l.id from crm.accounts a join crm.loose l on l.id = a.id + 99
parts 6 | select a.name, p.email from crm.accounts a join crm.parts p on p.account_id = a.id
contacts 2 notes 3 | select a.name, c.email, n.text from crm.accounts a join crm.contacts c on c.account_id = a.id join crm.notes n on n.contact_id = c.id where a.id < 3
contacts 3 notes 4 | select n.text from crm.notes n join crm.contacts c on n.contact_id = c.id join crm.accounts a on c.account_id = a.id where a.kind = 'b'
contacts 7 | select a.name, c.email, d.email from crm.accounts a join crm.contacts c on c.account_id = a.id join crm.contacts d on d.account_id = a.id + 1
pairs 5 | select p.n from crm.accounts a join crm.pairs p on p.id = a.id and p.kind = a.kind
pairs 4 | select p.n from crm.accounts a join crm.pairs p on p.id = a.id where p.kind in ('a', 'b') and a.id < 3
days 1 | select a.name, d.n from crm.accounts a join crm.days d on d.day = a.day
spans 1 | select a.name, s.n from crm.accounts a join crm.spans s on s.day = a.day and s.until = a.day + interval 6 days
spans 1 | select n from crm.spans where day = '2026-01-02' and until = '2026-01-08'
days 1 | select d.n from (values (date '2026-01-09'), (date '9999-12-31')) v(day) join crm.days d on d.day = v.day
big 1 | select coalesce(b.n, v.id)::varchar from (values (9007199254740995)) v(id) left join crm.big b on b.id = v.id
big 1 | select n from crm.big where id = 9007199254740993
nothing | select * from crm.accounts a join crm.contacts c on c.account_id = a.id where a.kind = 'nothing'
nothing | select count(*), count(c.email) from crm.accounts a left join crm.contacts c on c.account_id = a.id where a.id is null
contacts 6 | select a.name, c.email from (crm.accounts b left join (crm.accounts a join crm.contacts c on c.account_id = a.id) on b.id = a.id) where a.kind is null
`
  .trim()
  .split("\n")
  .map((line) => line.split(" | ", 2));

test.each(joins)("%s: %s", async (requests = "", sql = "") => {
  const { rows, loaded } = await run(sql);
  expect(rows.toSorted()).toEqual((await expected(sql)).toSorted());
  const counts = Object.entries(asked).filter(([source]) => source !== "accounts");
  expect(counts.map(([source, filters]) => `${source} ${filters.length}`).join(" ") || "nothing").toBe(
    requests,
  );
  for (const { reading, filters } of loaded)
    expect(filters.map((filter) => JSON.stringify(filter))).toEqual(
      (asked[reading.source.id] ?? []).map((filter) => JSON.stringify(filter)),
    );
});

const refused = `
every row of the source matters | select c.email from crm.contacts c left join crm.accounts a on a.id = c.account_id
both sides are preserved | select 1 from crm.accounts a full join crm.contacts c on a.id = c.account_id
the condition is a choice | select 1 from crm.accounts a join crm.contacts c on c.account_id = a.id or a.kind = 'a'
only one side of a choice has values | select 1 from crm.contacts where account_id = 1 or email = 'e3'
a side of a choice is a range | select 1 from crm.contacts where account_id = 1 or account_id > 8
it is negated | select 1 from crm.contacts where account_id not in (select id from crm.accounts)
nulls are equal | select 1 from crm.accounts a join crm.contacts c on c.account_id is not distinct from a.id
the subquery always has a row | select 1 from crm.contacts c where exists (select count(*) from crm.accounts a where a.id = c.account_id)
the values depend on the row | select c.email from crm.contacts c where c.account_id = (select max(a.id) from crm.accounts a where a.name <> c.email)
the values are random | select 1 from crm.contacts c where account_id = floor(random() * 3)
another use of the source has no values | select 1 from crm.contacts c, crm.contacts d where c.account_id = 1
two sources need each other | select 1 from crm.contacts c join crm.notes n on n.contact_id = c.id and c.account_id = n.contact_id
two columns have the name of the filter | select 1 from crm.accounts a join crm.cases c on c.code = a.kind
columns are renamed | select 1 from crm.accounts a join crm.contacts c(x, account_id) on c.account_id = a.id
rows are paired with the nearest | select 1 from crm.accounts a asof join crm.contacts c on a.id >= c.id where c.account_id = a.id
`
  .trim()
  .split("\n")
  .map((line) => line.split(" | ", 2));

test.each(refused)("no value follows where %s", async (_reason, sql = "") => {
  await expect(run(sql)).rejects.toMatchObject({
    name: "ResultsError",
    code: "statement",
    message: expect.stringMatching(/its filter "(?:account_id|contact_id|code)" is required\. .*join/),
  });
  expect(Object.keys(asked)).toEqual([]);
});

test.each([
  ["select n from crm.codes where code = 7", "contains texts, got numbers. Cast the values to VARCHAR"],
  ["select n from (values (7)) v(id) join crm.codes c on c.code = v.id", "contains texts, got numbers"],
  ["select text from (values ('0100')) v(id) join crm.notes n on n.contact_id = v.id", "got texts that are"],
  ["select text from crm.notes where contact_id = ' 100'", "got texts that are"],
  ["select n from crm.stamps where day = date '2026-01-02'", "its column contains dates, which its filter"],
  [
    "select n from (values (9007199254740994::double)) v(id) join crm.big b on b.id = v.id",
    "equal as DOUBLE",
  ],
])("%s is refused, because SQL finds rows that the filter does not", async (sql, reason) => {
  await expect(run(sql)).rejects.toThrow(RegExp(`^Could not fill the filter "[a-z_]+" of .*${reason}`));
});

test.each([
  "select n from crm.codes where code in ('7', '008')",
  "select o.n from (values ('Ann'), ('Zoe')) v(name) join crm.owners o on o.owner = v.name",
  "select n from (values (7)) v(id) join crm.codes c on c.code = v.id::varchar",
  "select text from (values ('0100')) v(id) join crm.notes n on n.contact_id = v.id::bigint",
  "select text from crm.notes where contact_id in ('100', '-3')",
])("%s has the result of all rows", async (sql) => {
  expect((await run(sql)).rows).toEqual(await expected(sql));
});

test.each(["7", "'x'"])("a source without rows is joined with %s", async (code) => {
  expect((await run(`select n from crm.nobody where code = ${code} and n = 7`)).rows).toEqual([]);
});

test("a value that is not a date is refused before the first request", async () => {
  const values = "values ('2026-01-01'), ('2026-1-9')";
  const sql = `select n from (${values}) v(day) join crm.days d on d.day = v.day`;
  await expect(run(sql)).rejects.toMatchObject({
    code: "statement",
    message: expect.stringMatching(/expected dates such as 2026-01-31\. Cast/),
  });
  expect(asked).toEqual({});
  const { rows } = await run(sql.replace("v.day", "v.day::date"));
  expect(rows).toEqual(await expected(sql));
});

test("more requests than the maximum are refused before the first one", async () => {
  const sql = "select 1 from crm.accounts a join crm.contacts c on c.account_id = a.id";
  await expect(run(sql, { maxRequests: 5 })).rejects.toMatchObject({
    code: "limit",
    requestCount: 6,
    message: expect.stringMatching(
      /needs 6 requests to fill its filter "account_id", more than the maximum of 5/,
    ),
  });
  expect(Object.keys(asked)).toEqual(["accounts"]);
  expect((await run(sql, { maxRequests: 6 })).rows).toHaveLength(5);
});

test("several values are sent in one request where the filter takes several, in as many as are needed", async () => {
  const { loaded } = await run("select 1 from range(250) r(n) join crm.many c on c.account_id = r.n");
  expect(asked["many"]?.map((filter) => [filter["account_id"]].flat().length)).toEqual([100, 100, 50]);
  expect(loaded[0]?.rowCount).toBe(5);
});

test("a result of incomplete requests fails unless it is allowed, and every other request is made", async () => {
  const sql = "select a.name, c.email from crm.accounts a join crm.contacts c on c.account_id = a.id";
  breaking = (source, count) => source === "contacts" && count === 2;
  await expect(run(sql)).rejects.toMatchObject({ name: "IncompleteReadingError", ending: "cut" });
  expect(asked["contacts"]).toHaveLength(2);
  asked["contacts"] = [];
  const { loaded, rows } = await run(sql, { allowsPartial: true });
  expect(asked["contacts"]).toHaveLength(6);
  expect(loaded.map(({ incomplete }) => incomplete?.ending)).toEqual([undefined, "cut"]);
  expect(rows).toHaveLength(5);
});
