import { readArrow } from "@wellhead/test-support/arrow/read-arrow";
import { afterAll, expect, it } from "vitest";
import { serveTrino } from "./serve-trino.js";
import { StandIn } from "./stand-in.js";

const server = await StandIn.start();
const service = await serveTrino(server);

afterAll(async () => {
  await service.app.close();
  server.close();
});

async function refused(sql: string, more: object = {}): Promise<string> {
  const { status, body } = await service.post("/", {
    source: "query",
    account: service.account(),
    filter: { sql },
    ...more,
  });
  expect(status).toBe(400);
  expect(body).toContain('"field":"sql"');
  return body;
}

it("writes values as literals that cannot end", async () => {
  const values = { a: "'; drop table t; --", b: "\\' or 1=1 {{from}} ?", c: null, e: true };
  const parameters = `{"d": -9007199254740993, ${JSON.stringify(values).slice(1)}`;
  const sql = "select {{a}} as a, {{b}} as b, {{c}} as c, 1-{{d}} as d, {{e}} as e, '?' as \"f?\" -- ?";
  const body = { source: "query", account: service.account(), filter: { sql, parameters } };
  expect((await service.post("/", body)).body).toBe(
    `[{"a":${JSON.stringify(values.a)},"b":${JSON.stringify(values.b)},"c":null,"d":9007199254740994,"e":true,"f?":"?"}]`,
  );
});

it("writes structured values, bytes and numbers that are not finite", async () => {
  const sql = `select [1, null, 9007199254740993] as list, {'a': 1.50::decimal(5,2), 'b': ['x']} as pair,
    map {'k': 9007199254740993} as dict, 'ab'::blob as bytes, 'nan'::double as n, '-infinity'::double as i, 1.1::float as f,
    uuid '00000000-0000-0000-0000-000000000001' as u, [{'at': timestamptz '2024-05-01 10:00:00.5+00'}] as deep`;
  const body = { source: "query", account: service.account(), filter: { sql } };
  expect((await service.post("/", body)).body).toBe(
    '[{"list":[1,null,9007199254740993],"pair":{"a":1.50,"b":["x"]},"dict":{"k":9007199254740993},"bytes":"YWI=","n":null,"i":null,' +
      '"f":1.100000023841858,"u":"00000000-0000-0000-0000-000000000001","deep":[{"at":"2024-05-01T10:00:00.5Z"}]}]',
  );
});

it("keeps numbers that are not finite in Arrow", async () => {
  const sql = "select 'nan'::double as n, '-infinity'::double as i, ['infinity'::double, null] as a";
  const answer = await service.app.fastify.inject({
    method: "POST",
    url: "/",
    payload: { source: "query", account: service.account(), filter: { sql } },
    headers: { accept: "application/vnd.apache.arrow.stream" },
  });
  expect(readArrow(answer.rawPayload).rows).toEqual([['"NaN"', '"-Infinity"', '["Infinity",null]']]);
});

it("names duplicate columns apart and returns no rows as no rows", async () => {
  expect(await service.query("select 1 as a, 2 as a, 3 as a")).toEqual([{ a: 1, a_2: 2, a_3: 3 }]);
  expect(await service.query("select 1 as a where false")).toEqual([]);
});

it("reports the columns of a query without reading it, and cancels it", async () => {
  const filter = { sql: "select i as id, current_date as day, [i] as list from range(1000000) t(i)" };
  const before = server.deleted.length;
  const { body } = await service.post("/schema", { source: "query", account: service.account(), filter });
  const columns = Object.values(JSON.parse(body) as Record<string, { id: string; type: string }>);
  expect(columns.map(({ id, type }) => `${id} ${type}`)).toEqual([
    "id number",
    "day date",
    "list array[number]",
  ]);
  await expect.poll(() => server.deleted.length).toBe(before + 1);
});

it("refuses what does not only read, before it is sent", async () => {
  const before = server.statements.length;
  for (const sql of [
    "delete from t",
    "/* select */ create table t as select 1",
    "explain analyze select 1",
    "with session a = 1 select 1",
    "call p()",
    "select {{x}}",
    "select '{{from}}'",
    " ; ",
  ])
    await refused(sql);
  expect(await refused("select 1", { skip: 3 })).toContain("ORDER BY");
  expect(server.statements.slice(before)).toEqual([]);
});

it("sends one statement for the rows of a query", async () => {
  const before = server.statements.length;
  await service.query("select 1 as a");
  expect(server.statements.slice(before)).toEqual(["select 1 as a"]);
});

it("skips and limits the rows of a sorted query", async () => {
  const rows = await service.query("select i from range(9000) t(i) order by i", { skip: 5000, limit: 3 });
  expect(rows).toEqual([{ i: 5000 }, { i: 5001 }, { i: 5002 }]);
});

it("shows the server's reason and the position", async () => {
  expect(await refused("select nothing")).toMatch(/nothing.*line 1, column 8/);
});

it("reads spooled segments and acknowledges each", async () => {
  server.spools = true;
  const rows = await service.query("select i from range(5000) t(i) order by i");
  server.spools = false;
  expect(rows.map(({ i }) => i)).toEqual(Array.from({ length: 5000 }, (_, index) => index));
  expect(server.unacknowledged).toBe(0);
  expect(server.received.filter(({ path }) => path.includes("/segment/")).length).toBeGreaterThan(1);
});
