import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres();
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

/** Values of queries whose types no column can have, and their JSON. */
const values: readonly (readonly [sql: string, json: string])[] = [
  ["row(1, 'x y')", '"(1,\\"x y\\")"'],
  ["1e400::numeric", `1${"0".repeat(400)}`],
  [`'{"a": [1, "x\\n"],\n "b": null}'::json`, '{"a": [1, "x\\n"],  "b": null}'],
];

it.each(values)("writes %s", async (sql, json) => {
  const answer = await service.post("/", {
    source: "query",
    account: service.account(),
    filter: { sql: `select ${sql} as value` },
  });
  expect(answer.body).toBe(`[{"value":${json}}]`);
});

it("returns the columns of a query with their types", async () => {
  const sql = "select 1 as n, 'x' as t, now() as d, true as b, array[1] as many, '{}'::json as j";
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
    "many array[number]",
    "j text",
  ]);
});

it("makes text that a spreadsheet would run harmless when the operator asks for it, numbers never", async () => {
  const escaping = await servePostgres(server, { formulaEscape: true });
  const sql = `select '=1+1' as "@a", '-1' as b, -1.50 as c, '@x,y' as d, E'\\ta' as e, '\\xfbff'::bytea as f,
    '"=1"'::jsonb as g, '-1'::jsonb as h, array['=1'] as i, 'a=1' as j, null as k`;
  const body = { source: "query", account: service.account(), filter: { sql } };
  const plain = await service.post("/", body, { accept: "text/csv" });
  const harmless = await escaping.post("/", body, { accept: "text/csv" });
  const json = await escaping.post("/", body);
  await escaping.app.close();
  expect(plain.body.split("\r\n")[1]).toBe('=1+1,-1,-1.50,"@x,y",\ta,+/8=,"""=1""",-1,"[""=1""]",a=1,');
  expect(harmless.body).toBe(
    `'@a,b,c,d,e,f,g,h,i,j,k\r\n'=1+1,'-1,-1.50,"'@x,y",'\ta,'+/8=,"""=1""",-1,"[""=1""]",a=1,\r\n`,
  );
  expect(json.body).toMatch(/^\[{"@a":"=1\+1","b":"-1","c":-1\.50,"d":"@x,y"/);
});

it("writes a row of CSV whose only cell is empty so that it is read as a row", async () => {
  const filter = { sql: "select null as a union all select 'x'" };
  const body = { source: "query", account: service.account(), filter };
  const answer = await service.post("/", body, { accept: "text/csv" });
  expect(answer.body).toBe('a\r\n""\r\nx\r\n');
});
