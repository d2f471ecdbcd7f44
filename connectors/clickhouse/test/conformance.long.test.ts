import { testConformance } from "@wellhead/conformance/vitest";
import { afterAll } from "vitest";
import { serveClickhouse } from "./serve-clickhouse.js";
import { reader, startClickhouse } from "./start-clickhouse.js";

const server = await startClickhouse();
// A statement fails among its rows only when they are in several blocks.
server.admin(`alter user ${reader.user} settings max_block_size = 1000`);
server.admin(
  `create table orders (id UInt32, placed DateTime, name Nullable(String)) engine = MergeTree order by id;
   insert into orders select number + 1, toDateTime('2025-12-01 00:00:00') + number * 18000, if(number = 7, null, concat('order ', toString(number))) from numbers(500)`,
);
const service = await serveClickhouse(server);
// Start both worker threads before anything is timed.
await Promise.all([1, 2, 3, 4].map(() => service.query("select 1 as one")));

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
    filter: { schema: "shop", table: "orders", dateColumn: "placed" },
    failing: {
      source: "query",
      filter: {
        sql: `select number, throwIf(number = 6000) as failed, '${"x".repeat(100)}' as text from numbers(9000)`,
      },
    },
  },
);
