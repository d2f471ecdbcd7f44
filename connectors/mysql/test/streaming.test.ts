import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";
import { type MariadbServer, startMariadb } from "./start-mariadb.js";

/** How often a wrong password is tried after a right one; a nightly run asks for more through the environment. */
const tries = Number(process.env["WELLHEAD_WRONG_PASSWORDS"] ?? 25);

let server: MariadbServer;
let service: Service;
let url: URL;

beforeAll(async () => {
  server = await startMariadb();
  server.admin(`
    create table numbers (id int primary key, name varchar(20), rest int);
    insert into numbers select seq, concat('row ', seq), seq % 7 from seq_1_to_30000;`);
  service = await serveMysql(server);
  url = new URL((await service.app.listen({ port: 0 })).url);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

const chosen = { schema: "shop", table: "numbers" };
const endless = "select seq as i, repeat('x', 1000) as text from seq_1_to_100000000";

async function waitFor(condition: () => boolean, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await wait(20)) if (condition()) return true;
  return condition();
}

/** Threads of the reader that do something. */
function backends(): number {
  return Number(
    server.admin(
      "select count(*) from information_schema.processlist where user = 'wellhead_reader' and command <> 'Sleep'",
    ),
  );
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

it("applies limit and skip of a query to its rows, whatever limit it has itself", async () => {
  const sql = "select id from numbers order by id desc";
  const page = [{ id: 29_999 }, { id: 29_998 }];
  await expect(service.query(sql, { limit: 2, skip: 1 })).resolves.toEqual(page);
  await expect(service.query(`${sql} limit 20000`, { limit: 2, skip: 1 })).resolves.toEqual(page);
  await expect(service.query(`${sql} limit 2`, { limit: 9, skip: 1 })).resolves.toEqual([{ id: 29_999 }]);
  await expect(service.query(sql, { limit: 0 })).resolves.toEqual([]);
  await expect(service.query(sql, { skip: 40_000 })).resolves.toEqual([]);
  await expect(waitFor(() => backends() === 0, 2000)).resolves.toBe(true);
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
  await expect(service.query("select 1 as one from numbers where false")).resolves.toEqual([]);
});

it("marks the end of a stream whose query fails on the way", async () => {
  const sql =
    "select if(seq < 50000, seq, (select seq from seq_1_to_2)) as value, repeat('x', 100) as text from seq_1_to_100000";
  const answer = await service.post("/", { source: "query", account: service.account(), filter: { sql } });
  const rows = JSON.parse(answer.body) as Record<string, unknown>[];
  expect(rows.length).toBeGreaterThan(1000);
  expect(rows.at(-1)).toHaveProperty("__streamError");
  expect(JSON.stringify(rows.at(-1))).toContain("Subquery returns more than 1 row");
});

it("marks the end of a stream whose server is killed, and works again when it is back", async () => {
  const socket = await begin(endless);
  let body = "";
  socket.on("data", (chunk: Buffer) => {
    body = (body + chunk.toString()).slice(-2000);
  });
  await once(socket, "data");
  await server.restart();
  await expect(waitFor(() => body.includes("__streamError"), 5000)).resolves.toBe(true);
  socket.destroy();
  await expect(service.query("select 1 as one")).resolves.toEqual([{ one: 1 }]);
  await expect(service.rows("table", chosen, { limit: 1 })).resolves.toHaveLength(1);
});

it("marks the end of a stream whose connection the server's operator kills", async () => {
  const socket = await begin(endless);
  let body = "";
  socket.on("data", (chunk: Buffer) => {
    body = (body + chunk.toString()).slice(-2000);
  });
  await once(socket, "data");
  server.admin("kill user wellhead_reader");
  await expect(waitFor(() => body.includes("__streamError"), 5000)).resolves.toBe(true);
  socket.destroy();
});

it("refuses a wrong password after a right one, every time", {
  timeout: 20_000 + tries * 100,
}, async () => {
  const right = await service.post("/validate", { id: "database", fields: service.account() });
  expect(right.status).toBe(200);
  const wrong = { fields: service.account({ password: "wrong" }), id: "database" };
  const list = { source: "table", field: "schema", account: wrong.fields };
  for (let count = 0; count < tries; count += 1) {
    expect((await service.post("/datalist", { ...list, account: service.account() })).status).toBe(200);
    expect((await service.post("/validate", wrong)).status).toBe(401);
    expect((await service.post("/datalist", list)).status).toBe(401);
    const rows = { source: "table", account: wrong.fields, filter: chosen };
    expect((await service.post("/", rows)).status).toBe(401);
  }
});

it("says that the server has no room for another connection", async () => {
  const other = await serveMysql(server);
  server.admin("alter user wellhead_reader@'%' with max_user_connections 1");
  server.admin("kill user wellhead_reader");
  const held = await begin("select sleep(20)");
  await expect(waitFor(() => backends() === 1, 5000)).resolves.toBe(true);
  const body = { source: "query", account: service.account(), filter: { sql: "select 1" } };
  const answer = await other.post("/", body);
  held.destroy();
  server.admin("alter user wellhead_reader@'%' with max_user_connections 20");
  server.admin("kill user wellhead_reader");
  await other.app.close();
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.body)).toMatchObject({ code: "upstream_unavailable", retryAfter: 5 });
});

it("does not wait for ever for a table that somebody has locked", async () => {
  const locked = server.adminAsync("lock table numbers write; select sleep(30)");
  await expect
    .poll(() =>
      server.admin(
        "select count(*) from information_schema.processlist where info like '%sleep(30)%' and user = 'root' and state = 'User sleep'",
      ),
    )
    .toBe("1\n");
  const body = { source: "query", account: service.account(), filter: { sql: "select * from numbers" } };
  const answer = await service.post("/", body);
  locked.kill();
  expect(answer.body).toContain("locked");
  expect(answer.status).toBe(504);
});
