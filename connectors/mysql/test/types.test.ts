import { type MariadbServer, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";

let server: MariadbServer;
let service: Service;

beforeAll(async () => {
  server = await startMariadb({ settings: ["max-allowed-packet=64M"] });
  server.admin(`
    create table typed (truth bit(1), bits bit(9), doc json);
    insert into typed values (b'1', b'101010101', '{"a": [1, 2],\\n "b": null}'), (0, 1, '1.'), (0, 1, '"\\\\x"');
    create view reals as select * from typed;`);
  service = await serveMysql(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

async function read(source: string, filter: object, accept = "application/json"): Promise<string> {
  const answer = await service.post("/", { source, account: service.account(), filter }, { accept });
  expect(answer.status).toBe(200);
  return answer.body;
}

it("writes what MariaDB takes for JSON and is none as text", async () => {
  for (const table of ["typed", "reals"]) {
    const rows = await read("table", { schema: "shop", table, columns: ["doc"] });
    const documents = ['{"a": [1, 2],  "b": null}', '"1."', '"\\"\\\\x\\""'];
    expect(rows.replaceAll("\n", "")).toBe(`[${documents.map((json) => `{"doc":${json}}`).join(",")}]`);
  }
});

it("keeps rows of more than 16 MiB whole", async () => {
  const sql = "select length(x.v) as size, x.v as text from (select repeat('ab', 9000000) as v) x";
  const [row] = await service.query(sql);
  expect(row?.["size"]).toBe(18_000_000);
  expect(String(row?.["text"])).toHaveLength(18_000_000);
});

it("binds values of a query as what they are", async () => {
  const parameters = JSON.stringify({ n: 2, t: true, f: 0.5, s: "x", o: [1, "a"], big: 1e300, none: null });
  const sql =
    "select {{n}} + 1 as n, {{t}} as t, {{f}} * 2 as f, {{s}} as s, {{o}} as o, {{none}} as x from dual limit {{n}}";
  await expect(service.rows("query", { sql, parameters })).resolves.toEqual([
    { n: 3, t: 1, f: 1, s: "x", o: '[1,"a"]', x: null },
  ]);
});

it("returns the columns of a query with their types", async () => {
  const sql =
    "select 1 as n, 'x' as t, now() as d, truth as b, bits, 1.5 as m, json_object() as j, curtime() as c from typed";
  const answer = await service.post("/schema", {
    source: "query",
    account: service.account(),
    filter: { sql },
  });
  const columns = JSON.parse(answer.body) as Record<string, { type: string }>;
  expect(Object.entries(columns).map(([name, { type }]) => `${name} ${type}`)).toEqual([
    "n number",
    "t text",
    "d date",
    "b bool",
    "bits number",
    "m number",
    "j text",
    "c text",
  ]);
});

it("makes text that a spreadsheet would run harmless when the operator asks for it, numbers never", async () => {
  const escaping = await serveMysql(server, { formulaEscape: true });
  const sql = `select '=1+1' as \`@a\`, '-1' as b, -1.50 as c, -1 as d, '@x,y' as e, '\\ta' as f, x'fbff' as g,
    time '-01:00:00' as h, 'a=1' as i, null as j`;
  const body = { source: "query", account: service.account(), filter: { sql } };
  const plain = await service.post("/", body, { accept: "text/csv" });
  const harmless = await escaping.post("/", body, { accept: "text/csv" });
  const json = await escaping.post("/", body);
  await escaping.app.close();
  expect(plain.body.split("\r\n")[1]).toBe('=1+1,-1,-1.50,-1,"@x,y",\ta,+/8=,-01:00:00,a=1,');
  expect(harmless.body).toBe(
    `'@a,b,c,d,e,f,g,h,i,j\r\n'=1+1,'-1,-1.50,-1,"'@x,y",'\ta,'+/8=,'-01:00:00,a=1,\r\n`,
  );
  expect(json.body).toMatch(/^\[{"@a":"=1\+1","b":"-1","c":-1\.50,"d":-1,"e":"@x,y"/);
});

it("writes a row of CSV whose only cell is empty so that it is read as a row", async () => {
  const answer = await read("query", { sql: "select null as a union all select 'x'" }, "text/csv");
  expect(answer).toBe('a\r\n""\r\nx\r\n');
});
