import { type MariadbServer, reader, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";

let server: MariadbServer;
let tables: Service;
let chosen: Service;

beforeAll(async () => {
  server = await startMariadb();
  server.admin(`
    set time_zone = '+00:00';
    create table orders (id int primary key, placed timestamp, total decimal(10, 1) comment 'With tax', city text, open bit(1), extra json);
    insert into orders select seq, timestamp '2024-01-01 00:00:00' + interval seq day, seq * 1.5, concat('City ', seq % 5), seq % 2 = 0, '{}' from seq_0_to_99;
    create database other; create table other.orders (id int); grant select on other.* to wellhead_reader@'%';
    create table hidden (secret text);`);
  const pinned = {
    host: "127.0.0.1",
    port: server.port,
    database: "shop",
    ...reader,
    tls: "off",
  } as const;
  tables = await serveMysql(server, { pinned: { ...pinned, tables: ["orders"] } });
  chosen = await serveMysql(server, { pinned });
});

afterAll(async () => {
  await tables.app.close();
  await chosen.app.close();
  await server.stop();
});

async function read(service: Service, source: string, filter: unknown, more = {}) {
  const answer = await service.post("/", { source, filter, ...more });
  return { status: answer.status, rows: JSON.parse(answer.body) as { id: number }[] };
}

it("offers each table as a source with a filter for every column, and asks for no account", async () => {
  const answer = await tables.app.fastify.inject({ method: "GET", url: "/" });
  const application = JSON.parse(answer.body) as {
    authentication: { id: string; fields?: unknown }[];
    sources: { id: string; filter: { id: string; type: string; title: string; description: string }[] }[];
  };
  expect(application.authentication).toMatchObject([{ id: "none" }]);
  expect(application.sources.map(({ id }) => id)).toEqual(["shop.orders"]);
  expect(application.sources[0]?.filter.map(({ id, type }) => `${id} ${type}`)).toEqual([
    "where.id range",
    "where.placed date",
    "where.total range",
    "where.city multidropdown",
    "where.open multidropdown",
    "where.extra multidropdown",
    "columns multidropdown",
    "isNull multidropdown",
    "isNotNull multidropdown",
    "orderBy list",
    "descending bool",
  ]);
  expect(application.sources[0]?.filter[2]?.description).toBe("With tax");
  expect(answer.body).not.toContain(reader.password);
  expect(answer.body).not.toContain("127.0.0.1");
});

it("reads the rows that meet all filters", async () => {
  const filter = {
    "where.placed": { _min: "2024-01-11", _max: "2024-01-30" },
    "where.total": { _max: 36 },
    "where.city": ["City 1", "City 2"],
    "where.id": { _min: 12, _max: 22 },
    orderBy: "id",
    columns: "id",
  };
  await expect(read(tables, "shop.orders", filter)).resolves.toEqual({
    status: 200,
    rows: [{ id: 12 }, { id: 16 }, { id: 17 }, { id: 21 }, { id: 22 }],
  });
  const page = await read(tables, "shop.orders", {}, { limit: 2, skip: 3 });
  expect(page.rows.map(({ id }) => id)).toEqual([3, 4]);
});

it("lists the values of a column", async () => {
  const answer = await tables.post("/datalist", { source: "shop.orders", field: "where.city" });
  expect((JSON.parse(answer.body) as { value: string }[]).map(({ value }) => value)).toEqual([
    "City 0",
    "City 1",
    "City 2",
    "City 3",
    "City 4",
  ]);
});

it("lets people choose a table, but write no query, when no table is named", async () => {
  await expect(
    read(chosen, "table", { schema: "shop", table: "orders" }, { limit: 1 }),
  ).resolves.toMatchObject({ status: 200 });
  await expect(read(chosen, "query", { sql: "select 1" })).resolves.toMatchObject({ status: 400 });
});

it("does not disclose accounts of others", async () => {
  const wrong = await serveMysql(server, {
    pinned: {
      host: "127.0.0.1",
      port: server.port,
      database: "shop",
      user: reader.user,
      password: "not-it",
      tls: "off",
    },
  });
  const answer = await wrong.post("/", { source: "table", filter: { schema: "shop", table: "orders" } });
  expect(answer.status).toBe(401);
  expect(JSON.parse(answer.body)).not.toHaveProperty("field");
  await wrong.app.close();
});

const keyed = ["numbers", "places", "hashes", "prices", "days"];

it("reads tables page by page after their key, with any type of key", async () => {
  server.admin(`
    create table numbers (id bigint unsigned primary key, updated_at timestamp null);
    insert into numbers select 18446744073709551600 + seq, timestamp '2026-05-01 06:00:00' from seq_1_to_8;
    create table places (place varchar(20) collate utf8mb4_general_ci, line int, primary key (place, line));
    insert into places select place, cast(seq as signed) - 3 from seq_1_to_4 join
      (select 'a' place union select 'B' union select 'ä2' union select '' union select 'it''s' union select '日本' union select 'z') p;
    create table hashes (id binary(8) primary key);
    insert into hashes select unhex(left(md5(seq), 16)) from seq_1_to_10;
    create table prices (price decimal(30, 9) primary key);
    insert into prices select cast(seq as signed) * -12345678901234567.000000001 from seq_1_to_10;
    create table days (day date, place char(3), primary key (day, place));
    insert into days select date '2026-01-01' + interval seq % 3 day, seq from seq_1_to_10;`);
  const pinned = {
    host: "127.0.0.1",
    port: server.port,
    database: "shop",
    ...reader,
    tls: "off",
    tables: keyed,
  } as const;
  const paged = await serveMysql(server, { pinned, pageRows: 3 });
  try {
    for (const table of keyed) {
      const ids: string[] = [];
      let pageCount = 0;
      for (let pagination: object | undefined = {}; pagination !== undefined; ) {
        const body = { requestedType: `shop.${table}`, account: {}, pagination };
        const answer = await paged.post("/api/v1/synchronizer/data", body);
        expect([answer.status, answer.body]).toEqual([200, expect.stringContaining("items")]);
        const page = JSON.parse(answer.body) as {
          items: { id: string }[];
          pagination: { nextPageConfig?: object };
        };
        ids.push(...page.items.map(({ id }) => id));
        pageCount += 1;
        pagination = page.pagination.nextPageConfig;
      }
      const whole = await paged.post("/", { source: `shop.${table}`, filter: {} });
      // Numbers become text, because some have more digits than a double.
      const exact = whole.body.replaceAll(/:(-?\d+(?:\.\d+)?)(?=[,}])/g, ':"$1"');
      const keys = (JSON.parse(exact) as Record<string, string>[]).map(({ updated_at: _at, ...key }) =>
        Object.values(key),
      );
      const wanted = keys.map((parts) => (parts.length === 1 ? (parts[0] ?? "") : JSON.stringify(parts)));
      expect(wanted.length).toBeGreaterThan(7);
      expect(new Set(ids)).toEqual(new Set(wanted));
      expect(ids).toHaveLength(wanted.length);
      expect(pageCount).toBe(Math.ceil(wanted.length / 3));
    }
  } finally {
    await paged.app.close();
  }
});

