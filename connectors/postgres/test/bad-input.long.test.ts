import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres();
  server.admin(`
    create table orders (id int primary key, name text);
    insert into orders values (1, 'a');
    create table hidden (secret text);
    revoke all on hidden from wellhead_reader;
    create role powerful superuser login password 'p';
    create role program login password 'p';
    grant pg_execute_server_program to program;
    grant connect on database postgres to program;`);
  service = await servePostgres(server, { silenceTimeout: 1000 });
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
    ["missing database", { database: "none" }, 401, "database", /the database does not exist/],
    ["server without TLS", { tls: "verify" }, 401, "tls", /does not encrypt/],
    ["superuser", { user: "powerful", password: "p" }, 401, "user", /superuser/],
    ["role that runs programs", { user: "program", password: "p" }, 401, "user", /pg_execute_server_program/],
    ["address inside", { host: "169.254.169.254" }, 400, "host", /./],
    ["socket folder as host", { host: "/var/run/postgresql" }, 400, "host", /./],
    ["connection string as host", { host: "postgres://127.0.0.1/x?host=/tmp" }, 400, "host", /./],
    [
      "connection string as database",
      { database: "postgres://admin@127.0.0.1/postgres?options=-c%20x" },
      401,
      "database",
      /the database does not exist/,
    ],
    [
      "options as user",
      { user: "wellhead_reader options='-c default_transaction_read_only=off'" },
      401,
      "password",
      /wrong/,
    ],
  ])("explains %s", async (_, changes, status, field, sentence) => {
    const found = await validate(changes);
    expect(found).toMatchObject({ status, field });
    expect(found.error).toMatch(sentence);
    expect(found.error).not.toContain("ECONN");
  });

  it("names the account without any part of the password", async () => {
    const answer = await service.post("/validate", { id: "database", fields: service.account() });
    expect((JSON.parse(answer.body) as { name: string }).name).toBe("wellhead_reader@127.0.0.1/postgres");
  });
});

