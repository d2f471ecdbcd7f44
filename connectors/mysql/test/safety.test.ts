import { type MariadbServer, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";

let server: MariadbServer;
let service: Service;

beforeAll(async () => {
  server = await startMariadb();
  server.admin("create table orders (id int primary key); insert into orders values (1)");
  service = await serveMysql(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

it("does not show the statements of others through the form of a table", async () => {
  const filter = { schema: "information_schema", table: "PROCESSLIST" };
  const answer = await service.post("/", { source: "table", account: service.account(), filter });
  expect(answer.status).toBe(400);
  expect(answer.body).not.toContain("select");
});

it.each([
  "show tables",
  "show full columns from orders like 'id'",
  "show create table orders",
  "show /* some */ session variables like 'time_zone'",
  "describe orders",
  "explain select * from orders",
  "explain format=json select * from orders",
  "select 'processlist', \"processlist\" as `list` -- processlist",
])("allows %s", async (sql) => {
  await expect(service.query(sql)).resolves.not.toHaveLength(0);
});

it("waits for no lock longer than it may", async () => {
  const holder = server.adminAsync("select get_lock('escaped', 0), sleep(300)");
  const other = await serveMysql(server, { silenceTimeout: 1000 });
  await expect
    .poll(() => server.admin("select is_used_lock('escaped') is not null"), { timeout: 60_000 })
    .toBe("1\n");
  const filter = { sql: "select get_lock('escaped', 600) as got" };
  const answer = await other.post("/", { source: "query", account: service.account(), filter });
  expect(answer.status).toBe(504);
  const waiting = "select count(*) from information_schema.processlist where state = 'User lock'";
  await expect.poll(() => server.admin(waiting), { timeout: 60_000 }).toBe("0\n");
  holder.kill();
  await other.app.close();
});
