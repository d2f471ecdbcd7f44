import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outside } from "./role-limits.js";
import { mainFile, runSql, type Service, serveSqlite } from "./serve-sqlite.js";

let service: Service;

beforeAll(async () => {
  service = await serveSqlite();
  service.run(
    mainFile,
    `create table orders (id integer primary key, placed datetime, amount real, name text);
    insert into orders select value, datetime('2024-01-01'), value, 'name ' || value from generate_series(1, 20);
    create virtual table words using fts5(word); insert into words values ('hello world');
    create view reading as select readfile('/etc/passwd') as r; create view listing as select * from fsdir('/etc');`,
  );
  // An ended process may have had the same id.
  await rm(outside, { force: true });
  runSql(outside, "create table secret (s); insert into secret values ('stolen')");
  await mkdir(join(service.folder, "inner"));
  await symlink(outside, join(service.folder, "link.db"));
  await writeFile(join(service.folder, ".hidden.db"), "");
});

afterAll(async () => {
  await service.close();
  await rm(outside, { force: true });
});

it.each(["reading", "listing"])(
  "refuses the view %s, which calls a function that is not allowed",
  async (name) => {
    const answer = await service.post("/", {
      source: "table",
      account: {},
      filter: { schema: mainFile, table: name },
    });
    expect(answer.status, answer.body).toBe(400);
  },
);

it("allows what only computes", async () => {
  const sql =
    "select count(*) as n, max(j.value) as m from words, json_each('[1,2]') j where words match 'hello'";
  await expect(service.query(sql)).resolves.toEqual([{ n: 2, m: 2 }]);
});

/** Statements that would exceed the memory or time limit. */
const bombs = [
  "select zeroblob(2147483648) as x",
  "select count(*) as x from generate_series(1, 1000000000000)",
  ...(isLong
    ? [
        "select group_concat(hex(zeroblob(1000000))) as x from generate_series(1, 10000)",
        "select randomblob(2147483647) as x",
        "select printf('%.2147483647c', 'x') as x",
        "with recursive c(x) as (select 'a' union all select x || x from c) select max(length(x)) as x from c",
      ]
    : []),
];

describe("what would take too much", () => {
  let bounded: Service;
  beforeAll(async () => {
    bounded = await serveSqlite({ silenceTimeout: 1000, questionTimeout: 2000 });
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
    // On a slow machine, a new engine may take longer to start than this service waits.
    const others = () => bounded.query("select a from t").catch(String);
    await expect.poll(others).toEqual([{ a: 1 }]);
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