describe("tables and queries", () => {
  it.each<[string, string, unknown, number, string, RegExp]>([
    [
      "no rights",
      "table",
      { schema: "public", table: "hidden" },
      400,
      "table",
      /does not have permission to read/,
    ],
    ["dropped table", "table", { schema: "public", table: "gone" }, 400, "table", /no longer exists/],
    [
      "dropped column",
      "table",
      { schema: "public", table: "orders", columns: ["gone"] },
      400,
      "columns",
      /the column "gone" no longer exists/,
    ],
    [
      "dropped order",
      "table",
      { schema: "public", table: "orders", orderBy: "gone" },
      400,
      "orderBy",
      /no longer exists/,
    ],
    [
      "period without column",
      "table",
      { schema: "public", table: "orders", period: "2024-01-01" },
      400,
      "dateColumn",
      /Choose one/,
    ],
    [
      "period of text",
      "table",
      { schema: "public", table: "orders", period: "2024-01-01", dateColumn: "name" },
      400,
      "dateColumn",
      /does not hold dates/,
    ],
    [
      "syntax error",
      "query",
      { sql: "select *\nform orders" },
      400,
      "sql",
      /syntax error at or near "form" \(line 2, column 1\)|\(line 2/,
    ],
    [
      "syntax error after a placeholder",
      "query",
      { sql: "select {{from}}, form orders" },
      400,
      "sql",
      /\(line 1, column 18\)/,
    ],
    [
      "unknown table",
      "query",
      { sql: "select * from gone" },
      400,
      "sql",
      /relation "gone" does not exist \(line 1, column 15\)/,
    ],
    [
      "unknown column",
      "query",
      { sql: "select nam from orders" },
      400,
      "sql",
      /Perhaps|column "nam" does not exist/,
    ],
    ["two statements", "query", { sql: "select 1; select 2" }, 400, "sql", /several statements. Write one/],
    ["no rows", "query", { sql: "set work_mem = '1GB'" }, 400, "sql", /returns no rows/],
    ["nothing", "query", { sql: " ; " }, 400, "sql", /it is empty/],
    ["unknown placeholder", "query", { sql: "select {{nothing}}" }, 400, "sql", /\{\{nothing\}\}/],
    ["placeholder in quotes", "query", { sql: "select '{{from}}'" }, 400, "sql", /inside quotes/],
    [
      "values that are no JSON",
      "query",
      { sql: "select 1", parameters: "{" },
      400,
      "parameters",
      /expected an object/,
    ],
    ["NUL character", "query", { sql: "select '\0'" }, 400, "sql", /NUL/],
  ])("explains %s", async (_, source, filter, status, field, sentence) => {
    for (const path of ["/validate/filter", "/"]) {
      const found = await run(source, filter, path);
      expect(found).toMatchObject({ status, field });
      expect(found.error).toMatch(sentence);
    }
  });

  it("explains missing rights once a query runs", async () => {
    const found = await run("query", { sql: "select * from hidden" });
    expect(found).toMatchObject({ status: 400, field: "sql" });
    expect(found.error).toMatch(/does not have permission to read/);
  });

  it("stops a query that returns nothing", async () => {
    const found = await run("query", { sql: "select pg_sleep(600)" });
    expect(found).toMatchObject({ status: 504, code: "upstream_timeout" });
    const active =
      "select count(*) from pg_stat_activity where usename = 'wellhead_reader' and state = 'active'";
    await expect.poll(() => server.admin(active), { timeout: 60_000 }).toBe("0\n");
  });
});

describe("a server that is none", () => {
  const rogues: Record<string, (data: Buffer) => Buffer> = {
    "speaks HTTP": () => Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"),
    "hangs up": () => Buffer.alloc(0),
    "claims a huge message": () => Buffer.from([0x52, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
    "claims a negative length": () => Buffer.from([0x52, 0xff, 0xff, 0xff, 0xff]),
    "asks for the password in clear text": () => Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]),
    "asks for an unknown sign-in": () => Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 7]),
    "offers no known mechanism": () => Buffer.from([0x52, 0, 0, 0, 11, 0, 0, 0, 10, 0x58, 0, 0]),
    "sends a short message": () => Buffer.from([0x52, 0, 0, 0, 5, 0]),
    "sends notices for ever": () =>
      Buffer.concat(Array.from({ length: 50_000 }, () => Buffer.from([0x4e, 0, 0, 0, 5, 0]))),
    "sends endless messages": () =>
      Buffer.concat(Array.from({ length: 50_000 }, () => Buffer.from([0x43, 0, 0, 0, 5, 0]))),
  };

  it.each(Object.entries(rogues))("that %s ends in a typed error", async (_, answer) => {
    const rogue: Server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.on("data", (data) => {
        socket.end(answer(data));
      });
    }).listen(0, "127.0.0.1");
    await once(rogue, "listening");
    const address = rogue.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const found = await validate({ port });
    expect([401, 502, 503]).toContain(found.status);
    rogue.close();
  });

  it("that returns endless rows for catalogue queries is disconnected", async () => {
    const signedIn = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
    const rows = Buffer.concat(
      Array.from({ length: 5000 }, () => Buffer.from([0x44, 0, 0, 0, 11, 0, 1, 0, 0, 0, 1, 0x78])),
    );
    const rogue = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      let greeted = false;
      const flood = () => {
        while (!socket.destroyed && socket.write(rows));
      };
      socket.on("data", () => {
        if (!greeted) socket.write(signedIn);
        else {
          socket.on("drain", flood);
          flood();
        }
        greeted = true;
      });
    }).listen(0, "127.0.0.1");
    await once(rogue, "listening");
    const address = rogue.address();
    const found = await validate({
      port: typeof address === "object" && address !== null ? address.port : 0,
    });
    expect(found).toMatchObject({ status: 502, code: "upstream_invalid" });
    rogue.close();
  });
});