it("relates tables by their foreign keys, and finds changes by the column that the operator names", async () => {
  server.admin(`
    create table makers (country char(2), number int, name text, primary key (country, number), unique (number, country));
    insert into makers values ('de', 1, 'One'), ('fr', 2, 'Two');
    create table parts (id bigint unsigned primary key, country char(2), number int, parent bigint unsigned references parts (id), touched datetime(6),
      foreign key by_maker (number, country) references makers (number, country));
    insert into parts values (1, 'de', 1, null, '2026-05-01 06:00:00.000001'), (2, 'de', null, 1, null), (3, null, 2, 2, '2026-04-30 05:59:59.999999');
    set session sql_mode = ''; update parts set touched = '0000-00-00 00:00:00' where id = 2;
    insert into parts values (4, 'fr', 2, 1, null);`);
  const paged = await serveMysql(server, {
    pinned: {
      host: "127.0.0.1",
      port: server.port,
      database: "shop",
      ...reader,
      tls: "off",
      tables: ["makers", { name: "parts", changes: "touched", fullEvery: "36500 d" }],
    },
    pageRows: 1,
  });
  const post = async (path: string, body: object) => {
    const answer = await paged.post(`/api/v1/synchronizer/${path}`, { account: {}, ...body });
    expect([answer.status, answer.body]).toEqual([200, expect.any(String)]);
    return JSON.parse(answer.body) as Record<string, Record<string, unknown>>;
  };
  try {
    const { ["shop.parts"]: fields } = await post("schema", { types: ["shop.parts"] });
    expect(fields).toMatchObject({
      parent: { type: "text", relation: { targetType: "shop.parts", targetFieldId: "id" } },
      country_number: { type: "text", relation: { targetType: "shop.makers", targetFieldId: "id" } },
    });
    const readAll = async (request: object) => {
      const items: Record<string, unknown>[] = [];
      for (let pagination: unknown = {}; pagination !== undefined; ) {
        const page = await post("data", { ...request, pagination });
        items.push(...(page["items"] as unknown as Record<string, unknown>[]));
        pagination = page["pagination"]?.["nextPageConfig"];
      }
      return items;
    };
    const all = await readAll({ requestedType: "shop.parts" });
    expect(all.map(({ id, parent, country_number }) => [id, parent, country_number])).toEqual([
      ["1", null, '["de","1"]'],
      ["2", "1", null],
      ["3", "2", null],
      ["4", "1", '["fr","2"]'],
    ]);
    expect((await readAll({ requestedType: "shop.makers" })).map(({ id }) => id)).toEqual([
      '["de","1"]',
      '["fr","2"]',
    ]);
    // A column without time zone may hold local times, so a run begins a day earlier.
    const changed = await readAll({
      requestedType: "shop.parts",
      lastSynchronizedAt: "2026-05-01T06:00:00.000Z",
    });
    expect(changed.map(({ id }) => id)).toEqual(["1", "2", "4"]);
  } finally {
    await paged.app.close();
  }
});
