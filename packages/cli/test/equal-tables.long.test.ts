import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { Connector } from "@wellhead/client";
import { filesConnector } from "@wellhead/files";
import { type LoadedTable, Results, UnsuitedValues } from "@wellhead/results";
import { bool, date, defineConnector, number, text } from "@wellhead/sdk";
import { createApp } from "@wellhead/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runWellhead } from "./run-wellhead.js";

// Rows are loaded twice: as record batches, and as JSON. The tables must be the same.

/** Number of rows of the file: several record batches. */
const rowCount = 20_000;

/** Columns of a Parquet file, and whether record batches are used for them. */
const columns: readonly (readonly [sql: string, isArrow: boolean])[] = [
  ["i % 3 = 0", true],
  ["CASE WHEN i % 7 <> 2 THEN i % 3 = 0 END", true],
  ["(i % 256 - 128)::TINYINT", true],
  ["CASE WHEN i % 5 > 0 THEN (i % 65536 - 32768)::SMALLINT END", true],
  ["(i * 7919 % 4294967296 - 2147483648)::INTEGER", true],
  ["CASE WHEN i % 3 > 0 THEN i * 9007199254741 - 4611686018427387904 END", true],
  ["CASE WHEN i % 2 > 0 THEN (i % 256)::UTINYINT END", true],
  ["(i % 65536)::USMALLINT", true],
  ["CASE WHEN i % 2 > 0 THEN (4294967295 - i)::UINTEGER END", true],
  ["i::UBIGINT", true],
  ["(18446744073709551615 - i)::UBIGINT", true],
  ["(i / 100)::DECIMAL(12, 2)", true],
  ["CASE WHEN i % 4 > 0 THEN ((i - 10000) / 7)::DECIMAL(18, 6) END", true],
  ["(i - 10000)::DECIMAL(9, 0)", true],
  ["CASE WHEN i > 9 THEN (10 ** (i % 12))::DECIMAL(18, 6) END", true],
  ["(i * 1000000)::DECIMAL(20, 4)", true],
  [
    "CASE WHEN i % 4 > 0 THEN ((i - 10000)::DECIMAL(19, 0) * 123456789012.1234567890)::DECIMAL(38, 10) END",
    true,
  ],
  ["i::DOUBLE / 4", true],
  ["CASE WHEN i % 9 > 0 THEN (i - 10000) * 0.37::DOUBLE END", true],
  ["sqrt(i::DOUBLE)", true],
  ["(i + 0.123456)::DOUBLE * 1234567890.7", true],
  ["CASE WHEN i % 5 = 0 THEN 'nan'::DOUBLE WHEN i % 5 = 1 THEN '-inf'::DOUBLE ELSE i / 8 END", true],
  ["CASE WHEN i = 19999 THEN 1e-300 ELSE i::DOUBLE END", true],
  ["CASE WHEN i = 19999 THEN 1e300 ELSE i::DOUBLE END", true],
  ["-0.0::DOUBLE", true],
  ["DATE '1970-01-01' + (i - 10000)::INTEGER", true],
  ["CASE WHEN i % 2 > 0 THEN TIMESTAMP '2024-01-01' + to_microseconds(i * 1234567) END", true],
  ["TIMESTAMPTZ '2024-01-01 00:00:00+00' - to_seconds(i)", true],
  ["(TIMESTAMP '2024-01-01' + to_seconds(i))::TIMESTAMP_S", true],
  ["(TIMESTAMP '2024-01-01' + to_milliseconds(i))::TIMESTAMP_MS", true],
  ["(TIMESTAMP '2024-01-01' + to_microseconds(i))::TIMESTAMP_NS", true],
  ["CASE WHEN i = 19999 THEN DATE '0999-12-31' ELSE DATE '2024-01-01' END", false],
  ["CASE WHEN i = 19999 THEN TIMESTAMP '10000-01-01' ELSE TIMESTAMP '2024-01-01' END", false],
  ["'Ünïcode ' || chr(10) || '\"\\' || i || '😀'", true],
  ["CASE WHEN i % 3 > 0 THEN repeat('x', i % 40) END", true],
  ["CASE WHEN i % 9000 = 5 THEN repeat('é', 100000) ELSE '' END", true],
  ["NULL::VARCHAR", true],
  ["'2024-01-31'", true],
  ["chr(0) || i", true],
  ["['a', 'b\"\\' || i, NULL, 'é']", true],
  ["[chr((1 + i % 200)::INTEGER) || chr(10), '']", true],
  ["CASE WHEN i % 2 > 0 THEN [i, NULL, 9007199254740993] END", true],
  ["[]::VARCHAR[]", true],
  ["[i / 4, 'nan'::DOUBLE]", true],
  ["json_object('a', i, 'b', [1.5, NULL], 'c d', 'x  y')", true],
  [
    "CASE WHEN i % 3 = 0 THEN '{ \"a\" : 1 }'::JSON WHEN i % 3 = 1 THEN '\"text\"'::JSON ELSE '12345678901234567890'::JSON END",
    true,
  ],
  ["[DATE '2024-01-01']", false],
  ["{'a': i}", false],
  ["i::FLOAT / 3", false],
  ["TIME '10:00:00' + to_seconds(i % 1000)", false],
  ["'\\x01'::BLOB", false],
  ["gen_random_uuid()", false],
];

