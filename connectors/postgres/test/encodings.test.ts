import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";
import { type PostgresServer, startPostgres } from "./start-postgres.js";

/** A text that each encoding has. */
const texts = {
  LATIN1: "Zoë £",
  LATIN9: "Zoë €",
  WIN1251: "Привет",
  EUC_JP: "日本語",
  EUC_KR: "한국어",
  KOI8R: "Привет",
};

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres();
  for (const name of [...Object.keys(texts), "SQL_ASCII"]) {
    server.admin(`create database ${name} encoding '${name}' locale 'C' template template0`);
    server.admin(`grant connect on database ${name} to wellhead_reader`);
  }
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

async function read(database: string, filter: object, accept = "application/json") {
  const account = service.account({ database });
  return service.post("/", { source: "table", account, filter: { schema: "public", ...filter } }, { accept });
}

it.each(Object.entries(texts))("reads and filters text of a database in %s", async (name, text) => {
  server.admin(
    `create table t as select 1 as id, convert_from('\\x${Buffer.from(text).toString("hex")}', 'UTF8') as v;
     grant select on t to wellhead_reader;`,
    name.toLowerCase(),
  );
  for (const filter of [{}, { valueColumn: "v", values: [text] }, { textColumn: "v", textContains: text }]) {
    const answer = await read(name.toLowerCase(), { table: "t", ...filter });
    expect(JSON.parse(answer.body)).toEqual([{ id: 1, v: text }]);
  }
});

describe("a database in SQL_ASCII", () => {
  beforeAll(() => {
    server.admin(
      `create table t as select i as id, 'plain' as v, 'é'::text as w from generate_series(1, 500) i;
       update t set v = convert_from('\\x5a6feb', 'SQL_ASCII') where id = 1;
       create view ordered as select * from t order by id;
       grant select on t, ordered to wellhead_reader;`,
      "sql_ascii",
    );
  });

  it.each(["application/json", "application/x-ndjson", "text/csv"])(
    "names the row and the column whose bytes are not UTF-8, as %s",
    async (accept) => {
      const answer = await read("sql_ascii", { table: "ordered" }, accept);
      expect(answer.status).toBe(502);
      expect(JSON.parse(answer.body)).toMatchObject({
        code: "upstream_invalid",
        error: expect.stringContaining('row 1 holds text in column "v" that is not UTF-8'),
      });
    },
  );

  it("sends text that is UTF-8 as it is", async () => {
    const answer = await read("sql_ascii", {
      table: "t",
      columns: ["id", "w"],
      valueColumn: "w",
      values: ["é"],
    });
    expect(JSON.parse(answer.body)).toHaveLength(500);
  });
});
