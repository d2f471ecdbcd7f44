import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres();
  server.admin(`
    create schema "odd ""schema""";
    grant usage on schema "odd ""schema""" to wellhead_reader;
    create table orders (
      id int primary key, placed timestamptz, day date, noted timestamp, total numeric, amount int, city text, state text
    );
    insert into orders select i, '2024-01-01 00:00:00+00'::timestamptz + i * interval '6 hours', date '2024-01-01' + i / 4,
      timestamp '2024-01-01' + i * interval '6 hours', i * 1.5, i, 'City ' || i % 600, case when i % 2 = 0 then 'Open' end
      from generate_series(0, 999) i;
    create view recent as select * from orders where id > 990;
    create table hidden (secret text);
    revoke all on hidden from wellhead_reader;
    create table partly (shown int, kept text);
    revoke all on partly from wellhead_reader;
    grant select (shown) on partly to wellhead_reader;`);
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

async function options(field: string, dependsOn: Record<string, string> = {}): Promise<readonly string[]> {
  const answer = await service.post("/datalist", {
    source: "table",
    field,
    account: service.account(),
    dependsOn,
  });
  expect(answer.status).toBe(200);
  return (JSON.parse(answer.body) as { value: string }[]).map(({ value }) => value);
}

const orders = { schema: "public", table: "orders" };
const ids = async (filter: object) =>
  (await service.rows("table", { ...orders, ...filter })).map(({ id }) => id);

it("lists schemas, tables, columns and values that may be read", async () => {
  await expect(options("schema")).resolves.toEqual(['odd "schema"', "public"]);
  await expect(options("table", { schema: "public" })).resolves.toEqual(["orders", "partly", "recent"]);
  await expect(options("columns", { schema: "public", table: "partly" })).resolves.toEqual(["shown"]);
  await expect(options("dateColumn", orders)).resolves.toEqual(["placed", "day", "noted"]);
  await expect(options("numberColumn", orders)).resolves.toEqual(["id", "total", "amount"]);
  await expect(options("values", { ...orders, valueColumn: "state" })).resolves.toEqual(["Open"]);
  const cities = await options("values", { ...orders, valueColumn: "city" });
  expect(cities).toHaveLength(501);
});

it("describes the columns from the catalogue", async () => {
  const answer = await service.post("/schema", {
    source: "table",
    account: service.account(),
    filter: orders,
  });
  const columns = JSON.parse(answer.body) as Record<string, { type: string }>;
  expect(Object.values(columns).map(({ type }) => type)).toEqual([
    "id",
    "date",
    "date",
    "date",
    "number",
    "number",
    "text",
    "text",
  ]);
});

it("chooses columns, order and rows", async () => {
  await expect(service.rows("table", { ...orders, columns: ["city", "id"] }, { limit: 1 })).resolves.toEqual([
    { city: "City 0", id: 0 },
  ]);
  await expect(
    ids({
      orderBy: "amount",
      descending: true,
      numberColumn: "amount",
      numberRange: { _min: 995.5, _max: 998 },
    }),
  ).resolves.toEqual([998, 997, 996]);
  await expect(ids({ numberColumn: "total", numberRange: { _max: 3 } })).resolves.toEqual([0, 1, 2]);
  await expect(ids({ valueColumn: "city", values: ["City 599", "City 5"], orderBy: "id" })).resolves.toEqual([
    5, 599, 605,
  ]);
  await expect(ids({ valueColumn: "id", values: "7,9", orderBy: "id" })).resolves.toEqual([7, 9]);
  await expect(
    ids({
      textColumn: "city",
      textContains: "TY 12",
      numberColumn: "id",
      numberRange: { _max: 122 },
      orderBy: "id",
    }),
  ).resolves.toEqual([12, 120, 121, 122]);
  await expect(ids({ textColumn: "city", textContains: "%" })).resolves.toEqual([]);
});

it.each(["placed", "day", "noted"])("reads a period of whole days of %s", async (dateColumn) => {
  await expect(ids({ dateColumn, period: "2024-01-02", orderBy: "id" })).resolves.toEqual([4, 5, 6, 7]);
  await expect(
    ids({ dateColumn, period: { _min: "2024-01-02", _max: "2024-01-03" }, orderBy: "id" }),
  ).resolves.toHaveLength(8);
  await expect(ids({ dateColumn, period: { _max: "2024-01-01" }, orderBy: "id" })).resolves.toEqual([
    0, 1, 2, 3,
  ]);
});

it("binds the values of a query by name", async () => {
  const filter = {
    sql: "select {{who}} as who, {{from}}::timestamptz as since, count(*) from orders where placed between {{from}}::timestamptz and {{to}}::timestamptz and id = any ({{ids}}::int[]);",
    period: { _min: "2024-01-01", _max: "2024-01-02" },
    parameters: JSON.stringify({ who: "'; drop table orders; --", ids: [1, 2, 3, 900] }),
  };
  await expect(service.rows("query", filter)).resolves.toEqual([
    { who: "'; drop table orders; --", since: "2024-01-01T00:00:00Z", count: 3 },
  ]);
});
