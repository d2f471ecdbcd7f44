import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres();
  server.admin(`
    create table vectors (id int primary key, v int2vector, o oidvector);
    insert into vectors values (1, '1 2 3', '4 5'), (2, '', null);
    create table marks (id int primary key, "__streamError" text, "__syncAction" text);
    insert into marks values (1, 'x', 'REMOVE'), (2, null, null);
    create role super login superuser password 'p'`);
  service = await servePostgres(server);
});
afterAll(async () => {
  await service.app.close();
  await server.stop();
});

it("an int2vector is the text that the server writes", async () => {
  const { body } = await service.post("/", {
    source: "table",
    account: service.account(),
    filter: { schema: "public", table: "vectors", orderBy: "id" },
  });
  const expected = server.admin(
    "select json_agg(json_build_object('id', id, 'v', v::text, 'o', o::text) order by id) from vectors",
  );
  expect(JSON.parse(body)).toEqual(JSON.parse(expected));
});

it("a column called as the mark of a failed stream is refused by name, and the others can be read", async () => {
  const read = (columns: readonly string[]) =>
    service.post("/", {
      source: "table",
      account: service.account(),
      filter: { schema: "public", table: "marks", columns, orderBy: "id" },
    });
  const refused = await read([]);
  expect([refused.status, refused.body]).toEqual([
    502,
    expect.stringContaining('\\"__streamError\\" of a column is reserved'),
  ]);
  const { body } = await read(["id", "__syncAction"]);
  expect(JSON.parse(body)).toEqual([
    { id: 1, __syncAction: "REMOVE" },
    { id: 2, __syncAction: null },
  ]);
});

it("a superuser is refused by its own name, and not as one that can become another", async () => {
  const { status, body } = await service.post("/validate", {
    id: "database",
    fields: service.account({ user: "super", password: "p" }),
  });
  expect(status).toBe(401);
  expect(JSON.parse(body)).toMatchObject({
    message: expect.stringContaining('the role "super" has more than the right to read tables (superuser)'),
  });
});
