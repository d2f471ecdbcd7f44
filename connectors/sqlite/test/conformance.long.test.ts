import { testConformance } from "@wellhead/conformance/vitest";
import { afterAll } from "vitest";
import { mainFile, serveSqlite } from "./serve-sqlite.js";

const service = await serveSqlite();
service.run(
  mainFile,
  `create table orders (id integer primary key, placed datetime, name text);
  insert into orders select value, datetime('2025-12-01', (value * 5) || ' hours'), case when value <> 7 then 'order ' || value end from generate_series(1, 500);`,
);

afterAll(() => service.close());

testConformance(
  async () => {
    const { url } = await service.app.listen({ port: 0 });
    return { url, close: () => service.app.close() };
  },
  {
    profile: "all",
    account: {},
    source: "table",
    filter: { schema: mainFile, table: "orders", dateColumn: "placed" },
    failing: {
      source: "query",
      filter: {
        schema: mainFile,
        sql: "select json(iif(value = 5000, '{', '1')) as value, replicate('x', 100) as text from generate_series(1, 9000)",
      },
    },
  },
);
