import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";
import { type PostgresServer, startPostgres } from "./start-postgres.js";

/** Payloads tried in every kind of filter; a nightly run asks for more through the environment. */
const wanted = Number(process.env["WELLHEAD_INJECTION_PAYLOADS"] ?? 40);

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres({
    settings: ["log_statement=all", "log_parameter_max_length=0", "log_line_prefix=%u|"],
  });
  server.admin(`
    create table orders (id int primary key, placed timestamptz, amount numeric, name text);
    insert into orders select i, now(), i, 'name ' || i from generate_series(1, 20) i;
    create function public.drop_orders() returns int language plpgsql as $$ begin drop table orders; return 1; end $$;
    create function public.definer() returns int language plpgsql security definer as $$ begin delete from orders; return 1; end $$;
    create sequence counter;
    grant usage on sequence counter to wellhead_reader;`);
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

/** What no request may change: all rows, all relations, functions, roles and settings. */
function checksum(): string {
  return server.admin(`
    select md5(string_agg(o::text, ',' order by id)) from orders o;
    select md5(string_agg(relname || coalesce(relacl::text, ''), ',' order by oid)) from pg_class;
    select md5(string_agg(proname, ',' order by oid)) from pg_proc;
    select md5(string_agg(rolname || coalesce(rolconfig::text, ''), ',' order by oid)) from pg_roles;
    select count(*) from pg_largeobject_metadata;
    select last_value from counter`);
}

/** Waits until the server has written all it had to write so far. */
async function settled(): Promise<void> {
  const mark = `mark-${Math.random()}`;
  server.admin(`select '${mark}'`);
  await expect.poll(() => server.log(), { timeout: 5000 }).toContain(mark);
}

/** Statements the role has had the server run since a place in its log, without values. */
function statements(from: number): ReadonlySet<string> {
  const lines = server.log().slice(from).split("\n");
  const found = new Set<string>();
  let current: string | undefined;
  for (const line of [...lines, "|"]) {
    if (line.startsWith("\t") && current !== undefined) {
      current += ` ${line.trim()}`;
      continue;
    }
    if (current !== undefined) found.add(current);
    const logged = /^wellhead_reader\|(?:LOG: {2}(?:execute \S+|statement)|STATEMENT): +(?<sql>.*)$/.exec(
      line,
    );
    current = logged?.groups?.["sql"];
  }
  return found;
}

const fragments = {
  open: ["", "'", '"', "''", "')", '")', "$$", "\\'", "`", "1", "{", "}", "%27", "ʼ", "＇", "\u0000'"],
  middle: [
    "; drop table orders",
    " or 1=1",
    " union select version()",
    "/**/;select pg_sleep(9)",
    "||(select 1)",
    "::int; commit",
    ",(select pg_read_file('/etc/passwd'))",
    "{{from}}",
    "\n;\ndelete from orders",
    " returning *",
  ],
  close: ["", "--", "/*", ";", "#", "' --", '" --', "\\"],
};

function payloads(): readonly string[] {
  const all = fragments.open.flatMap((open) =>
    fragments.middle.flatMap((middle) => fragments.close.map((close) => `${open}${middle}${close}`)),
  );
  // Steps that share no factor with the number of payloads reach them all in a mixed order.
  return Array.from({ length: wanted }, (_, index) => `zq9${index}${all[(index * 997) % all.length] ?? ""}`);
}

const table = { schema: "public", table: "orders" };
/** Where a value of the form goes, with a harmless one for comparison. */
const places: Readonly<Record<string, readonly [harmless: object, hostile: (payload: string) => object]>> = {
  schema: [table, (payload) => ({ ...table, schema: payload })],
  table: [table, (payload) => ({ ...table, table: payload })],
  columns: [{ ...table, columns: ["id"] }, (payload) => ({ ...table, columns: [payload] })],
  dateColumn: [
    { ...table, dateColumn: "placed", period: "2024-01-01" },
    (payload) => ({ ...table, dateColumn: payload, period: "2024-01-01" }),
  ],
  period: [
    { ...table, dateColumn: "placed", period: "2024-01-01" },
    (payload) => ({ ...table, dateColumn: "placed", period: payload }),
  ],
  numberRange: [
    { ...table, numberColumn: "amount", numberRange: { _min: 1 } },
    (payload) => ({ ...table, numberColumn: "amount", numberRange: { _min: payload } }),
  ],
  valueColumn: [
    { ...table, valueColumn: "name", values: ["a"] },
    (payload) => ({ ...table, valueColumn: payload, values: ["a"] }),
  ],
  values: [
    { ...table, valueColumn: "name", values: ["a"] },
    (payload) => ({ ...table, valueColumn: "name", values: [payload, payload] }),
  ],
  textContains: [
    { ...table, textColumn: "name", textContains: "a" },
    (payload) => ({ ...table, textColumn: "name", textContains: payload }),
  ],
  orderBy: [{ ...table, orderBy: "name" }, (payload) => ({ ...table, orderBy: payload })],
};

