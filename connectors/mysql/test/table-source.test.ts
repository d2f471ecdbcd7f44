import { type MariadbServer, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";

let server: MariadbServer;
let service: Service;

beforeAll(async () => {
  server = await startMariadb();
  server.admin(`
    create database \`odd \`\`schema\`;
    grant select on \`odd \`\`schema\`.* to wellhead_reader@'%';
    create database kept; create table kept.secret (id int);
    set time_zone = '+00:00';
    create table orders (
      id int primary key, placed timestamp(3) null, day date, noted datetime(6), total decimal(10,2), amount int unsigned,
      weight double, city varchar(40), state enum('Open', 'Closed') comment 'Where it is', token uuid, flags bit(2)
    ) comment 'All of them';
    insert into orders select seq, timestamp '2024-01-01 00:00:00' + interval seq * 6 hour, date '2024-01-01' + interval floor(seq / 4) day,
      timestamp '2024-01-01 00:00:00' + interval seq * 6 hour, seq * 1.5, seq, seq / 4, concat('City ', seq % 600), if(seq % 2 = 0, 'Open', null),
      '7e57d004-2b97-0e7a-b45f-5387367791cd', b'10' from seq_0_to_999;
    create view recent as select * from orders where id > 990;
    create database part; create table part.partly (shown int, kept text); create table part.hidden (secret text);
    grant select (shown) on part.partly to wellhead_reader@'%';
    grant insert on part.hidden to wellhead_reader@'%';
    insert into part.partly values (7, 'x');`);
  service = await serveMysql(server);
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

const orders = { schema: "shop", table: "orders" };
const ids = async (filter: object) =>
  (await service.rows("table", { ...orders, ...filter })).map(({ id }) => id);

it("lists schemas, tables, columns and values that may be read", async () => {
  await expect(options("schema")).resolves.toEqual(["odd `schema", "part", "shop"]);
  await expect(options("table", { schema: "shop" })).resolves.toEqual(["orders", "recent"]);
  await expect(options("table", { schema: "part" })).resolves.toEqual(["partly"]);
  await expect(options("columns", { schema: "part", table: "partly" })).resolves.toEqual(["shown"]);
  await expect(options("dateColumn", orders)).resolves.toEqual(["placed", "day", "noted"]);
  await expect(options("numberColumn", orders)).resolves.toEqual([
    "id",
    "total",
    "amount",
    "weight",
    "flags",
  ]);
  await expect(options("values", { ...orders, valueColumn: "state" })).resolves.toEqual(["Open"]);
  await expect(options("values", { ...orders, valueColumn: "token" })).resolves.toEqual([
    "7e57d004-2b97-0e7a-b45f-5387367791cd",
  ]);
  const cities = await options("values", { ...orders, valueColumn: "city" });
  expect(cities).toHaveLength(501);
});

it("describes the columns from the catalogue", async () => {
  const answer = await service.post("/schema", {
    source: "table",
    account: service.account(),
    filter: orders,
  });
  const columns = JSON.parse(answer.body) as Record<string, { type: string; description: string }>;
  expect(Object.values(columns).map(({ type }) => type)).toEqual([
    "id",
    "date",
    "date",
    "date",
    "number",
    "number",
    "number",
    "text",
    "text",
    "text",
    "number",
  ]);
  expect(columns["state"]?.description).toBe("Where it is");
});

it("reads the columns it may of a table", async () => {
  await expect(service.rows("table", { schema: "part", table: "partly" })).resolves.toEqual([{ shown: 7 }]);
});

it("chooses columns, order and rows", async () => {
  await expect(service.rows("table", { ...orders, columns: ["city", "id"] }, { limit: 1 })).resolves.toEqual([
    { city: "City 0", id: 0 },
  ]);
  const amounts = { numberColumn: "amount", numberRange: { _min: 995.5, _max: 998 } };
  await expect(ids({ orderBy: "amount", descending: true, ...amounts })).resolves.toEqual([998, 997, 996]);
  await expect(ids({ numberColumn: "total", numberRange: { _max: 3 } })).resolves.toEqual([0, 1, 2]);
  await expect(ids({ numberColumn: "weight", numberRange: { _min: 249.6, _max: 1e300 } })).resolves.toEqual([
    999,
  ]);
  await expect(ids({ valueColumn: "city", values: ["City 599", "City 5"], orderBy: "id" })).resolves.toEqual([
    5, 599, 605,
  ]);
  await expect(ids({ valueColumn: "id", values: "7,9", orderBy: "id" })).resolves.toEqual([7, 9]);
  await expect(
    ids({ valueColumn: "placed", values: ["2024-01-01 06:00:00.000"], orderBy: "id" }),
  ).resolves.toEqual([1]);
  const twelve = {
    textColumn: "city",
    textContains: "TY 12",
    numberColumn: "id",
    numberRange: { _max: 122 },
  };
  await expect(ids({ ...twelve, orderBy: "id" })).resolves.toEqual([12, 120, 121, 122]);
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
    sql: "select {{who}} as who, cast({{from}} as datetime) as since, count(*) as n from orders where placed between {{from}} and {{to}} and json_contains({{ids}}, cast(id as char));",
    period: { _min: "2024-01-01", _max: "2024-01-02" },
    parameters: JSON.stringify({ who: "'; drop table orders; --", ids: [1, 2, 3, 900] }),
  };
  await expect(service.rows("query", filter)).resolves.toEqual([
    { who: "'; drop table orders; --", since: "2024-01-01T00:00:00", n: 3 },
  ]);
});
