import { type MariadbServer, reader, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { testLog } from "@wellhead/test-support/services/test-log";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";

let server: MariadbServer;
let service: Service;
const { logger, lines } = testLog();

beforeAll(async () => {
  server = await startMariadb();
  server.admin(`
    create table base (id int primary key); create view broken as select * from base; drop table base;
    create table hidden_column (id int primary key, secret int invisible default 7, word varchar(9));
    insert into hidden_column (id, word) values (1, 'a');
    create table marks (id int primary key, \`__streamError\` varchar(9), \`__syncAction\` varchar(9));
    insert into marks values (1, 'x', 'REMOVE'), (2, null, null);
    set sql_mode = '';
    create table days (id int primary key, due date, at datetime(3), seen timestamp null, word varchar(9));
    insert into days values (1, '0000-00-00', '2024-00-10 01:02:03', '0000-00-00 00:00:00', 'a'), (2, '2024-02-00', '0000-00-00', null, null),
      (3, null, null, null, null), (4, '2024-02-29', '2024-02-29 12:00:00', '2024-02-29 12:00:00', '0000-00-00');
    create table documents (id int primary key, document json);
    insert into documents values (1, '"5"'), (2, '5');`);
  const pinned = { host: "127.0.0.1", port: server.port, database: "shop", ...reader, tls: "off" } as const;
  service = await serveMysql(server, {
    queries: true,
    logger,
    pinned: { ...pinned, tables: ["broken", "hidden_column", "marks", "documents", "days"] },
  });
});
afterAll(async () => {
  await service.app.close();
  await server.stop();
});

async function rows(source: string, filter = {}): Promise<readonly [status: number, body: string]> {
  const { status, body } = await service.post("/", { source, account: { auth: "none" }, filter });
  return [status, body.replaceAll("\n", "")];
}

it("a view over a dropped table is named, and the other tables can be read", async () => {
  expect(await rows("shop.documents")).toEqual([200, expect.stringContaining('"id":1')]);
  const [status, body] = await rows("shop.broken");
  expect([status, body]).toEqual([502, expect.stringContaining("shop.broken")]);
});

it("an INVISIBLE column is a column of a table, and not of SELECT *", async () => {
  expect(await rows("shop.hidden_column")).toEqual([200, '[{"id":1,"secret":7,"word":"a"}]']);
  expect(await rows("query", { sql: "select * from hidden_column" })).toEqual([200, '[{"id":1,"word":"a"}]']);
});

it("a column called as the mark of a failed stream is refused by name, and the others can be read", async () => {
  expect(await rows("shop.marks")).toEqual([
    502,
    expect.stringContaining('\\"__streamError\\" of a column is reserved'),
  ]);
  const others = '[{"id":1,"__syncAction":"REMOVE"},{"id":2,"__syncAction":null}]';
  expect(await rows("shop.marks", { columns: ["id", "__syncAction"] })).toEqual([200, others]);
});

it("dates that do not exist are null, and the log counts them by column, whatever reads them", async () => {
  const counted = (column: string) =>
    Number(
      server.admin(
        `select count(*) from days where cast(${column} as char) like '%-00%' or cast(${column} as char) like '0000%'`,
      ),
    );
  const unreal = { due: counted("due"), at: counted("at"), seen: counted("seen") };
  expect(unreal).toEqual({ due: 2, at: 2, seen: 1 });
  const notice = {
    details: { count: 5, columns: "due (2), at (2), seen (1)" },
    message: "Sent null for dates that do not exist, such as 0000-00-00",
  };
  const asked = async (path: string, body: object, headers = {}) => {
    const before = lines.length;
    const { status } = await service.post(path, { account: {}, ...body }, headers);
    const found = lines.slice(before).filter((line) => line.includes("do not exist"));
    return [status, found.map((line): unknown => JSON.parse(line))];
  };
  const once = [200, [expect.objectContaining(notice)]];
  expect(await asked("/", { source: "shop.days", filter: {} })).toEqual(once);
  expect(await asked("/", { source: "shop.days", filter: {} }, { accept: "text/csv" })).toEqual(once);
  expect(await asked("/", { source: "query", filter: { sql: "select * from days" } })).toEqual(once);
  expect(await asked("/api/v1/synchronizer/data", { requestedType: "shop.days" })).toEqual(once);
  const real = { sql: "select * from days where id > 2 union all select 5, '0000', null, null, null" };
  expect(await asked("/", { source: "query", filter: real })).toEqual([200, []]);
});

it("JSON that is a text is not the number in it, and both are documents of a copy", async () => {
  expect(await rows("shop.documents")).toEqual([200, '[{"id":1,"document":"5"},{"id":2,"document":5}]']);
  const schema = await service.post("/api/v1/synchronizer/schema", {
    account: {},
    types: ["shop.documents"],
    exact: true,
  });
  expect(JSON.parse(schema.body)).toMatchObject({
    "shop.documents": { document: { column: { storedAs: "json" } } },
  });
});
