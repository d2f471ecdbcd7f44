import { type MariadbServer, reader, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";

const tables = ["a", "b", "c", "d", "e", "f"];
let server: MariadbServer;

beforeAll(async () => {
  server = await startMariadb();
  for (const name of tables)
    server.admin(
      `create table ${name} (id int primary key, word varchar(9)); insert into ${name} values (1, '${name}')`,
    );
});
afterAll(() => server.stop());

describe.each([1, 2, 5])("a user that may have %d connections", (limit) => {
  let service: Service;
  beforeAll(async () => {
    server.admin(`alter user ${reader.user}@'%' with max_user_connections ${limit}`);
    const pinned = { host: "127.0.0.1", port: server.port, database: "shop", ...reader, tls: "off" } as const;
    // Their columns are read four at once.
    service = await serveMysql(server, { queries: true, pinned: { ...pinned, tables } });
  });
  afterAll(() => service.app.close());

  const account = { auth: "none" };
  const rows = (source: string, filter = {}) => service.post("/", { source, account, filter });

  it("reads rows after lists, lists after rows, and both again", async () => {
    for (let round = 0; round < 3; round += 1) {
      const listed = await service.post("/datalist?source=shop.a&field=where.word", account);
      expect([listed.status, listed.body]).toEqual([200, expect.stringContaining('"a"')]);
      expect(await rows("shop.b")).toMatchObject({ status: 200, body: '[{"id":1,"word":"b"}]' });
      expect(await rows("query", { sql: "select 1 as one" })).toMatchObject({
        status: 200,
        body: '[{"one":1}]',
      });
    }
  });

  it("answers several lists at once", async () => {
    const lists = tables.map((name) =>
      service.post(`/datalist?source=shop.${name}&field=where.word`, account),
    );
    for (const { status, body } of await Promise.all(lists))
      expect([status, body]).toEqual([200, expect.any(String)]);
  });
});
