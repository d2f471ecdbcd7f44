import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgres } from "@wellhead/postgres";
import { configureEgress } from "@wellhead/runtime";
import { type App, createApp, type Limits } from "@wellhead/server";
import { type PostgresServer, reader, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type PrintedTable, readDuckdb, readSqlite } from "../../test/read-printed.js";
import { runWellhead } from "../../test/run-wellhead.js";

/** Each column, its values as SQL, and how the target's own client writes them. NULL comes with every row but one. */
const columns = [
  ["name", "text", ["''", "'null'", "'a \"quote\"'", "'ẞ 😀'"]],
  ["title", "text", ["'t'", "''", "' '", "'x'"]],
  ["_deleted", "boolean", ["true", "false", "true", "false"]],
  ["day", "date", ["'1999-12-31'", "'2024-02-29'", "'0001-01-01'", "'9999-12-31'"]],
  [
    "local",
    "timestamp",
    ["'1999-12-31 12:00:00'", "'2024-02-29 23:59:59.999999'", "'1970-01-01'", "'2000-01-01 00:00:00.5'"],
  ],
  [
    "moment",
    "timestamptz",
    [
      "'1999-12-31 12:00:00+00'",
      "'2024-02-29 23:59:59.999999+00'",
      "'1970-01-01 00:00+00'",
      "'2000-01-01 00:00:00.5+05'",
    ],
  ],
  ["whole", "bigint", ["9223372036854775807", "-9223372036854775808", "0", "1"]],
  ["small", "smallint", ["1", "2", "-3", "0"]],
  ["exact", "numeric(12,2)", ["1.50", "-9999999999.99", "0", "100"]],
  ["double", "double precision", ["0.1", "1e100", "3", "-2.5"]],
  ["unknown", "numeric", ["1e30", "0.000000000000000000001", "1", "12345678901234567890.5"]],
  ["document", "jsonb", ["'true'", "'\"5\"'", "'5'", '\'{"a": [null, "", {}], "b": 1.5}\'']],
  ["list", "text[]", ["'{}'", '\'{"",NULL,"NULL"}\'', "'{a,b}'", "'{\"{}\"}'"]],
  ["numbers", "int[]", ["'{}'", "'{1,NULL,2}'", "'{{1,2},{3,4}}'", "'{0}'"]],
  ["period", "int4range", ["'[1,5)'", "'empty'", "'(,)'", "null"]],
  ["bytes", "bytea", ["''", "'\\x00ff'", "'\\x41'", "'\\xdeadbeef'"]],
  [
    "code",
    "uuid",
    [
      "'00000000-0000-0000-0000-000000000001'",
      "'ffffffff-ffff-ffff-ffff-ffffffffffff'",
      "'11111111-1111-1111-1111-111111111111'",
      "'00000000-0000-0000-0000-000000000002'",
    ],
  ],
  ["span", "interval", ["'1 day'", "'2 mons'", "'01:02:03'", "'0'"]],
  ['quoted "Column"', "text", ["'a'", "'b'", "''", "'d'"]],
] as const;

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

function tableSql(): string {
  const declared = columns.map(([name, type]) => `${quote(name)} ${type}`).join(", ");
  const rows = [0, 1, 2, 3, 4].map((row) => {
    const values = columns.map(([, , found]) => found[row] ?? "null");
    return `(${row}, 'k${row % 2}', ${values.join(", ")})`;
  });
  return `create table zoo (k int not null, part text not null, ${declared}, primary key (part, k));
    insert into zoo values ${rows.join(", ")};
    create table singles (id text primary key, name text, title text);
    insert into singles values ('', null, ''), ('1', '', null), ('[""]', 'n', 't'), ('null', 'null', null);
    create table tiny (id int primary key, value double precision);
    insert into tiny values (1, 5e-324), (2, 0.5);
    create table unwritable (id double precision primary key, value int);
    insert into unwritable values ('NaN', 1), ('Infinity', 2), ('-Infinity', 3), (0.5, 4);
    create table keyed (code int unique not null, value date);
    insert into keyed select i, date '1999-12-31' + i from generate_series(0, 2500) i;
    create table times (id int primary key, updated_at timestamptz, due timestamp, wide numeric(6,2));
    insert into times values (1, now() - interval '1 h', '2024-01-01 10:00:00', 1.5), (2, now() - interval '1 h', '2024-01-01 10:00:00.25', 2);`;
}

const tables = ["zoo", "singles", "keyed", "times", "tiny", "unwritable"];
let server: PostgresServer;
let app: App;
let folder = "";
let url = "";