describe("injection", () => {
  it.each(Object.entries(places))(
    "through %s runs no statement but the templates",
    { timeout: 30_000 + wanted * 100 },
    async (_, [harmless, hostile]) => {
      const before = checksum();
      const ask = (filter: object) =>
        service.post("/", { source: "table", account: service.account(), filter });
      const first = server.log().length;
      expect((await ask(harmless)).status).toBe(200);
      await settled();
      const templates = statements(first);
      const second = server.log().length;
      for (const payload of payloads()) expect([200, 400]).toContain((await ask(hostile(payload))).status);
      await settled();
      const strange = [...statements(second)].filter((statement) => !templates.has(statement));
      expect(strange).toEqual([]);
      expect(checksum()).toBe(before);
    },
  );

  it("through the values of a query runs no statement but the query", {
    timeout: 30_000 + wanted * 100,
  }, async () => {
    const before = checksum();
    const ask = (value: string) =>
      service.rows("query", {
        sql: "select {{value}}::text as value, id from orders where name <> {{value}} limit 1",
        parameters: JSON.stringify({ value }),
      });
    const first = server.log().length;
    await ask("harmless");
    await settled();
    const templates = statements(first);
    const second = server.log().length;
    for (const payload of payloads().filter((text) => !text.includes("\u0000"))) {
      await expect(ask(payload)).resolves.toEqual([{ value: payload, id: 1 }]);
    }
    await settled();
    expect([...statements(second)].filter((statement) => !templates.has(statement))).toEqual([]);
    expect(checksum()).toBe(before);
  });

  it("is noticed by this harness when a statement is not a template", async () => {
    const from = server.log().length;
    await service.query("select 'planted'");
    await settled();
    expect([...statements(from)].some((statement) => statement.includes("'planted'"))).toBe(true);
  });
});

const escapes = [
  "select 1; commit; drop table orders",
  "commit",
  "rollback",
  "begin read write",
  "end; delete from orders",
  "set transaction read write",
  "set session characteristics as transaction read write",
  "select set_config('transaction_read_only', 'off', false)",
  "select set_config('default_transaction_read_only', 'off', false)",
  "select set_config('session_authorization', 'admin', false)",
  "select set_config('role', 'admin', false)",
  "select set_config('statement_timeout', '0', false), set_config('transaction_read_only', 'off', true)",
  "set role admin",
  "set session authorization admin",
  "reset role",
  "insert into orders values (99) returning id",
  "update orders set name = 'x' returning id",
  "delete from orders returning id",
  "with gone as (delete from orders returning id) select * from gone",
  "with new as (insert into orders values (98) returning id) select * from new",
  "merge into orders using orders o on false when not matched then insert values (97)",
  "select * from orders for update",
  "truncate orders",
  "drop table orders",
  "create table escaped (id int)",
  "create temp table escaped as select 1",
  "select * into escaped from orders",
  "create function escaped() returns int language sql as 'select 1'",
  "explain analyze delete from orders",
  "explain (analyze) create table escaped as select 1",
  "do $$ begin delete from orders; end $$",
  "select drop_orders()",
  "select definer()",
  "select nextval('counter')",
  "select setval('counter', 999)",
  "select lo_create(4711)",
  "select lo_from_bytea(4711, 'x')",
  "select lo_import('/etc/passwd')",
  "select lo_export(4711, '/tmp/escaped')",
  "select pg_read_file('/etc/passwd')",
  "select pg_ls_dir('/')",
  "select * from pg_stat_file('/etc/passwd')",
  "copy orders to '/tmp/escaped'",
  "copy orders to program 'touch /tmp/escaped'",
  "copy orders from program 'echo 96'",
  "copy (select 1) to stdout",
  "copy orders from stdin",
  "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'admin'",
  "select pg_reload_conf()",
  "alter system set log_statement = 'none'",
  "alter role wellhead_reader superuser",
  "alter role wellhead_reader set default_transaction_read_only = off",
  "grant all on orders to public",
  "select dblink_exec('dbname=postgres', 'drop table orders')",
  "select * from pg_authid",
  "prepare escaped as delete from orders",
  "execute escaped",
  "listen escaped",
  "notify escaped",
  "load '/tmp/escaped.so'",
  "vacuum orders",
  "call definer()",
  "lock table orders in access exclusive mode",
  "declare escaped cursor with hold for select 1",
];

describe("known ways out of a read-only transaction", () => {
  it.each(escapes)("%s changes nothing", async (sql) => {
    const before = checksum();
    const answer = await service.post("/", { source: "query", account: service.account(), filter: { sql } });
    expect(
      answer.status === 400 || /set_config|setting|\[\]|session_authorization|\[\{/.test(answer.body),
    ).toBe(true);
    expect(answer.body).not.toContain("root:");
    expect(checksum()).toBe(before);
  });

  it("leave nothing for the next request", async () => {
    const sql =
      "select current_setting('transaction_read_only') as ro, current_setting('default_transaction_read_only') as later, current_user::text as who";
    for (const change of escapes.slice(5, 13)) {
      await service.post("/", { source: "query", account: service.account(), filter: { sql: change } });
      await expect(service.query(sql)).resolves.toEqual([{ ro: "on", later: "off", who: "wellhead_reader" }]);
    }
  });
});
