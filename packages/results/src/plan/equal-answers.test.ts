import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { Connector } from "@wellhead/client";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { isLong } from "@wellhead/test-support/properties/is-long";
import {
  type PushedCase,
  type PushedColumn,
  type PushedSource,
  randomPushedCase,
} from "@wellhead/test-support/sql/pushed-cases";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import { loadReadings } from "./load-readings.js";
import { planReadings } from "./plan-readings.js";

// Random sources and statements. A statement is run in a spelling from which filters are derived, in one from which none
// are, and by a DuckDB of the test's own over all rows, loaded with the declared types. The answers, their types and the
// errors must be equal. `npm run proof pushdown` runs 20,000 statements.

const statementCount = Number(process.env["WELLHEAD_PUSHDOWN_STATEMENTS"] ?? (isLong ? 40 : 12));

let server: http.Server;
let results: Results;
let oracle: DuckDBConnection;
let source: PushedSource;
let schemas = 0;
/** Whether the last requests had a filter. */
let isFiltered = false;

function description(): object {
  const { columns, mode, isRequired } = source;
  const declared = columns.filter(({ name }) => mode === "declared" || (mode === "partly" && name === "g"));
  const fields = Object.fromEntries(declared.map(({ name, type }) => [name, { id: name, name, type }]));
  const filter = [
    { id: "g", title: "Group", type: "list", options: ["ok", "bad", "7"], optional: !isRequired },
    { id: "d", title: "Day", type: "date", optional: true },
  ];
  return {
    id: "f",
    name: "F",
    version: "1",
    authentication: [{ id: "none", name: "None" }],
    sources: [{ id: "src", name: "Source", filter, ...(mode !== "undeclared" && { fields }) }],
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = (await request.setEncoding("utf8").toArray()).join("");
  response.setHeader("content-type", "application/json");
  if (request.method === "GET") {
    response.end(JSON.stringify(description()));
    return;
  }
  // The client sends an object.
  const { filter, limit } = JSON.parse(text) as {
    filter: { g?: string; d?: { _min?: string; _max?: string } };
    limit?: number;
  };
  isFiltered ||= Object.keys(filter).length > 0;
  const rows = source.rows.filter(({ texts, day }) => {
    if (source.isCareless) return true;
    const isDay = day === undefined ? filter.d === undefined : isWithin(day, filter.d);
    return (filter.g === undefined || texts["g"] === JSON.stringify(filter.g)) && isDay;
  });
  const line = (texts: Readonly<Record<string, string>>) =>
    `{${Object.entries(texts)
      .map(([name, json]) => `"${name}":${json}`)
      .join(",")}}`;
  response.end(
    `[${rows
      .slice(0, limit)
      .map(({ texts }) => line(texts))
      .join(",")}]`,
  );
}

function isWithin(day: string, { _min = "", _max = "9" }: { _min?: string; _max?: string } = {}): boolean {
  return day >= _min.slice(0, 10) && day <= _max.slice(0, 10);
}

beforeAll(async () => {
  server = http.createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  results = await Results.open(engineThreads);
  oracle = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
  await oracle.run("SET TimeZone = 'UTC'; CREATE SCHEMA f");
});
afterAll(async () => {
  await results.close();
  oracle.closeSync();
  server.close().closeAllConnections();
});

/** What a statement results in. */
interface Outcome {
  readonly types: readonly string[];
  readonly rows: readonly string[];
}

async function run(sql: string): Promise<Outcome | string> {
  schemas += 1;
  // Each run adds a schema.
  if (schemas % 500 === 0) {
    await results.close();
    results = await Results.open(engineThreads);
  }
  isFiltered = false;
  const name = `f${schemas}`;
  // A server on a TCP port has an address of this type.
  const connector = new Connector(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const connectors = [{ name, open: () => Promise.resolve({ connector, account: undefined }) }];
  const { signal } = new AbortController();
  try {
    const statement = sql.replaceAll("f.src", `${name}.src`);
    const readings = await planReadings(await results.inspect(statement), { connectors, signal });
    const loaded = await loadReadings(readings, { results, signal });
    const table = await results.query(statement);
    const rows: string[] = [];
    for await (const batch of table.rows()) rows.push(...batch);
    for (const one of [...loaded, { table }]) await one.table.drop();
    return withValues({
      types: table.columns.map(({ type }) => kindOf(type)),
      rows: rows.map(cellsOf).toSorted(),
    });
  } catch (error) {
    return error instanceof Error
      ? (/column "(\w)" of/.exec(error.message)?.[1] ?? error.message)
      : String(error);
  }
}

/** Loads all rows by hand, with the declared types. A column `bad_n` has whether the value of `n` does not fit. */
async function loadOracle({ columns, rows }: PushedSource): Promise<void> {
  const definitions = columns.flatMap(({ name, sql }) => [`${name} ${sql}`, `bad_${name} BOOLEAN`]);
  const quoted = (text: string | null) => (text === null ? "NULL" : `'${text.replaceAll("'", "''")}'`);
  const values = rows.map(
    ({ values: cells, bad }) =>
      `(${columns.flatMap(({ name }) => [quoted(cells[name] ?? null), String(bad.includes(name))]).join()})`,
  );
  await oracle.run(
    `CREATE OR REPLACE TABLE f.src(${definitions.join()}); INSERT INTO f.src VALUES ${values.join()}`,
  );
}

async function expected({ unpushed, conditions, used }: PushedCase, columns: readonly PushedColumn[]) {
  for (const { name } of columns.filter((column) => used.includes(column.name))) {
    const others = conditions
      .filter((condition) => !condition.columns.includes(name))
      .map(({ spelled }) => spelled);
    const where = [`bad_${name}`, ...others].join(" AND ");
    const reader = await oracle.runAndReadAll(`SELECT count(*) FROM f.src WHERE ${where}`);
    if (String(reader.getRows()[0]?.[0]) !== "0") return name;
  }
  const reader = await oracle.runAndReadAll(unpushed);
  const rows = reader
    .getRows()
    .map((row) => JSON.stringify(row.map((cell) => (cell === null ? null : spell(String(cell))))));
  return withValues({
    types: reader.columnTypes().map((type) => kindOf(String(type))),
    rows: rows.toSorted(),
  });
}

/** Leaves out the types of columns without values: the values decide whether ids are texts or integers. */
function withValues({ types, rows }: Outcome): Outcome {
  // The rows are arrays of the cells.
  const cells = rows.map((row) => JSON.parse(row) as readonly unknown[]);
  return { types: types.map((type, index) => (cells.some((row) => row[index] !== null) ? type : "")), rows };
}

/** Exact numbers have the type that their values need. */
function kindOf(type: string): string {
  return /^(?:BIGINT|HUGEINT|INTEGER|DECIMAL)/.test(type) ? "NUMBER" : type;
}

function cellsOf(row: string): string {
  // Quoted, so that the test does not round them.
  const exact = row.replaceAll(/(?<=":)-?\d[\d.eE+-]*(?=[,}])/g, '"$&"');
  const cells = Object.values(JSON.parse(exact) as Record<string, string | number | boolean | null>);
  return JSON.stringify(cells.map((cell) => (cell === null ? null : spell(String(cell)))));
}

/** Writes numbers and times in one form; doubles with 14 digits, because their sums depend on the order. */
function spell(text: string): string {
  if (/^-?\d+\.\d{13,}$|^-?\d[\d.]*e/i.test(text)) return Number(text).toPrecision(14);
  if (/^-?\d+\.\d+$/.test(text)) return text.replace(/\.?0+$/, "");
  return text.replace(/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(?:\+00|Z)?$/, "$1 $2");
}

test("equivalent statements have equal answers, types and errors, whatever filter is sent", {
  timeout: 120_000 + statementCount * 2_000,
}, async () => {
  const counts = { pushed: 0, refused: 0, answered: 0 };
  await fc.assert(
    fc.asyncProperty(randomPushedCase, async (one) => {
      ({ source } = one);
      await loadOracle(source);
      const wanted = await expected(one, source.columns);
      const pushed = await run(one.pushed);
      counts.pushed += isFiltered ? 1 : 0;
      const unpushed = await run(one.unpushed);
      counts[typeof wanted === "string" ? "refused" : "answered"] += 1;
      const about = `${one.pushed}\n${JSON.stringify(source)}`;
      // A filter on the column that the value does not fit decides whether the row is read.
      const mayDiffer =
        typeof wanted === "string" && one.conditions.some(({ columns }) => columns.includes(wanted));
      expect(mayDiffer && typeof pushed !== "string" ? wanted : pushed, about).toEqual(wanted);
      expect(unpushed, `${one.unpushed}\n${about}`).toEqual(wanted);
    }),
    { numRuns: statementCount, seed: 20_261_128, endOnFailure: statementCount > 1000 },
  );
  expect(counts.pushed).toBeGreaterThan(statementCount / 5);
  expect(counts.answered).toBeGreaterThan(statementCount / 3);
  expect(counts.refused).toBeGreaterThan(0);
});
