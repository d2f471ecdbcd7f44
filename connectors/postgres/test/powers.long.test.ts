import { readFileSync } from "node:fs";
import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

/**
 * Roles with powers beyond reading tables. Each has the SQL that grants the power (`@` is the role) and the name in the
 * error.
 */
const powerful: ReadonlyArray<readonly [name: string, sql: string, power: string]> = [
  ["super", "alter role @ superuser", "superuser"],
  ["creates_roles", "alter role @ createrole", "createrole"],
  ["replicates", "alter role @ replication", "replication"],
  ["bypasses", "alter role @ bypassrls", "bypassrls"],
  ["inherits", "grant boss to @", "superuser"],
  ["becomes", "alter role @ noinherit; grant boss to @", "superuser"],
  ["becomes_later", "alter role @ noinherit; grant middle to @", "superuser"],
  [
    "starts_as",
    "alter role @ noinherit; grant boss to @; alter role @ set role = wellhead_reader",
    "superuser",
  ],
  ["member_replicates", "alter role @ noinherit; grant replicator to @", "replication"],
  ["signals", "grant pg_signal_backend to @", "pg_signal_backend"],
  ["reads_files", "grant pg_read_server_files to @", "pg_read_server_files"],
  ["writes_files", "alter role @ noinherit; grant pg_write_server_files to @", "pg_write_server_files"],
  ["runs_programs", "grant pg_execute_server_program to @", "pg_execute_server_program"],
  ["monitors", "grant pg_monitor to @", "pg_monitor"],
  ["reads_statements", "grant pg_read_all_stats to @", "pg_read_all_stats"],
  ["checkpoints", "grant pg_checkpoint to @", "pg_checkpoint"],
  ["reads_all", "grant pg_read_all_data to @", "pg_read_all_data"],
  ["reads_one_file", "grant execute on function pg_read_file(text) to @", "pg_read_file()"],
  ["lists_folders", "alter role @ noinherit; grant lister to @", "pg_ls_dir()"],
  ["reads_passwords", "grant select on pg_authid to @", "pg_authid"],
  ["reads_password", "grant select (rolpassword) on pg_authid to @", "pg_authid"],
];
const plain: ReadonlyArray<readonly [name: string, sql: string]> = [
  ["reads", "select"],
  ["writes", "grant pg_write_all_data to @"],
  ["member", "grant wellhead_reader to @"],
  ["creates_databases", "alter role @ createdb"],
];

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres();
  server.admin(`
    create table orders (id int primary key); insert into orders values (1);
    create table guarded (id int); alter table guarded enable row level security;
    create role boss superuser; create role middle noinherit; grant boss to middle;
    create role replicator replication;
    create role lister; grant execute on function pg_ls_dir(text) to lister`);
  for (const [name, sql] of [...powerful, ...plain]) {
    server.admin(
      `create role ${name} login password 'p'; grant connect on database postgres to ${name}; ${sql.replaceAll("@", name)}`,
    );
  }
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

async function signIn(user: string, asked = service): Promise<{ status: number; body: string }> {
  return asked.post("/validate", { id: "database", fields: asked.account({ user, password: "p" }) });
}

async function query(user: string, sql: string, asked = service): Promise<{ status: number; body: string }> {
  const account = asked.account({ user, password: "p" });
  return asked.post("/", { source: "query", account, filter: { sql } });
}

describe("a role that can do more than read tables", () => {
  it.each(powerful)("is refused: %s", async (user, _, power) => {
    const { status, body } = await signIn(user);
    expect({ status, ...(JSON.parse(body) as object) }).toMatchObject({ status: 401, field: "user" });
    expect(body).toContain(`(${power})`);
    expect((await query(user, "select 1")).status).toBe(401);
  });

  it("reads no file of the server by becoming another inside a query", async () => {
    const escape =
      "select set_config('role', 'boss', false) as role, (select pg_read_file('PG_VERSION') where current_user is not null) as text";
    const { status, body } = await query("becomes", escape);
    expect(status).toBe(401);
    expect(body).not.toContain('"text"');
  });

  it("is accepted when the operator names the power, and no other is", async () => {
    const open = await servePostgres(server, { allowPowerfulRoles: ["pg_read_all_data"] });
    expect((await signIn("reads_all", open)).status).toBe(200);
    expect((await signIn("signals", open)).status).toBe(401);
    await open.app.close();
    const all = await servePostgres(server, { allowPowerfulRoles: true });
    expect((await signIn("becomes", all)).status).toBe(200);
    await all.app.close();
  });
});

it("refuses everybody while everybody may read the server's files", async () => {
  server.admin("grant execute on function pg_read_binary_file(text) to public");
  expect((await signIn("reads")).body).toContain("(pg_read_binary_file())");
  server.admin(
    "revoke execute on function pg_read_binary_file(text) from public; grant select on pg_shadow to public",
  );
  expect((await signIn("reads")).body).toContain("(pg_shadow)");
  server.admin("revoke select on pg_shadow from public");
});

it("sees no statement of another caller, and ends none, once the documented functions are revoked", async () => {
  const spy = "select query from pg_stat_activity where query like '%overheard%' and pid <> pg_backend_pid()";
  const other = server.adminAsync("set role wellhead_reader; select 'overheard', pg_sleep(60)");
  await expect
    .poll(() => server.admin("select count(*) from pg_stat_activity where query like '%overheard%'"))
    .toBe("2\n");
  server.admin(`
    revoke execute on function pg_stat_get_activity(integer), pg_stat_get_backend_activity(integer),
      pg_cancel_backend(integer), pg_terminate_backend(integer, bigint) from public;
    grant execute on function pg_stat_get_activity(integer) to pg_monitor;`);
  for (const sql of [
    spy,
    "select pg_stat_get_backend_activity(id) from pg_stat_get_backend_idset() id",
    "select pg_cancel_backend(pid) from generate_series(1, 10) pid",
    "select pg_terminate_backend(pid) from generate_series(1, 10) pid",
    `select query_to_xml('${spy.replaceAll("'", "''")}', true, true, '')`,
  ]) {
    const answer = await service.post("/", { source: "query", account: service.account(), filter: { sql } });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toContain("pg_sleep");
  }
  other.kill();
});

describe("a role that a read-only transaction bounds", () => {
  it.each(plain)("is accepted: %s", async (user) => {
    expect((await signIn(user)).status).toBe(200);
  });

  it("may bypass row security where no table has any", async () => {
    server.admin("alter table guarded disable row level security");
    expect((await signIn("bypasses")).status).toBe(200);
    server.admin("alter table guarded enable row level security");
  });
});

it("the role of the documentation is made by its statements, and reads", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [create = "", hide = ""] = Array.from(
    readme.matchAll(/```sql\n([\s\S]*?)```/g),
    ([, sql = ""]) => sql,
  );
  expect(create).toContain("create role");
  expect(hide).toContain("pg_stat_get_activity");
  server.admin("create database shop");
  server.admin(`create table orders (id int); insert into orders values (7)`, "shop");
  server.admin(create.replaceAll("wellhead_reader", "documented").replace("…", "p4ss"), "shop");
  server.admin(hide, "shop");
  server.admin("create table later (id int)", "shop");
  const account = service.account({ database: "shop", user: "documented", password: "p4ss" });
  const read = async (sql: string) =>
    (await service.post("/", { source: "query", account, filter: { sql } })).body;
  expect(JSON.parse(await read("select id, (select count(*) from later) as later from orders"))).toEqual([
    { id: 7, later: 0 },
  ]);
  expect(await read("select count(*) from pg_stat_activity")).toMatch(
    /permission denied for .*Ask for the permission/,
  );
});