let folder: string;
let app: Awaited<ReturnType<typeof createApp>>;
let results: Results;
let url: string;
let tables = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-equal-tables-"));
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const cells = columns.map(([sql], index) => `${sql} AS c${index}`);
  await connection.run(
    `SET TimeZone = 'UTC'; COPY (SELECT ${cells.join(", ")} FROM range(${rowCount}) t(i)) TO '${join(folder, "rows.parquet")}' (FORMAT parquet)`,
  );
  connection.closeSync();
  instance.closeSync();
  app = await createApp({
    connectors: [filesConnector({ path: folder }), objects],
    logger: false,
    admin: false,
  });
  ({ url } = await app.listen({ port: 0 }));
  results = await Results.open();
});
afterAll(async () => {
  await results.close();
  await app.close();
  await rm(folder, { recursive: true });
});

const objects = defineConnector({
  id: "objects",
  name: "Objects",
  version: "1",
  description: "Rows of a test",
  sources: (source) => ({
    declared: source({
      name: "Declared",
      filter: { missing: number({ optional: true }) },
      fields: { size: number(), name: text(), at: date(), open: bool() },
      async *rows({ filter }) {
        for (let id = 0; id < 3000; id += 1000) {
          await Promise.resolve();
          yield Array.from({ length: 1000 }, (_unused, index) => ({
            // A value that is not of its type.
            size: (id + index === filter.missing ? "n/a" : (id + index) / 8) as number,
            name: index % 8 === 0 ? null : `n${index}`,
            at: new Date(Date.UTC(2024, 0, 1, 0, 0, id + index)),
            open: index % 2 === 0,
          }));
        }
      },
    }),
    open: source({
      name: "Open",
      rows: () => [
        { big: 12345678901234567890n, code: "007", at: "2024-01-01T00:00:00Z" },
        { big: 0.5, code: null, at: "2024-01-01T00:00:00.5Z" },
      ],
    }),
  }),
});

interface Request {
  readonly connector: string;
  readonly source: string;
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly declared?: readonly { readonly id: string; readonly type: string }[];
  readonly limit?: number;
}

/** Loads the rows of a request. */
async function load(format: "batches" | "rows", request: Request) {
  const { connector: id, source, filter = {}, declared = [], limit } = request;
  const connector = new Connector(`${url}/${id}`);
  const reading = await connector[format]({ source, filter, limit });
  tables += 1;
  return results.load(reading, { schema: "t", name: `t${tables}`, declared, limit });
}

/** Returns what a statement sees of a table. */
async function shown({ columns: loaded, rowCount: rows, unfit, incomplete, table }: LoadedTable) {
  const texts: string[] = [];
  for await (const batch of table.rows()) texts.push(...batch);
  await table.drop();
  return { columns: loaded, rows, unfit, ending: incomplete?.ending, texts };
}

/** Loads a column of the file, declared and not, in both formats, and returns the tables. */
async function loadBoth(sql: string, ...formats: readonly ("batches" | "rows")[]) {
  const column = `c${columns.findIndex(([other]) => other === sql)}`;
  const [source] = (await new Connector(`${url}/files`).describe()).sources;
  const known = source?.columns?.filter(({ id }) => id === column) ?? [];
  const found: Awaited<ReturnType<typeof shown>>[] = [];
  for (const declared of [known, []])
    for (const format of formats) {
      const filter = { columns: [column] };
      found.push(await shown(await load(format, { connector: "files", source: "rows", filter, declared })));
    }
  return found;
}

