import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";
import { type PostgresServer, startPostgres } from "./start-postgres.js";

let server: PostgresServer;
let service: Service;
let url: URL;

beforeAll(async () => {
  server = await startPostgres();
  server.admin(`
    create table numbers as select i as id, 'row ' || i as name, i % 7 as rest from generate_series(1, 30000) i;
    alter table numbers add primary key (id);`);
  service = await servePostgres(server);
  url = new URL((await service.app.listen({ port: 0 })).url);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

/** How often a wrong password is tried; a nightly run asks for more through the environment. */
const wrongPasswords = Number(process.env["WELLHEAD_WRONG_PASSWORDS"] ?? 25);

const chosen = { schema: "public", table: "numbers" };

async function waitFor(condition: () => boolean, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await wait(20)) if (condition()) return true;
  return condition();
}

/** Begins a request for rows over a socket of its own, so that it can be left or not be read. */
async function begin(sql: string): Promise<ReturnType<typeof connect>> {
  const body = JSON.stringify({ source: "query", account: service.account(), filter: { sql } });
  const socket = connect(Number(url.port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  return socket;
}

it("gives all rows in every form", async () => {
  const rows = await service.rows("table", chosen);
  expect(rows).toHaveLength(30_000);
  expect(rows[41]).toEqual({ id: 42, name: "row 42", rest: 0 });
  const body = { source: "table", account: service.account(), filter: chosen };
  const lines = await service.post("/", body, { accept: "application/x-ndjson" });
  expect(
    lines.body
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(rows);
  const table = await service.post("/", body, { accept: "text/csv" });
  expect(table.body.split("\r\n")).toHaveLength(30_002);
  expect(table.body.startsWith("id,name,rest\r\n1,row 1,1\r\n")).toBe(true);
});

it("applies limit and skip of a table in the database, in the order of the key", async () => {
  const rows = await service.rows("table", chosen, { limit: 3, skip: 10 });
  expect(rows.map(({ id }) => id)).toEqual([11, 12, 13]);
  await expect(service.rows("table", chosen, { limit: 0 })).resolves.toEqual([]);
  await expect(service.rows("table", chosen, { skip: 29_999 })).resolves.toHaveLength(1);
});

it("applies limit and skip of a query to its rows", async () => {
  const sql = "select id from numbers order by id desc";
  const rows = await service.query(sql, { limit: 2, skip: 1 });
  expect(rows).toEqual([{ id: 29_999 }, { id: 29_998 }]);
  await expect(service.query(sql, { limit: 0 })).resolves.toEqual([]);
  await expect(service.query(sql, { skip: 40_000 })).resolves.toEqual([]);
});

it.each([
  "select id from numbers",
  "select id from (select id from numbers order by id) sorted",
  "select 'order by id' as text from numbers -- order by id",
])("refuses to skip rows of a query that does not sort them: %s", async (sql) => {
  const answer = await service.post("/", {
    source: "query",
    account: service.account(),
    filter: { sql },
    skip: 1,
  });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({ field: "sql", error: expect.stringContaining("ORDER BY") });
});

it("answers an empty array when no row fits", async () => {
  await expect(service.query("select 1 as one where false")).resolves.toEqual([]);
});

it("marks the end of a stream whose query fails on the way", async () => {
  const sql = "select 1 / (50000 - i) as value, repeat('x', 100) as text from generate_series(1, 100000) i";
  const answer = await service.post("/", { source: "query", account: service.account(), filter: { sql } });
  const rows = JSON.parse(answer.body) as Record<string, unknown>[];
  expect(rows.at(-1)).toHaveProperty("__streamError");
  expect(JSON.stringify(rows.at(-1))).toContain("division by zero");
});

it("marks the end of a stream whose server is killed, and works again when it is back", async () => {
  const socket = await begin("select generate_series(1, 3000000) as i, repeat('x', 1000) as text");
  let body = "";
  socket.on("data", (chunk: Buffer) => {
    body = (body + chunk.toString()).slice(-2000);
  });
  await once(socket, "data");
  await server.restart();
  await expect(waitFor(() => body.includes("__streamError"), 5000)).resolves.toBe(true);
  socket.destroy();
  await expect(service.query("select 1 as one")).resolves.toEqual([{ one: 1 }]);
});

it("refuses a wrong password after a right one, every time", {
  timeout: 30_000 + wrongPasswords * 200,
}, async () => {
  const right = await service.post("/validate", { id: "database", fields: service.account() });
  expect(right.status).toBe(200);
  const wrong = { fields: service.account({ password: "wrong" }), id: "database" };
  const list = { source: "table", field: "schema", account: wrong.fields };
  for (let count = 0; count < wrongPasswords; count += 1) {
    await service.post("/datalist", { ...list, account: service.account() });
    expect((await service.post("/validate", wrong)).status).toBe(401);
    expect((await service.post("/datalist", list)).status).toBe(401);
  }
});

it("says that the server has no room for another connection", async () => {
  server.admin("alter role wellhead_reader connection limit 0");
  const body = { source: "query", account: service.account(), filter: { sql: "select 1" } };
  const answer = await service.post("/", body);
  server.admin("alter role wellhead_reader connection limit 20");
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.body)).toMatchObject({ code: "upstream_unavailable", retryAfter: 5 });
});

it("does not wait for ever for a table that somebody has locked", async () => {
  const locked = server.adminAsync("begin; lock table numbers in access exclusive mode; select pg_sleep(30)");
  await expect
    .poll(() =>
      server.admin(
        "select count(*) from pg_locks where mode = 'AccessExclusiveLock' and relation = 'numbers'::regclass",
      ),
    )
    .toBe("1\n");
  const answer = await service.post("/", {
    source: "query",
    account: service.account(),
    filter: { sql: "select * from numbers" },
  });
  expect(answer.status).toBe(504);
  expect(answer.body).toContain("locked");
  locked.kill();
});
