import { type PostgresServer, reader, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

let server: PostgresServer;
let tables: Service;
let chosen: Service;

beforeAll(async () => {
  server = await startPostgres();
  server.admin(`
    create table orders (id int primary key, placed timestamptz, total numeric, city text, open boolean, extra jsonb);
    comment on column orders.total is 'With tax';
    insert into orders select i, '2024-01-01 00:00:00+00'::timestamptz + i * interval '1 day', i * 1.5, 'City ' || i % 5, i % 2 = 0, '{}'
      from generate_series(0, 99) i;
    create table hidden (secret text);`);
  const pinned = {
    host: "127.0.0.1",
    port: server.port,
    database: "postgres",
    ...reader,
    tls: "off",
  } as const;
  tables = await servePostgres(server, { pinned: { ...pinned, tables: ["orders"] } });
  chosen = await servePostgres(server, { pinned });
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
  expect(application.sources.map(({ id }) => id)).toEqual(["public.orders"]);
  expect(application.sources[0]?.filter.map(({ id, type }) => `${id} ${type}`)).toEqual([
    "where.id range",
    "where.placed date",
    "where.total range",
    "where.city multidropdown",
    "where.open multidropdown",
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
    "where.open": ["true"],
    orderBy: "id",
    columns: "id",
  };
  await expect(read(tables, "public.orders", filter)).resolves.toEqual({
    status: 200,
    rows: [{ id: 12 }, { id: 16 }, { id: 22 }],
  });
  const page = await read(tables, "public.orders", {}, { limit: 2, skip: 3 });
  expect(page.rows.map(({ id }) => id)).toEqual([3, 4]);
});

it("lists the values of a column", async () => {
  const answer = await tables.post("/datalist", { source: "public.orders", field: "where.city" });
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
    read(chosen, "table", { schema: "public", table: "orders" }, { limit: 1 }),
  ).resolves.toMatchObject({ status: 200 });
  await expect(read(chosen, "query", { sql: "select 1" })).resolves.toMatchObject({ status: 400 });
});

it("reads hundreds of tables over a few connections, once for concurrent first requests", async () => {
  const names = Array.from({ length: 100 }, (_, index) => `many.t${index}`);
  server.admin(`
    create role few login password 'few' connection limit 5 in role ${reader.user};
    create schema many; grant usage on schema many to few;
    ${names.map((name) => `create table ${name} (id int primary key);`).join("\n")}
    grant select on all tables in schema many to few;`);
  const service = await servePostgres(server, {
    pinned: {
      host: "127.0.0.1",
      port: server.port,
      database: "postgres",
      user: "few",
      password: "few",
      tls: "off",
      tables: names,
    },
  });
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => service.app.fastify.inject({ method: "GET", url: "/" })),
  );
  for (const answer of answers) {
    expect(answer.statusCode, answer.body).toBe(200);
    const { sources } = JSON.parse(answer.body) as { sources: { id: string }[] };
    expect(sources.map(({ id }) => id)).toEqual(names);
  }
  await service.app.close();
});

it("does not disclose accounts of others", async () => {
  const wrong = await servePostgres(server, {
    pinned: {
      host: "127.0.0.1",
      port: server.port,
      database: "postgres",
      user: reader.user,
      password: "not-it",
      tls: "off",
    },
  });
  const answer = await wrong.post("/", { source: "table", filter: { schema: "public", table: "orders" } });
  expect(answer.status).toBe(401);
  expect(JSON.parse(answer.body)).not.toHaveProperty("field");
  await wrong.app.close();
});
