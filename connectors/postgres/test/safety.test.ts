import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";
import { type PostgresServer, startPostgres } from "./start-postgres.js";
import { checksum } from "./watch-postgres.js";

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres();
  server.admin(`
    create table orders (id int primary key, placed timestamptz, amount numeric, name text);
    insert into orders select i, now(), i, 'name ' || i from generate_series(1, 20) i;
    create function public.drop_orders() returns int language plpgsql as $$ begin drop table orders; return 1; end $$;
    create function public.definer() returns int language plpgsql security definer as $$ begin delete from orders; return 1; end $$;
    create sequence counter;
    create view files as select pg_read_file('/etc/passwd') as text;
    create materialized view kept as select 1 as one;
    grant select on files, kept to wellhead_reader;
    grant usage on sequence counter to wellhead_reader;`);
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
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
  "select pg_notify('escaped', 'x') is null as n",
  "unlisten *",
  "select lo_get(4711)",
  "select lo_put(4711, 0, 'x')",
  "select lo_unlink(4711)",
  "select loread(lo_open(4711, 131072), 1)",
  "select * from pg_largeobject",
  "select * from files",
  "select pg_read_binary_file('/etc/passwd')",
  "select set_config('role', 'pg_read_server_files', true), pg_read_file('/etc/passwd')",
  "select set_config('transaction_read_only', 'off', true), drop_orders()",
  "select set_config('transaction_read_only', 'off', true), (select definer())",
  "select query_to_xml('delete from orders returning id', true, true, '')",
  "select query_to_xml('select pg_read_file(''/etc/passwd'')', true, true, '')",
  "select * from ts_stat('delete from orders returning ''a''::tsvector')",
  "select pg_create_logical_replication_slot('escaped', 'pgoutput')",
  "select pg_switch_wal()",
  "select pg_backup_start('escaped')",
  "select pg_stat_reset()",
  "select pg_rotate_logfile()",
  "refresh materialized view kept",
  "explain analyze refresh materialized view kept",
  "explain analyze execute escaped",
  "explain (analyze) declare escaped cursor for select 1",
  "fetch all from escaped",
  "discard all",
  "deallocate all",
  "savepoint escaped",
  "prepare transaction 'escaped'",
  "reindex table orders",
  "cluster orders",
  "comment on table orders is 'escaped'",
  "security label on table orders is 'escaped'",
  "create rule escaped as on select to orders do instead select 1",
  "import foreign schema public from server escaped into public",
  "/* select */ delete from orders",
  "-- select\n delete from orders returning id",
  "select 1 /* ; */ ; delete from orders",
  "select $$a$$; delete from orders",
  "select $a$ $$ $a$; drop table orders",
  "select U&'\\0027'; drop table orders",
  "select E'\\''; drop table orders; --'",
  "load '/tmp/escaped.so'",
  "vacuum orders",
  "call definer()",
  "lock table orders in access exclusive mode",
  "declare escaped cursor with hold for select 1",
];

describe("known ways out of a read-only transaction", () => {
  it.each(escapes)("%s changes nothing", async (sql) => {
    const before = checksum(server);
    const answer = await service.post("/", { source: "query", account: service.account(), filter: { sql } });
    expect(
      answer.status === 400 || /set_config|setting|\[\]|session_authorization|\[\{/.test(answer.body),
    ).toBe(true);
    expect(answer.body).not.toContain("root:");
    expect(checksum(server)).toBe(before);
  });

  it.each([
    "select 'a;b' as x -- ; drop table orders",
    "select $$a;b$$ as x /* ; drop table orders */",
    "select $tag$ $$ ; drop table orders $tag$ as x",
    "/* nested /* ; */ */ select 1 as x",
    "select pg_sleep(0) is null as x",
  ])("leave %s allowed, which only reads", async (sql) => {
    await expect(service.query(sql)).resolves.toHaveLength(1);
  });

  it("keep no lock and tell nobody once the request has ended", async () => {
    await service.query("select pg_advisory_lock(4711) is null as x, pg_try_advisory_lock_shared(4712) as y");
    const held = "select count(*) from pg_locks where locktype = 'advisory'";
    await expect.poll(() => server.admin(held), { timeout: 10_000 }).toBe("0\n");
    const listening = "listen escaped; select pg_sleep(0)";
    expect(server.admin(listening)).not.toContain("escaped");
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
