import { afterAll, expect, it } from "vitest";
import { serveTrino } from "./serve-trino.js";
import { StandIn } from "./stand-in.js";

const server = await StandIn.start();
const service = await serveTrino(server);
await server.run("create schema sales");
await server.run(`create table sales.orders as select
  i::bigint as id, 9007199254740990 + i as big, i % 2 = 0 as even, (i / 4)::double as ratio,
  cast(i * 1.25 as decimal(20,2)) as price, 'Customer ' || i || case when i = 3 then ' O''Brien; drop table x --' else '' end as name,
  date '2024-01-01' + i::int as day, timestamp '2024-01-01 23:59:59.999999' + to_days(i::int) as at,
  timestamptz '2024-01-01 12:00:00+00' + to_days(i::int) as moment, case when i = 5 then null else i::int end as gap
  from range(10) t(i)`);

afterAll(async () => {
  await service.app.close();
  server.close();
});

const chosen = { schema: "sales", table: "orders", columns: ["id"] };
async function ids(filter: object, more: object = {}): Promise<readonly unknown[]> {
  const rows = await service.rows("table", { ...chosen, ...filter }, more);
  const found = rows.map(({ id }) => Number(id));
  found.sort((one, other) => one - other);
  return found;
}

it("lists schemas, tables, columns and values", async () => {
  const list = async (field: string, dependsOn: object) => {
    const account = service.account();
    const { body } = await service.post("/datalist", { source: "table", field, account, dependsOn });
    return (JSON.parse(body) as { value: string }[]).map(({ value }) => value);
  };
  expect(await list("schema", {})).toContain("sales");
  expect(await list("table", { schema: "sales" })).toEqual(["orders"]);
  expect(await list("columns", { schema: "sales", table: "orders" })).toContain("moment");
  expect(await list("values", { schema: "sales", table: "orders", valueColumn: "even" })).toEqual([
    "false",
    "true",
  ]);
});

it("returns whole rows with every digit", async () => {
  const [row] = await service.rows("table", { ...chosen, columns: [], valueColumn: "id", values: ["2"] });
  expect(row).toEqual({
    id: 2,
    big: 9007199254740992,
    even: true,
    ratio: 0.5,
    price: 2.5,
    name: "Customer 2",
    day: "2024-01-03",
    at: "2024-01-03T23:59:59.999999",
    moment: "2024-01-03T12:00:00Z",
    gap: 2,
  });
  const body = {
    source: "table",
    account: service.account(),
    filter: { ...chosen, columns: ["big", "price"], valueColumn: "id", values: ["3"] },
  };
  expect((await service.post("/", body)).body).toBe('[{"big":9007199254740993,"price":3.75}]');
  expect((await service.post("/", body, { accept: "text/csv" })).body).toBe(
    "big,price\r\n9007199254740993,3.75\r\n",
  );
});

it.each([
  [{ dateColumn: "day", period: { _min: "2024-01-03", _max: "2024-01-04" } }, [2, 3]],
  [{ dateColumn: "at", period: { _min: "2024-01-03", _max: "2024-01-04" } }, [2, 3]],
  [{ dateColumn: "moment", period: { _min: "2024-01-03T12:00:00Z", _max: "2024-01-04T11:59:59Z" } }, [2]],
  [{ numberColumn: "id", numberRange: { _min: 6.5, _max: 8 } }, [7, 8]],
  [{ numberColumn: "price", numberRange: { _min: "2.49", _max: "3.75" } }, [2, 3]],
  [{ numberColumn: "ratio", numberRange: { _max: 0.25 } }, [0, 1]],
  [{ numberColumn: "big", numberRange: { _min: "9007199254740998" } }, [8, 9]],
  [{ numberColumn: "id", numberRange: { _min: `1${"0".repeat(45)}` } }, []],
  [{ valueColumn: "name", values: ["Customer 3 O'Brien; drop table x --", "Customer 4"] }, [3, 4]],
  [{ valueColumn: "even", values: ["true"] }, [0, 2, 4, 6, 8]],
  [{ valueColumn: "price", values: ["1.25", "99"] }, [1]],
  [{ textColumn: "name", textContains: "o'brien" }, [3]],
  [{ isNull: ["gap"] }, [5]],
])("has the server evaluate %j", async (filter, expected) => {
  const before = server.statements.length;
  expect(await ids(filter)).toEqual(expected);
  expect(server.statements.slice(before).at(-1)).toContain(" where ");
});

it("reads pages in one order, and only their rows", async () => {
  const filter = { orderBy: "price", descending: true };
  const pages = [
    await ids(filter, { limit: 4 }),
    await ids(filter, { limit: 4, skip: 4 }),
    await ids(filter, { skip: 8 }),
  ];
  expect(pages).toEqual([
    [6, 7, 8, 9],
    [2, 3, 4, 5],
    [0, 1],
  ]);
  expect(server.statements.at(-1)).toMatch(/ offset 8$/);
});

it("makes sources of pinned tables without a request", async () => {
  const pinned = { server: server.url, catalog: "memory", schema: "sales", user: "ada", tables: ["orders"] };
  const own = await serveTrino(server, { pinned });
  const answer = await own.post("/", {
    source: "sales.orders",
    account: {},
    filter: { "where.id": { _min: 8 }, columns: ["id"] },
  });
  expect(JSON.parse(answer.body)).toEqual([{ id: 8 }, { id: 9 }]);
  await own.app.close();
});
