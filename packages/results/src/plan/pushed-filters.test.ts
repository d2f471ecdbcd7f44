import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { Connector } from "@wellhead/client";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { randomStatement } from "@wellhead/test-support/sql/random-statements";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import { loadReadings } from "./load-readings.js";
import { planReadings } from "./plan-readings.js";

// A connector in plain node:http that returns only what its filters select, and a DuckDB of the test's own with all rows.

type Row = Readonly<Record<string, string | number | null>>;

const types = {
  id: ["number", "BIGINT"],
  region: ["text", "VARCHAR"],
  owner: ["text", "VARCHAR"],
  day: ["date", "TIMESTAMPTZ"],
  moment: ["date", "TIMESTAMPTZ"],
  n: ["number", "BIGINT"],
  big: ["number", "BIGINT"],
  price: ["number", "DECIMAL(9,2)"],
  note: ["text", "VARCHAR"],
} as const;
const names = Object.keys(types) as (keyof typeof types)[];
const regions = ["north", "south", "east", "O'Hare", ""] as const;
const two = (number: number) => String(number).padStart(2, "0");

/** Returns rows with nulls in every column but the first, and values at the edges of days and of doubles. */
function rowsOf(count: number, step: number): readonly Row[] {
  return Array.from({ length: count }, (_, index) => {
    const pick = <Value>(values: readonly Value[], nulls: number) =>
      (index * step) % nulls === 0 ? null : (values[(index * step) % values.length] ?? null);
    const day = `2026-01-${two(((index * step) % 28) + 1)}`;
    return {
      id: index,
      region: pick(regions, 7),
      owner: pick(["a", "b", "c"], 5),
      day: index % 9 === 4 ? null : day,
      moment:
        index % 11 === 3 ? null : `${day}T${["00:00:00Z", "23:59:59-12:00", "00:00:00+14:00"][index % 3]}`,
      n: pick([0, 1, 2, 3, 5, 8], 13),
      // A text of digits is written as a number.
      big: pick(["9007199254740993", "9007199254740992", "-9007199254740993", "4"], 6),
      price: pick([0.5, 10.25, -3, 100], 8),
      note: pick(["50%", "a_b", "north", "", "NULL", "ünï"], 10),
    };
  });
}

// The steps have no divisor in common with the numbers of values, so every value occurs.
const tables: Readonly<Record<string, readonly Row[]>> = { t: rowsOf(61, 11), u: rowsOf(37, 17) };
const optional = { optional: true };
const filter = [
  { id: "region", title: "Region", type: "multidropdown", options: regions, ...optional },
  { id: "owner", title: "Owner", type: "list", options: ["a", "b", "c"], ...optional },
  { id: "day", title: "Day", type: "date", ...optional },
  { id: "moment", title: "Moment", type: "date", ...optional },
  { id: "columns", title: "Columns", type: "multilist", options: names, ...optional },
];
const application = {
  id: "crm",
  name: "CRM",
  version: "1",
  description: "",
  authentication: [{ id: "none", name: "None", description: "" }],
  sources: Object.keys(tables).map((id) => ({
    id,
    name: id,
    description: "",
    filter,
    fields: Object.fromEntries(names.map((name) => [name, { id: name, name, type: types[name][0] }])),
  })),
};

interface Filter {
  readonly region?: readonly string[];
  readonly owner?: string;
  readonly day?: { readonly _min?: string; readonly _max?: string };
  readonly moment?: { readonly _min?: string; readonly _max?: string };
  readonly columns?: readonly string[];
}

let isPushed = false;

/** Selects rows as strictly as the contract allows. A row without a value is never selected by it. */
function isSelected(row: Row, { region, owner, day, moment }: Filter): boolean {
  const isIn = (name: "day" | "moment", range: Filter["day"]) => {
    if (range === undefined) return true;
    const date = row[name]?.toString().slice(0, 10);
    if (date === undefined) return false;
    return date >= (range._min?.slice(0, 10) ?? "") && date <= (range._max?.slice(0, 10) ?? "9");
  };
  return (
    (region === undefined || region.some((one) => one === row["region"])) &&
    (owner === undefined || owner === row["owner"]) &&
    isIn("day", day) &&
    isIn("moment", moment)
  );
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = (await request.setEncoding("utf8").toArray()).join("");
  response.setHeader("content-type", "application/json");
  if (request.method === "GET") {
    response.end(JSON.stringify(application));
    return;
  }
  // The client sends an object.
  const body = JSON.parse(text) as { source: string; filter: Filter; limit?: number };
  isPushed ||= Object.keys(body.filter).length > 0 || body.limit !== undefined;
  const rows = (tables[body.source] ?? []).filter((row) => isSelected(row, body.filter));
  const columns = body.filter.columns ?? names;
  response.setHeader("content-type", "application/x-ndjson");
  response.end(
    rows
      .slice(0, body.limit)
      .map((row) => `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name]])))}\n`)
      .join("")
      .replaceAll(/"(-?\d+)"/g, "$1"),
  );
}

