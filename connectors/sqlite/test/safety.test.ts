import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mainFile, runSql, type Service, serveSqlite } from "./serve-sqlite.js";

const outside = join(tmpdir(), `wellhead-outside-${process.pid}.db`);

let service: Service;
let hash: string;

beforeAll(async () => {
  service = await serveSqlite();
  service.run(
    mainFile,
    `create table orders (id integer primary key, placed datetime, amount real, name text);
    insert into orders select value, datetime('2024-01-01'), value, 'name ' || value from generate_series(1, 20);
    create virtual table words using fts5(word); insert into words values ('hello world');
    create view reading as select readfile('/etc/passwd') as r; create view listing as select * from fsdir('/etc');`,
  );
  runSql(outside, "create table secret (s); insert into secret values ('stolen')");
  await mkdir(join(service.folder, "inner"));
  await symlink(outside, join(service.folder, "link.db"));
  await writeFile(join(service.folder, ".hidden.db"), "");
  hash = await service.hash();
});

afterAll(() => service.close());

const escapes = [
  `attach '${outside}' as other`,
  "attach '/tmp/escaped.db' as other",
  "detach main",
  "select readfile('/etc/passwd')",
  "select writefile('/tmp/escaped', 'x')",
  "select edit('x', 'sh')",
  "select load_extension('/tmp/escaped.so')",
  "select load_extension('/tmp/escaped.so', 'init')",
  "select fts3_tokenizer('simple')",
  "select fts3_tokenizer('simple', x'4141414141414141')",
  "select * from fsdir('/etc')",
  "select * from sqlite_dbpage",
  "select * from dbstat",
  "select * from sqlite_stmt",
  "select sha3_query('select 1')",
  "select * from pragma_database_list",
  "select sqlite3mc_config('cipher')",
  "select lsmode(1)",
  "pragma query_only = off",
  "pragma writable_schema = on",
  "pragma journal_mode = wal",
  "pragma user_version = 7",
  "pragma temp_store_directory = '/tmp'",
  "pragma hard_heap_limit = 0",
  "explain pragma query_only = off",
  "/* a */ -- b\n pragma query_only = off",
  ";pragma query_only = off",
  "vacuum",
  "vacuum into '/tmp/escaped.db'",
  "insert into orders values (99, 0, 0, 'x')",
  "insert into orders values (99, 0, 0, 'x') returning id",
  "update orders set name = 'x' returning id",
  "delete from orders returning id",
  "with x as (select 1) delete from orders returning id",
  "with x as (select 1) insert into orders (name) select 1 from x returning id",
  "replace into orders (id) values (1) returning id",
  "create table escaped (a)",
  "create temp table escaped as select 1",
  "create temp view escaped as select 1",
  "create virtual table escaped using fts5(a)",
  "insert into words values ('x') returning 1",
  "drop table orders",
  "alter table orders rename to gone",
  "reindex",
  "analyze",
  "begin immediate",
  "commit",
  "rollback",
  "savepoint a",
  "select 1; drop table orders",
  "select 1) ; drop table orders; --",
  "select 1), evil as (select readfile('/etc/passwd')",
  "select * from reading",
  "select * from listing",
];

describe("known ways out", () => {
  it.each(escapes)("%s is refused", async (sql) => {
    const answer = await service.post("/", {
      source: "query",
      account: {},
      filter: { schema: mainFile, sql },
    });
    expect(answer.status, answer.body).toBe(400);
    expect(answer.body).toContain('"field":"sql"');
    expect(answer.body).not.toContain("root:");
    expect(await service.hash()).toBe(hash);
    expect((await readdir(tmpdir())).filter((name) => name.startsWith("escaped"))).toEqual([]);
  });

  it.each(["reading", "listing"])("a view named %s that uses one is refused", async (name) => {
    const answer = await service.post("/", {
      source: "table",
      account: {},
      filter: { schema: mainFile, table: name },
    });
    expect(answer.status, answer.body).toBe(400);
  });

  it("what only computes is allowed", async () => {
    const sql =
      "select count(*) as n, max(j.value) as m from words, json_each('[1,2]') j where words match 'hello'";
    await expect(service.query(sql)).resolves.toEqual([{ n: 2, m: 2 }]);
  });
});

/** Statements that would take more memory or time than there is. */
const bombs = [
  "select zeroblob(2147483648) as x",
  "select randomblob(2147483647) as x",
  "select printf('%.2147483647c', 'x') as x",
  "select group_concat(hex(zeroblob(1000000))) as x from generate_series(1, 10000)",
  "with recursive c(x) as (select 'a' union all select x || x from c) select max(length(x)) as x from c",
  "select count(*) as x from generate_series(1, 1000000000000)",
];

describe("what would take too much", () => {
  let bounded: Service;
  beforeAll(async () => {
    bounded = await serveSqlite({ silenceTimeout: 1000 });
    bounded.run(mainFile, "create table t (a); insert into t values (1)");
  });
  afterAll(() => bounded.close());

  it.each(bombs)("%s ends with a sentence, and others are served", async (sql) => {
    const answer = await bounded.post("/", {
      source: "query",
      account: {},
      filter: { schema: mainFile, sql },
    });
    expect([400, 502, 504], answer.body).toContain(answer.status);
    expect(answer.body).not.toContain('"code":"internal"');
    await expect(bounded.query("select a from t")).resolves.toEqual([{ a: 1 }]);
  });
});

describe("files outside the folder", () => {
  it.each([
    "../outside.db",
    `..${outside}`,
    outside,
    `file:${outside}`,
    `file:${outside}?mode=rwc`,
    "link.db",
    "inner/../../x.db",
    "./main.db",
    "inner/./../main.db",
    "main.db?mode=rwc",
    "main.db\0.db",
    ":memory:",
    "http://example.org/x.db",
    ".hidden.db",
    "inner",
    "",
    "main.db/",
    "..\\outside.db",
  ])("%j is not opened", async (schema) => {
    for (const [source, rest] of [
      ["query", { sql: "select * from secret" }],
      ["table", { table: "secret" }],
    ] as const) {
      const answer = await service.post("/", { source, account: {}, filter: { schema, ...rest } });
      expect(answer.status, answer.body).toBe(400);
      expect(answer.body).toContain('"field":"schema"');
    }
  });

  it("are not listed", async () => {
    const answer = await service.post("/datalist", { source: "table", field: "schema", account: {} });
    expect(JSON.parse(answer.body)).toMatchObject([{ value: mainFile }]);
  });
});
