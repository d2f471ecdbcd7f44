import { testConformance } from "@wellhead/conformance/vitest";
import { afterAll } from "vitest";
import { serveTrino } from "./serve-trino.js";
import { StandIn } from "./stand-in.js";

const server = await StandIn.start();
server.passwords.set("ada", "s3cret-enough");
await server.run(
  "create table main.orders as select i as id, timestamp '2025-12-01' + to_hours((i * 5)::int) as placed, case when i <> 7 then 'order ' || i end as name from range(1, 501) t(i)",
);
const service = await serveTrino(server);

afterAll(() => server.close());

testConformance(
  async () => {
    const { url } = await service.app.listen({ port: 0 });
    return { url, close: () => service.app.close() };
  },
  {
    profile: "all",
    account: service.account({ password: "s3cret-enough" }),
    source: "table",
    filter: { schema: "main", table: "orders", dateColumn: "placed" },
    failing: {
      source: "query",
      filter: {
        sql: "select case when i = 15000 then error('it broke') else i end as value, repeat('x', 100) as text from range(20000) t(i)",
      },
    },
  },
);
