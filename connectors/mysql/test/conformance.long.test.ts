import { testConformance } from "@wellhead/conformance/vitest";
import { startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll } from "vitest";
import { serveMysql } from "./serve-mysql.js";

const server = await startMariadb();
server.admin(
  "create table orders (id int primary key, placed timestamp, name varchar(40)) select seq as id, timestamp '2025-12-01 00:00:00' + interval seq * 5 hour as placed, if(seq <> 7, concat('order ', seq), null) as name from seq_1_to_500",
);
const service = await serveMysql(server);
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
        sql: "select if(seq < 5000, seq, (select seq from seq_1_to_2)) as value, repeat('x', 100) as text from seq_1_to_9000",
      },
    },
  },
);