let server: http.Server;
let url = "";
let results: Results;
let oracle: DuckDBConnection;
let schemas = 0;

beforeAll(async () => {
  server = http.createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server on a TCP port has an address of this type.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  results = await Results.open(engineThreads);
  oracle = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
  await oracle.run("SET TimeZone = 'UTC'; CREATE SCHEMA crm");
  for (const [table, rows] of Object.entries(tables)) {
    await oracle.run(`CREATE TABLE crm.${table}(${names.map((name) => `${name} ${types[name][1]}`).join()})`);
    const literal = (value: Row[string] | undefined) =>
      value === null || value === undefined ? "NULL" : `'${String(value).replaceAll("'", "''")}'`;
    const values = rows.map((row) => `(${names.map((name) => literal(row[name])).join()})`);
    await oracle.run(`INSERT INTO crm.${table} VALUES ${values.join()}`);
  }
});
afterAll(async () => {
  await results.close();
  oracle.closeSync();
  server.close().closeAllConnections();
});

/** Runs a statement over the connector, which is named crm in it, and returns its rows as lists of texts. */
async function run(sql: string): Promise<readonly string[]> {
  schemas += 1;
  const statement = sql.replaceAll("crm.", `c${schemas}.`);
  const connectors = [
    { name: `c${schemas}`, open: async () => ({ connector: new Connector(url), account: undefined }) },
  ];
  const { signal } = new AbortController();
  const readings = await planReadings(await results.inspect(statement), { connectors, signal });
  const loaded = await loadReadings(readings, { results, signal });
  const table = await results.query(statement);
  const rows: string[] = [];
  for await (const batch of table.rows()) rows.push(...batch);
  for (const one of [...loaded, { table }]) await one.table.drop();
  // Quoted, so that the test does not round them.
  const exact = rows.map((row) => row.replaceAll(/(?<=":)-?\d+(?:\.\d+)?(?=[,}])/g, '"$&"'));
  return exact
    .map((row) =>
      spelled(Object.values(JSON.parse(row) as Row).map((cell) => (cell === null ? null : String(cell)))),
    )
    .toSorted();
}

async function expected(sql: string): Promise<readonly string[]> {
  const reader = await oracle.runAndReadAll(sql);
  return reader
    .getRows()
    .map((row) => spelled(row.map((cell) => (cell === null ? null : String(cell)))))
    .toSorted();
}

/** Writes times and decimals in one form. */
function spelled(row: readonly (string | null)[]): string {
  return JSON.stringify(
    row.map((cell) =>
      cell === null
        ? null
        : cell
            .replace(/^(-?\d+)\.(\d*?)0*$/, (_, whole: string, rest: string) =>
              rest === "" ? whole : `${whole}.${rest}`,
            )
            .replace(/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\+00|Z)$/, "$1 $2"),
    ),
  );
}

/** Statements that the first random ones may not cover. */
const edges = [
  "SELECT id FROM crm.t WHERE day >= '2026-01-10' AND moment < TIMESTAMP '2026-01-20 23:59:59'",
  "SELECT id FROM crm.t WHERE moment BETWEEN '2026-01-05' AND '2026-01-05 12:00:00'",
  "SELECT id FROM crm.t WHERE region IN ('north', lower(region))",
  "SELECT id FROM crm.t WHERE n > 2 LIMIT 5 OFFSET 2",
  "SELECT t.id, u.id FROM crm.t LEFT JOIN crm.u ON t.id = u.n WHERE u.region IS NULL OR u.region = 'north'",
];

/** Returns the result of a statement; `undefined` when it fails. */
async function outcome(read: () => Promise<readonly string[]>): Promise<readonly string[] | undefined> {
  return read().catch(() => undefined);
}

test("a statement over what filters select has the result of the same statement over all rows", async () => {
  let [pushed, failed, count] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(randomStatement, async (sql) => {
      isPushed = false;
      count += 1;
      const wanted = await outcome(() => expected(sql));
      const got = await outcome(() => run(sql));
      if (isPushed) pushed += 1;
      if (wanted === undefined) failed += 1;
      expect(got, sql).toEqual(wanted);
    }),
    { numRuns: isLong ? 500 : 15, seed: 20_261_123, examples: edges.map((sql): [string] => [sql]) },
  );
  // The test is about statements from which filters are derived.
  expect(pushed).toBeGreaterThan(count / 5);
  expect(failed).toBeLessThan(count / 5);
}, 600_000);
