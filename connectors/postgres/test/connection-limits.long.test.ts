import { type PostgresServer, reader, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
  const tables = ["a", "b", "c", "d", "e", "f"].map(
    (name) =>
      `create table ${name} (id int primary key, word text); insert into ${name} values (1, '${name}')`,
  );
  server.admin(tables.join("; "));
});
afterAll(() => server.stop());

/** How many rows of sources are requested at once. Each needs a connection of its own. */
describe.each([1, 2, 5])("a role that may have %d connections", (limit) => {
  let service: Service;
  beforeAll(async () => {
    server.admin(`alter role ${reader.user} connection limit ${limit}`);
    const pinned = {
      host: "127.0.0.1",
      port: server.port,
      database: "postgres",
      ...reader,
      tls: "off",
    } as const;
    // Their columns are read four at once.
    service = await servePostgres(server, {
      queries: true,
      pinned: { ...pinned, tables: ["a", "b", "c", "d", "e", "f"] },
    });
  });
  afterAll(() => service.app.close());

  const account = { auth: "none" };
  const rows = (source: string, filter = {}) => service.post("/postgres/", { source, account, filter });

  it("reads rows after lists, lists after rows, and both again", async () => {
    for (let round = 0; round < 3; round += 1) {
      const listed = await service.post("/postgres/datalist?source=public.a&field=where.word", account);
      expect([listed.status, listed.body]).toEqual([200, expect.stringContaining('"a"')]);
      expect(await rows("public.b")).toMatchObject({ status: 200, body: '[{"id":1,"word":"b"}]' });
      expect(await rows("query", { sql: "select 1 as one" })).toMatchObject({
        status: 200,
        body: '[{"one":1}]',
      });
      const validated = await service.post("/postgres/validate", { id: "none", fields: account });
      expect(validated.status).toBe(200);
    }
  });

  it("answers several lists at once", async () => {
    const lists = ["a", "b", "c", "d", "e", "f"].map((name) =>
      service.post(`/postgres/datalist?source=public.${name}&field=where.word`, account),
    );
    for (const { status, body } of await Promise.all(lists))
      expect([status, body]).toEqual([200, expect.any(String)]);
  });

  it("says to try again when its connections are those of others", async () => {
    // No idle session of this service can be closed instead.
    const held = Array.from({ length: limit }, () => rows("query", { sql: "select pg_sleep(60)" }));
    const sleeping = "from pg_stat_activity where query = 'select pg_sleep(60)'";
    await expect
      .poll(() => Number(server.admin(`select count(*) ${sleeping}`)), { timeout: 30_000 })
      .toBe(limit);
    const refused = await rows("public.a");
    expect([refused.status, refused.body]).toEqual([
      503,
      expect.stringContaining("maximum number of connections"),
    ]);
    server.admin(`select pg_terminate_backend(pid) ${sleeping}`);
    await Promise.all(held);
  });
});