test.each(columns.filter(([, isArrow]) => isArrow))(
  "a table of record batches with the column %s is that of the rows as JSON",
  async (sql) => {
    const [known, knownRows, open, openRows] = await loadBoth(sql, "batches", "rows");
    expect(known?.texts.length).toBe(rowCount);
    // A difference of thousands of rows would take minutes to show.
    expect({ ...known, texts: [] }).toEqual({ ...knownRows, texts: [] });
    expect(known?.texts.find((row, index) => row !== knownRows?.texts[index])).toBeUndefined();
    expect({ ...open, texts: [] }).toEqual({ ...openRows, texts: [] });
    expect(open?.texts.find((row, index) => row !== openRows?.texts[index])).toBeUndefined();
  },
);

test.each(columns.filter(([, isArrow]) => !isArrow))(
  "record batches with the column %s must be read as JSON",
  async (sql) => {
    await expect(loadBoth(sql, "batches")).rejects.toThrow(UnsuitedValues);
  },
);

test("a table of several row groups is that of the rows as JSON", async () => {
  const filter = { sql: `select i as a, case when i % 2 = 0 then 'x' || i end as b from range(300000) t(i)` };
  const [found, expected] = await Promise.all(
    (["batches", "rows"] as const).map(async (format) =>
      shown(await load(format, { connector: "files", source: "rows", filter })),
    ),
  );
  expect(found?.rows).toBe(300_000);
  expect(found).toEqual(expected);
});

test("a table of record batches has no more rows than were asked for, and may have no columns", async () => {
  const request = { connector: "files", source: "rows", filter: { columns: ["c0", "c1"] } };
  const limited = await shown(await load("batches", { ...request, limit: 7 }));
  expect(limited).toEqual(await shown(await load("rows", { ...request, limit: 7 })));
  const reading = await new Connector(`${url}/files`).batches(request);
  const none = await results.load(reading, { schema: "t", name: "none", columns: new Set() });
  expect([none.rowCount, none.columns]).toEqual([rowCount, []]);
});

test("record batches of objects with declared columns are a table like their JSON", async () => {
  const declared = Object.entries({ size: "number", name: "text", at: "date", open: "bool" });
  const columnsOf = declared.map(([id, type]) => ({ id, type }));
  const request = { connector: "objects", source: "declared", declared: columnsOf };
  const found = await shown(await load("batches", request));
  expect(found).toEqual(await shown(await load("rows", request)));
  expect(found.texts.length).toBe(3000);
});

test("numbers of objects that only text can hold are numbers of the table", async () => {
  const request = { connector: "objects", source: "open" };
  const found = await shown(await load("batches", request));
  expect(found).toEqual(await shown(await load("rows", request)));
  expect(found.columns.map(({ type }) => type)).toEqual(["DECIMAL(21,1)", "VARCHAR", "TIMESTAMPTZ"]);
});

test("a value that Arrow does not hold is read again as JSON", async () => {
  const request = { connector: "objects", source: "declared", filter: { missing: 2500 } };
  await expect(load("batches", request)).rejects.toThrow(UnsuitedValues);
  const words = ["--connect", `o=${url}/objects`, "--filter", "o.declared.missing=2500", "--format", "csv"];
  const counted = await runWellhead(["sql", "select count(*) as n from o.declared", ...words]);
  expect([counted.stdout, counted.code]).toEqual(["n\r\n3000\r\n", 0]);
  const { stderr } = await runWellhead(["sql", "select max(size) from o.declared", ...words]);
  expect(stderr).toContain('"n/a"');
});

test("`wellhead sql` asks for record batches where the source declares its columns", async () => {
  const accepted: (string | undefined)[] = [];
  const service = http.createServer((request, response) => {
    request.resume();
    if (request.method === "POST") accepted.push(request.headers.accept);
    const fields = { name: { id: "name", type: "text" } };
    const sources = [
      { id: "open", name: "Open", filter: [] },
      { id: "declared", name: "Declared", filter: [], fields },
      { id: "ids", name: "Ids", filter: [], fields: { ...fields, id: { id: "id", type: "id" } } },
    ];
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify(request.method === "GET" ? { authentication: [], sources } : [{ name: "a" }]),
    );
  });
  await once(service.listen(0, "127.0.0.1"), "listening");
  // `address()` returns an object of this type for a server on a TCP port.
  const { port } = service.address() as AddressInfo;
  const connect = ["--connect", `o=http://127.0.0.1:${port}`];
  for (const name of ["open", "declared", "ids"])
    await runWellhead(["sql", `select name from o.${name}`, ...connect]);
  service.close();
  expect(accepted.map((accept) => accept?.includes("arrow"))).toEqual([false, true, false]);
});