beforeAll(async () => {
  server = await startPostgres();
  server.admin(tableSql());
  folder = await mkdtemp(join(tmpdir(), "wellhead-exact-"));
  configureEgress({ allow: "127.0.0.1/32:*" });
  ({ app, url } = await serve({ maxPageRows: 700 }));
});
afterAll(async () => {
  await app.close();
  configureEgress({});
  await server.stop();
  await rm(folder, { recursive: true });
});

async function serve(limits: Partial<Limits>): Promise<{ readonly app: App; readonly url: string }> {
  const pinned = { host: "127.0.0.1", port: server.port, database: "postgres", ...reader, tables };
  const served = await createApp({
    connectors: [postgres({ pinned: { ...pinned, tls: "off" } })],
    logger: false,
    accounts: { variables: { WELLHEAD_SECRET: "a secret of the deployment, which replicas share" } },
    limits: { drainDelay: 0, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000, maxLoopHold: 0, ...limits },
  });
  return { app: served, url: `${(await served.listen({ port: 0 })).url}/postgres` };
}

const run = (...words: readonly string[]) => runWellhead(words, { directory: folder });

async function copyTo(target: string, ...more: readonly string[]): Promise<void> {
  const copied = await run("pull", url, "--sync", target, ...more);
  expect([copied.stderr, copied.code]).toEqual([expect.any(String), 0]);
  const verified = await run("sync", "verify", url, target, ...more);
  expect([verified.stdout, verified.code]).toEqual([expect.not.stringContaining("differ."), 0]);
}

/** Columns as text in SQL of the source, as the target is expected to print them. */
function sourceTexts(printed: Readonly<Record<string, string>>): string {
  const texts = columns.map(([name, type]) => (printed[type] ?? "#::text").replaceAll("#", quote(name)));
  return `select json_build_array(k::text, part, ${texts.join(", ")}) from zoo order by part, k`;
}

const inUtc = "set timezone = 'UTC'; ";
const rowsOf = (sql: string): unknown[][] =>
  server
    .admin(inUtc + sql)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown[]);
const iso = (zone: string) =>
  `regexp_replace(to_char(#, 'YYYY-MM-DD"T"HH24:MI:SS.US'), '\\.?0+$', '') || '${zone}'`;
const base64 = "replace(encode(#, 'base64'), E'\\n', '')";
/** Numbers of a double have no zeros at their end in the source either. */
const sqlitePrinted = {
  boolean: "#::int",
  timestamp: iso(""),
  timestamptz: iso("Z"),
  bytea: base64,
};

describe("a copy of PostgreSQL tables has the values of the source, as the target's own client reads them", () => {
  test("in PostgreSQL", async () => {
    await copyTo(server.addressOf("copy"));
    const rows = (schema: string, selected: string) =>
      server.admin(`${inUtc}select ${selected} from ${schema} t order by 1`);
    for (const table of ["singles", "keyed", "times"])
      expect(rows(`copy."public.${table}"`, "to_jsonb(t)")).toBe(rows(table, "to_jsonb(t)"));
    const plain = columns
      .filter(([, type]) => !/bytea|uuid|interval|\[\]|jsonb|range/.test(type))
      .map(([name]) => quote(name));
    const selected = `(${["part", "k", ...plain, "document::jsonb", "to_jsonb(list)", "numbers::jsonb", "code::uuid"].join(", ")})::text`;
    expect(rows('copy."public.zoo"', selected)).toBe(
      rows("zoo", selected.replace("numbers::jsonb", "to_jsonb(numbers)")),
    );
    const types = (schema: string, table: string) =>
      server.admin(
        `select column_name, data_type from information_schema.columns where table_schema = '${schema}' and table_name = '${table}' and data_type not in ('smallint', 'integer', 'bigint', 'numeric', 'ARRAY', 'int4range', 'bytea', 'uuid', 'interval', 'json', 'jsonb', 'text') order by 1`,
      );
    expect(types("copy", "public.zoo")).toBe(types("public", "zoo"));
  });

  test("in SQLite", async () => {
    await copyTo("copy.sqlite");
    const path = join(folder, "copy.sqlite");
    const keyed = readSqlite(path, "public.keyed", "code");
    expect(keyed.rows).toEqual(rowsOf("select json_build_array(code, value::text) from keyed order by code"));
    expect(keyed.types).toEqual([
      ["code", "INTEGER", 1],
      ["value", "DATE TEXT", 0],
    ]);
    const numbers = readSqlite(path, "public.tiny", "id").rows.map(([, value]) => Number(value));
    expect(numbers).toEqual([5e-324, 0.5]);
    const zoo = readSqlite(path, "public.zoo", "part, k");
    const expected = rowsOf(sourceTexts(sqlitePrinted));
    const index = (name: string) => zoo.types.findIndex(([found]) => found === name);
    for (const name of [
      "name",
      "title",
      "_deleted",
      "day",
      "local",
      "moment",
      "code",
      "bytes",
      'quoted "Column"',
    ])
      expect([name, zoo.rows.map((row) => row[index(name)])]).toEqual([
        name,
        expected.map((row) => row[index(name)]),
      ]);
    expect(zoo.types.filter(([, , key]) => key !== 0).map(([name, , key]) => [name, key])).toEqual([
      ["k", 2],
      ["part", 1],
    ]);
  });

  test.each([
    ["DuckDB", "copy.duckdb", () => readDuckdb(join(folder, "copy.duckdb"), '"public.zoo"', "part, k")],
    [
      "Parquet files",
      "copy",
      () => readDuckdb(":memory:", `'${join(folder, "copy", "public%2ezoo.parquet")}'`, "part, k"),
    ],
  ] as const)("in %s", async (_name, target, readCopy) => {
    await copyTo(target);
    const zoo = readCopy();
    const printed = {
      timestamp: "regexp_replace(#::text, '(\\.\\d*?)0+$', '\\1')",
      timestamptz: "#::text",
      bytea: base64,
    };
    const expected = rowsOf(sourceTexts(printed));
    const index = (name: string) => zoo.types.findIndex(([found]) => found === name);
    for (const name of [
      "name",
      "title",
      "_deleted",
      "day",
      "local",
      "moment",
      "whole",
      "code",
      "bytes",
      'quoted "Column"',
    ])
      expect([name, zoo.rows.map((row) => row[index(name)])]).toEqual([
        name,
        expected.map((row) => row[index(name)]),
      ]);
    expect(Object.fromEntries(zoo.types.map(([name, type]) => [name, type]))).toMatchObject({
      k: "BIGINT",
      _deleted: "BOOLEAN",
      day: "DATE",
      local: "TIMESTAMP",
      moment: "TIMESTAMP WITH TIME ZONE",
      exact: "DECIMAL(12,2)",
      double: "DOUBLE",
      list: "VARCHAR[]",
      period: "JSON",
    });
  });
});

