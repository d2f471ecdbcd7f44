import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";
import { type Pgbouncer, startPgbouncer } from "./start-pgbouncer.js";

let server: PostgresServer;
let pgbouncer: Pgbouncer;
let service: Service;
let url: string;

beforeAll(async () => {
  server = await startPostgres({ settings: ["log_statement=all", "log_min_messages=notice"] });
  pgbouncer = await startPgbouncer(server);
  service = await servePostgres(pgbouncer);
  ({ url } = await service.app.listen({ port: 0 }));
});

afterAll(async () => {
  await service.app.close();
  await pgbouncer.stop();
  await server.stop();
});

/** Requests rows and disconnects after the first bytes. */
async function leave(sql: string): Promise<void> {
  const caller = new AbortController();
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ source: "query", account: service.account(), filter: { sql } }),
    signal: caller.signal,
  });
  await answer.body?.getReader().read();
  caller.abort();
}

const endless = "select generate_series(1, 100000000) as i, repeat('x', 1000) as text";

describe("behind PgBouncer in transaction mode", () => {
  it("tables and queries are read whole", async () => {
    await expect(service.query("select count(*)::int as n from generate_series(1, 5)")).resolves.toEqual([
      { n: 5 },
    ]);
    const rows = await service.query("select i, repeat('x', 1000) as text from generate_series(1, 5000) i");
    expect(rows).toHaveLength(5000);
  });

  it("a caller who leaves after the last row cancels nothing", async () => {
    const from = server.log().length;
    for (let round = 0; round < 3; round += 1) await leave("select generate_series(1, 3) as i");
    await expect(service.query("select 1 as one")).resolves.toEqual([{ one: 1 }]);
    expect(server.log().slice(from)).not.toContain("canceling");
  });

  it("a caller who leaves ends the own query and no other", async () => {
    for (let round = 0; round < 3; round += 1) {
      const next = "select pg_sleep(0.05) is null as slept, generate_series(1, 3) as i";
      await leave(endless);
      const answers = await Promise.all([service.query(next), service.query(next), leave(endless)]);
      expect(answers[0]).toHaveLength(3);
      expect(answers[1]).toHaveLength(3);
    }
    const running =
      "select count(*) from pg_stat_activity where usename = 'wellhead_reader' and state = 'active'";
    await expect.poll(() => server.admin(running), { timeout: 60_000 }).toBe("0\n");
  });
});
