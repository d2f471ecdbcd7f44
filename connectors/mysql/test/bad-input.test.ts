import { type MariadbServer, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";

let server: MariadbServer;
let service: Service;

beforeAll(async () => {
  server = await startMariadb();
  server.admin(`
    create table orders (id int primary key, name text);
    insert into orders values (1, 'a');
    create database kept;
    create table kept.hidden (secret text);
    create user powerful@'%' identified by 'p'; grant all on *.* to powerful@'%';
    create user filer@'%' identified by 'p'; grant file on *.* to filer@'%'; grant select on shop.* to filer@'%';
    create user boss@'%' identified by 'p'; grant super on *.* to boss@'%'; grant select on shop.* to boss@'%';
    create role files; grant file on *.* to files;
    create user roled@'%' identified by 'p'; grant select on shop.* to roled@'%'; grant files to roled@'%'; set default role files for roled@'%';
    create user giver@'%' identified by 'p'; grant select on *.* to giver@'%' with grant option;
    create user strict@'%' identified by 'p' require ssl; grant select on shop.* to strict@'%';
    create user elsewhere@'10.1.1.1' identified by 'p';
    create user keyed@'%' identified via mysql_old_password using '5d2e19393cc5ef67';`);
  service = await serveMysql(server, { silenceTimeout: 1000 });
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

interface Failure {
  readonly error: string;
  readonly code: string;
  readonly field?: string;
}

async function failure(path: string, body: unknown): Promise<Failure & { status: number }> {
  const answer = await service.post(path, body);
  return { ...(JSON.parse(answer.body) as Failure), status: answer.status };
}

const validate = (changes: Record<string, unknown>) =>
  failure("/validate", { id: "database", fields: service.account(changes) });
const run = (source: string, filter: unknown, path = "/") =>
  failure(path, { source, account: service.account(), filter });

describe("accounts", () => {
  it.each<[string, Record<string, unknown>, number, string, RegExp]>([
    ["unknown host", { host: "no-such-host.invalid" }, 503, "host", /address/],
    ["closed port", { port: 1 }, 503, "port", /nothing listens/],
    ["impossible port", { port: 70_000 }, 401, "port", /from 1 to 65535/],
    ["wrong password", { password: "not-it" }, 401, "password", /password is wrong/],
    ["no password", { password: "" }, 401, "password", /password is wrong/],
    ["unknown user", { user: "nobody" }, 401, "password", /user or the password/],
    ["user of another address", { user: "elsewhere", password: "p" }, 401, "password", /from here/],
    ["missing database", { database: "none" }, 401, "database", /the database does not exist/],
    [
      "database without rights",
      { database: "kept" },
      401,
      "database",
      /the database does not exist, or this user/,
    ],
    ["server without TLS", { tls: "verify" }, 401, "tls", /does not encrypt/],
    ["user of everything", { user: "powerful", password: "p" }, 401, "user", /ALL PRIVILEGES/],
    ["user with SUPER", { user: "boss", password: "p" }, 401, "user", /SUPER/],
    ["user that reads files", { user: "filer", password: "p" }, 401, "user", /FILE/],
    ["user whose role reads files", { user: "roled", password: "p" }, 401, "user", /FILE/],
    ["user that gives rights away", { user: "giver", password: "p" }, 401, "user", /SELECT ON/],
    ["user of a way of before 2004", { user: "keyed", password: "p" }, 401, "user", /sign/],
    ["user that must encrypt", { user: "strict", password: "p" }, 401, "password", /./],
    ["address inside", { host: "169.254.169.254" }, 400, "host", /./],
    ["socket folder as host", { host: "/var/run/mysqld/mysqld.sock" }, 400, "host", /./],
    ["connection string as host", { host: "mysql://127.0.0.1/x?flags=LOCAL_FILES" }, 400, "host", /./],
    ["NUL in the user", { user: "wellhead_reader\0x" }, 401, "user", /./],
  ])("explains %s", async (_, changes, status, field, sentence) => {
    const found = await validate(changes);
    expect(found).toMatchObject({ status, field });
    expect(found.error).toMatch(sentence);
    expect(found.error).not.toContain("ECONN");
  });

  it("lets powerful users in only when the operator says so", async () => {
    const open = await serveMysql(server, { allowPowerfulUsers: true });
    const fields = open.account({ user: "powerful", password: "p" });
    expect((await open.post("/validate", { id: "database", fields })).status).toBe(200);
    await open.app.close();
  });

  it("names the account without any part of the password", async () => {
    const answer = await service.post("/validate", { id: "database", fields: service.account() });
    expect((JSON.parse(answer.body) as { name: string }).name).toBe("wellhead_reader@127.0.0.1/shop");
  });
});

const orders = { schema: "shop", table: "orders" };

describe("tables and queries", () => {
  it.each<[string, string, unknown, string, RegExp]>([
    ["no rights", "table", { schema: "kept", table: "hidden" }, "table", /does not have permission to read/],
    ["dropped table", "table", { schema: "shop", table: "gone" }, "table", /does not exist/],
    [
      "dropped column",
      "table",
      { ...orders, columns: ["gone"] },
      "columns",
      /the column "gone" no longer exists/,
    ],
    ["dropped order", "table", { ...orders, orderBy: "gone" }, "orderBy", /no longer exists/],
    ["period without column", "table", { ...orders, period: "2024-01-01" }, "dateColumn", /Choose one/],
    [
      "period of text",
      "table",
      { ...orders, period: "2024-01-01", dateColumn: "name" },
      "dateColumn",
      /does not hold dates/,
    ],
    [
      "syntax error",
      "query",
      { sql: "select *\nform orders" },
      "sql",
      /SQL syntax.*'form orders' \(line 2, column 1\)\.$/,
    ],
    [
      "syntax error after a placeholder",
      "query",
      { sql: "select {{from}} form orders" },
      "sql",
      /\(line 1, column 22\)\.$/,
    ],
    [
      "syntax error at the end",
      "query",
      { sql: "select * from orders where" },
      "sql",
      /\(line 1, column 27\)\.$/,
    ],
    ["unknown table", "query", { sql: "select * from gone" }, "sql", /Table 'shop.gone' doesn't exist/],
    ["unknown database", "query", { sql: "select * from nowhere.gone" }, "sql", /nowhere/],
    ["unknown column", "query", { sql: "select nam from orders" }, "sql", /Unknown column 'nam'/],
    [
      "missing rights",
      "query",
      { sql: "select * from kept.hidden" },
      "sql",
      /does not have permission to read/,
    ],
    ["two statements", "query", { sql: "select 1; select 2" }, "sql", /syntax.*column 11\)\.$/],
    ["no reading", "query", { sql: "set @a = 1" }, "sql", /such as SELECT, got "set"/],
    ["no rows", "query", { sql: "select 1 into @a" }, "sql", /returns no rows/],
    ["nothing", "query", { sql: " ; " }, "sql", /it is empty/],
    ["unknown placeholder", "query", { sql: "select {{nothing}}" }, "sql", /\{\{nothing\}\}/],
    ["placeholder in quotes", "query", { sql: "select '{{from}}'" }, "sql", /inside quotes/],
    ["placeholder behind a backslash", "query", { sql: "select 'a\\' {{from}} '" }, "sql", /inside quotes/],
    ["question mark", "query", { sql: "select ?" }, "sql", /parameter "\?" has no value/],
    [
      "values that are no JSON",
      "query",
      { sql: "select 1", parameters: "{" },
      "parameters",
      /expected an object/,
    ],
    ["NUL character", "query", { sql: "select '\0'" }, "sql", /NUL/],
  ])("explains %s", async (_, source, filter, field, sentence) => {
    for (const path of ["/validate/filter", "/"]) {
      const found = await run(source, filter, path);
      expect(found).toMatchObject({ status: 400, field });
      expect(found.error).toMatch(sentence);
    }
  });

  it("stops a query that returns nothing", async () => {
    const found = await run("query", { sql: "select sleep(600)" });
    expect(found).toMatchObject({ status: 504, code: "upstream_timeout" });
    const active =
      "select count(*) from information_schema.processlist where user = 'wellhead_reader' and command <> 'Sleep'";
    await expect.poll(() => server.admin(active), { timeout: 60_000 }).toBe("0\n");
  });

  it("stops a query that takes longer than a stream may", async () => {
    const short = await serveMysql(server, { streamTimeout: 500 });
    const filter = { sql: "select sum(a.seq * b.seq) as n from seq_1_to_10000000 a, seq_1_to_10000000 b" };
    const answer = await short.post("/", { source: "query", account: short.account(), filter });
    expect(answer.status).toBe(504);
    expect(answer.body).toContain("took too long");
    await short.app.close();
  });
});
