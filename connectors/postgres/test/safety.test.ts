import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres();
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

it.each([
  "select 'a;b' as x -- ; drop table orders",
  "select $$a;b$$ as x /* ; drop table orders */",
  "select $tag$ $$ ; drop table orders $tag$ as x",
  "/* nested /* ; */ */ select 1 as x",
  "select pg_sleep(0) is null as x",
])("allows %s, which only reads", async (sql) => {
  await expect(service.query(sql)).resolves.toHaveLength(1);
});

it("keeps no lock once the request has ended, and reports nothing", async () => {
  await service.query("select pg_advisory_lock(4711) is null as x, pg_try_advisory_lock_shared(4712) as y");
  const held = "select count(*) from pg_locks where locktype = 'advisory'";
  await expect.poll(() => server.admin(held)).toBe("0\n");
  const listening = "listen escaped; select pg_sleep(0)";
  expect(server.admin(listening)).not.toContain("escaped");
});