test("a database whose columns are described by more than a request may have is copied", async () => {
  const small = await serve({ maxBodyBytes: 1000, maxObjectKeys: 10 });
  onTestFinished(() => small.app.close());
  const copied = await run("pull", small.url, "--sync", "small.sqlite");
  expect([copied.stderr, copied.code]).toEqual([expect.any(String), 0]);
  expect(readSqlite(join(folder, "small.sqlite"), "public.zoo", "part, k").rows).toHaveLength(5);
});

test.each(["ddl.duckdb", "ddl.sqlite", "PostgreSQL"])(
  "columns of the source that are dropped, renamed, added, retyped or made the key are so in %s",
  async (name) => {
    const target = name === "PostgreSQL" ? server.addressOf("ddl") : name;
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const change = async (sql: string, { isLater = false } = {}) => {
      server.admin(sql);
      // The service reads the columns again once a minute, or when rows cannot be read.
      if (isLater) vi.setSystemTime(Date.now() + 61_000);
      await copyTo(target, "--types", "public.times");
      const { types, rows } = readTarget(name);
      return [types.map(([column, type]) => `${column} ${type}`).toSorted(), rows] as const;
    };
    server.admin(
      "drop table if exists times; create table times (id int primary key, a text, b numeric(4,1), c date)",
    );
    await change("insert into times values (1, 'x', 1.5, '1999-12-31'), (2, null, null, null)");
    const dropped = await change("alter table times drop column a; alter table times rename column c to day");
    expect(dropped[0].map((column) => column.split(" ")[0])).toEqual(["b", "day", "id"]);
    const retyped = await change(
      "alter table times alter column day type timestamp, alter column b type double precision, add column z text default 'new'",
      { isLater: true },
    );
    expect(retyped[0].map((column) => column.split(" ")[0])).toEqual(["b", "day", "id", "z"]);
    expect(retyped[0].find((column) => column.startsWith("day"))).toMatch(/timestamp/i);
    const rekeyed = await change(
      "alter table times drop constraint times_pkey; alter table times add primary key (z, id); update times set z = 'k' || id",
      { isLater: true },
    );
    expect(rekeyed[1]).toHaveLength(2);
  },
);

/** Reads the table of the changes with the target's own client. */
function readTarget(name: string): PrintedTable {
  if (name === "ddl.sqlite") return readSqlite(join(folder, name), "public.times", "id");
  if (name === "ddl.duckdb") return readDuckdb(join(folder, name), '"public.times"', "id");
  const types = rowsOf(
    "select json_build_array(column_name, data_type) from information_schema.columns where table_schema = 'ddl' and table_name = 'public.times'",
  );
  return { types, rows: rowsOf('select json_build_array(id) from ddl."public.times" order by id') };
}
