import { copyFile, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mainFile, type Service, serveSqlite } from "./serve-sqlite.js";

let service: Service;
/** A service with a timeout of one second. The other service has long timeouts for slow machines. */
let hurried: Service;

beforeAll(async () => {
  const memoryLimit = 32 * 2 ** 20;
  service = await serveSqlite({ memoryLimit });
  hurried = await serveSqlite({ memoryLimit, questionTimeout: 1000, silenceTimeout: 1000 });
  hurried.run(mainFile, "create table t (id integer)");
  service.run(
    mainFile,
    `create table t (id integer primary key, v text);
    insert into t select value, replicate('x', 200) from generate_series(1, 60000);
    create table huge (id integer primary key, b); insert into huge values (1, 'small'), (2, zeroblob(1000000)), (3, zeroblob(40000000));
    create table gone (a); create view over as select a from gone; drop table gone;`,
  );
});

afterAll(async () => {
  await service.close();
  await hurried.close();
});

const ask = (filter: object, source = "query", path = "/") =>
  service.post(path, { source, account: {}, filter: { schema: mainFile, ...filter } });

const askHurried = (sql: string) =>
  hurried.post("/", { source: "query", account: {}, filter: { schema: mainFile, sql } });

/** Error messages that people read, and the field of each. */
const sentences: readonly (readonly [sql: string, message: string])[] = [
  [";", "Could not read the query: it is empty. Write a SELECT."],
  ["selec 1", "Could not run the query: it does not begin with SELECT, WITH or VALUES"],
  ["select id\nfrom t whre id = 1", 'Could not run the query: near "id": syntax error (line 2, column 13)'],
  ["select (1", "Could not run the query: incomplete input (line 1, column 10)"],
  ["select id, nope from t", "Could not run the query: no such column: nope (line 1, column 12)"],
  ["select * from nope", "Could not run the query: no such table: nope (line 1, column 15)"],
  ["select nope(1)", "Could not run the query: no such function: nope (line 1, column 8)"],
  ["select 'é😀' as a, from t", 'Could not run the query: near "from": syntax error (line 1, column 19)'],
  ["select json('{')", "Could not run the query: malformed JSON"],
  ["select {{a}}", "Could not read the query: there is no value named {{a}}"],
];

describe("a query that cannot run", () => {
  it.each(sentences.map(([sql, message]) => ({ sql, message })))(
    "$sql is refused in words",
    async ({ sql, message }) => {
      // All paths compile a statement by the same code. The function fails only when it runs.
      const paths = sql.includes("json(") ? [] : ["/schema", "/validate/filter"];
      for (const path of ["/", ...paths]) {
        const answer = await ask({ sql }, "query", path);
        expect(answer.status, answer.body).toBe(400);
        expect(JSON.parse(answer.body)).toMatchObject({
          message: expect.stringContaining(message) as string,
          field: "sql",
        });
      }
    },
  );

  it("is ended when it runs away", async () => {
    const sql = "with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) as n from c";
    expect(await askHurried(sql)).toMatchObject({
      body: expect.stringContaining("it took too long. Narrow the query") as string,
    });
  });

  it("may not take all memory", async () => {
    const answer = await ask({ sql: "select length(replicate('x', 900000000)) as n" });
    expect(answer.body).toMatch(/needs more memory than the limit allows|too big/);
    const recursive =
      "with recursive c(x) as (select hex(zeroblob(1000000)) union select x || 'y' from c) select max(length(x)) as n from c";
    expect((await askHurried(recursive)).status).toBeGreaterThanOrEqual(400);
  });
});

describe("a file", () => {
  const table = (file: string) =>
    service.post("/", { source: "table", account: {}, filter: { schema: file, table: "t" } });
  const place = (file: string) => join(service.folder, file);

  it.each([
    [
      "lost.db",
      undefined,
      'the database file \\"lost.db\\": it no longer exists in the folder. Choose another',
    ],
    ["noise.db", Buffer.alloc(8192, 0x5a), "it is encrypted, or not an SQLite database. Choose another"],
    ["empty.db", Buffer.alloc(0), 'Could not read the table \\"t\\": it no longer exists. Choose another'],
  ])("%s is refused in words", async (file, content, message) => {
    if (content !== undefined) await writeFile(place(file), content);
    const answer = await table(file);
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining(message) as string });
  });

  it("that is damaged ends with an error or a marked end", async () => {
    const bytes = await readFile(place(mainFile));
    bytes.fill(0x07, 200_000, 400_000);
    await writeFile(place("damaged.db"), bytes);
    const answer = await table("damaged.db");
    expect(answer.body).toContain("it is damaged");
    await copyFile(place(mainFile), place("short.db"));
    await truncate(place("short.db"), 300_000);
    expect((await table("short.db")).body).toContain("it is damaged");
  });

  it("that a writer has locked is busy, and free again for both", async () => {
    const writer = new Database(place(mainFile));
    writer.exec("begin exclusive; insert into t (v) values ('new')");
    const answer = await table(mainFile);
    expect(answer.body).toContain("another program is writing to it and has locked it. Try again later");
    writer.exec("rollback");
    expect((await table(mainFile)).status).toBe(200);
    await expect.poll(() => tryWrite(writer), { timeout: 60_000 }).toBe("written");
    writer.close();
  });

  it("with a write-ahead log shows what is committed and keeps no writer waiting", async () => {
    const writer = new Database(place("wal.db"));
    writer.exec(
      "pragma journal_mode = wal; create table t (id integer primary key, v text); insert into t values (1, 'a')",
    );
    writer.exec("begin immediate; insert into t values (2, 'b')");
    expect(JSON.parse((await table("wal.db")).body)).toEqual([{ id: 1, v: "a" }]);
    writer.exec("commit");
    expect(JSON.parse((await table("wal.db")).body)).toHaveLength(2);
    writer.close();
    expect(JSON.parse((await table("wal.db")).body)).toHaveLength(2);
  });

  it("that is replaced is the new one", async () => {
    service.run("old.db", "create table t (id integer primary key, v text); insert into t values (1, 'old')");
    service.run("new.db", "create table t (id integer primary key, v text); insert into t values (1, 'new')");
    expect((await table("old.db")).body).toContain("old");
    await rename(place("new.db"), place("old.db"));
    expect((await table("old.db")).body).toContain("new");
    await rm(place("old.db"));
    expect((await table("old.db")).status).toBe(400);
  });

  it("whose rows are huge returns those that fit, then a marked end", async () => {
    const body = { source: "table", account: {}, filter: { schema: mainFile, table: "huge" } };
    const two = await service.post("/", { ...body, limit: 2 });
    expect(JSON.parse(two.body)).toMatchObject([
      { b: "small" },
      { b: Buffer.alloc(1_000_000).toString("base64") },
    ]);
    expect((await service.post("/", body)).body).toContain("it needs more memory than the limit allows");
  });

  it("whose view reads a dropped table says so", async () => {
    const answer = await ask({ table: "over" }, "table");
    expect(answer.status, answer.body).toBe(400);
    expect(answer.body).toContain('"field":"table"');
  });

  it("with a NUL in a value of the form is refused", async () => {
    const answer = await ask({ table: "t", textColumn: "v", textContains: "a\0b" }, "table");
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining("NUL") as string });
  });
});

function tryWrite(writer: InstanceType<typeof Database>): string {
  try {
    writer.exec("insert into t (v) values ('later')");
    return "written";
  } catch (error) {
    return String(error);
  }
}
