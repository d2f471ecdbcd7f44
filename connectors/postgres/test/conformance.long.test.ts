import { testConformance } from "@wellhead/conformance/vitest";
import { startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll } from "vitest";
import { servePostgres } from "./serve-postgres.js";

const server = await startPostgres();
server.admin(
  "create table orders as select i as id, timestamptz '2025-12-01' + i * interval '5 hours' as placed, case when i <> 7 then 'order ' || i end as name from generate_series(1, 500) i",
);
const service = await servePostgres(server);

afterAll(() => server.stop());

testConformance(
  async () => {
    const { url } = await service.app.listen({ port: 0 });
    return { url, close: () => service.app.close() };
  },
  {
    profile: "all",
    account: service.account(),
    source: "table",
    filter: { schema: "public", table: "orders", dateColumn: "placed" },
    failing: {
      source: "query",
      filter: {
        sql: "select 1 / (5000 - i) as value, repeat('x', 100) as text from generate_series(1, 9000) i",
      },
    },
  },
);
