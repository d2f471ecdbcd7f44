import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres();
  // Replaces pgvector's types, which have only a text format, with types of the same name and format.
  const vectors = ["vector", "halfvec"].map(
    (name) => `create type ${name};
      create function ${name}_in(cstring) returns ${name} language internal immutable strict as 'textin';
      create function ${name}_out(${name}) returns cstring language internal immutable strict as 'textout';
      create type ${name} (input = ${name}_in, output = ${name}_out);`,
  );
  server.admin(`
    create extension hstore;
    ${vectors.join("\n")}
    create type pair as (n int, "te""xt" text);
    create type nest as (p pair, pairs pair[], "at" timestamptz, ok boolean, raw bytea, doc jsonb, span int4range);
    create type empty as ();
    create type one as (single text);
    create domain score as numeric(6, 2);
    create domain pairs as pair;
    create type scored as (s score, d pairs);
    create type textrange as range (subtype = text, collation = "C");
    create table shapes (id int primary key, p pair, h hstore, r daterange);
    insert into shapes values (1, (1, 'a'), 'k=>v', '[2024-01-01,2024-02-01)');
    grant select on shapes to wellhead_reader`);
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

const span = (lower: unknown, upper: unknown, bounds = "[)") => ({ lower, upper, bounds });

/** Values as SQL, and as JSON. */
const values: ReadonlyArray<readonly [sql: string, json: unknown]> = [
  ["row(1, 'x y')::pair", { n: 1, 'te"xt': "x y" }],
  ["row(null, null)::pair", { n: null, 'te"xt': null }],
  ["row(null, '')::pair", { n: null, 'te"xt': "" }],
  ["row(null, 'NULL')::pair", { n: null, 'te"xt': "NULL" }],
  ["row()::empty", {}],
  ["row(null)::one", { single: null }],
  ["row('')::one", { single: "" }],
  ["row('(\"a\\\\,)')::one", { single: '("a\\\\,)' }],
  ["row(1.5, row(2, 'd'))::scored", { s: 1.5, d: { n: 2, 'te"xt': "d" } }],
  [
    "array[row(1, 'a,\"b')::pair, null, row(2, '{}')::pair]",
    [{ n: 1, 'te"xt': 'a,"b' }, null, { n: 2, 'te"xt': "{}" }],
  ],
  ["array[[row(1, 'a')::pair], [row(2, null)::pair]]", [[{ n: 1, 'te"xt': "a" }], [{ n: 2, 'te"xt': null }]]],
  [
    `row(row(1, E'a"\\n\\\\b'), array[row(2, 'x'), row(3, null)]::pair[], '2024-01-01 12:00+00', true, '\\x00ff', '{"k": ["(", "\\""]}', '[1,5)')::nest`,
    {
      p: { n: 1, 'te"xt': 'a"\n\\b' },
      pairs: [
        { n: 2, 'te"xt': "x" },
        { n: 3, 'te"xt': null },
      ],
      at: "2024-01-01T12:00:00Z",
      ok: true,
      raw: "AP8=",
      doc: { k: ["(", '"'] },
      span: span(1, 5),
    },
  ],
  ["int4range(1, 5)", span(1, 5)],
  ["numrange(1.50, null, '(]')", span(1.5, null, "()")],
  ["'empty'::int4range", span(null, null, "empty")],
  ["daterange('2024-01-01', 'infinity', '[]')", span("2024-01-01", "infinity", "[]")],
  ["tstzrange('2024-01-01 00:00+02', null)", span("2023-12-31T22:00:00Z", null)],
  [
    "tsrange('2024-01-01 10:00', '2024-01-01 11:00', '()')",
    span("2024-01-01T10:00:00", "2024-01-01T11:00:00", "()"),
  ],
  ["textrange('', 'b,)\"\\]', '[]')", span("", 'b,)"\\]', "[]")],
  ["textrange('empty', 'empty}', '[]')", span("empty", "empty}", "[]")],
  ["int4multirange(int4range(1, 3), int4range(7, 9))", [span(1, 3), span(7, 9)]],
  ["'{}'::int4multirange", []],
  ["textmultirange(textrange('a}', 'b,{\"'), textrange('c', null))", [span("a}", 'b,{"'), span("c", null)]],
  ["array[int4range(1, 2), null, 'empty']", [span(1, 2), null, span(null, null, "empty")]],
  ["''::hstore", {}],
  ["hstore(array['a', 'b', ''], array['1', null, ''])", { "": "", a: "1", b: null }],
  ["hstore('NULL', 'NULL')", { NULL: "NULL" }],
  [`hstore(E'q"=>\\\\, ', E'v"=>\\\\,\\n')`, { 'q"=>\\, ': 'v"=>\\,\n' }],
  ["array[hstore('a', '{\"'), null]", [{ a: '{"' }, null]],
  ["'[1,-2.5,3e-05]'::vector", [1, -2.5, 3e-5]],
  ["'[0.5]'::halfvec", [0.5]],
  ["'[1,2'::vector", "[1,2"],
  ["'[1,\"]'::vector", '[1,"]'],
  ["'[]'::vector", "[]"],
];

describe("structures are the objects and arrays they are", () => {
  it.each(values)("%s", async (sql, json) => {
    const filter = { sql: `select ${sql} as value, 'after' as next` };
    const body = { source: "query", account: service.account(), filter };
    const plain = await service.post("/", body);
    expect(JSON.parse(plain.body), plain.body).toEqual([{ value: json, next: "after" }]);
    const lines = await service.post("/", body, { accept: "application/x-ndjson" });
    expect(JSON.parse(lines.body)).toEqual({ value: json, next: "after" });
    const csv = await service.post("/", body, { accept: "text/csv" });
    const cell = csv.body.slice("value,next\r\n".length, -",after\r\n".length);
    const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    expect(JSON.parse(text)).toEqual(json);
  });

  it("keep every digit of a bound", async () => {
    const sql = "select int8range(9007199254740993, null) as a, numrange(0.10, 1e30) as b";
    const { body } = await service.post("/", {
      source: "query",
      account: service.account(),
      filter: { sql },
    });
    expect(body).toBe(
      `[{"a":{"lower":9007199254740993,"upper":null,"bounds":"[)"},"b":{"lower":0.10,"upper":1000000000000000000000000000000,"bounds":"[)"}}]`,
    );
  });

  it("come from a table as they come from a query", async () => {
    await expect(service.rows("table", { schema: "public", table: "shapes" })).resolves.toEqual([
      { id: 1, p: { n: 1, 'te"xt': "a" }, h: { k: "v" }, r: span("2024-01-01", "2024-02-01") },
    ]);
    await expect(service.query("select s as whole from shapes s")).resolves.toMatchObject([
      { whole: { id: 1, h: { k: "v" } } },
    ]);
  });
});

it("hostile texts in structures are those that PostgreSQL's own JSON has", async () => {
  const parts = [
    '"',
    "\\",
    ",",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "=>",
    " ",
    "\n",
    "\u0001",
    "'",
    "NULL",
    "empty",
    "é",
    "🦊",
    "a",
    "",
  ];
  const rows = 2000;
  const random = `array_to_string(array(select (array[${parts.map((part) => `U&'${escaped(part)}'`).join(",")}])[1 + floor(random() * ${parts.length})::int] from generate_series(1, 1 + (i % 5))), '')`;
  server.admin(`
    create table hostile as
    select i, row(i, case when i % 7 > 0 then ${random} end)::pair as p,
      array[row(i, ${random})::pair, row(null, ${random})::pair] as ps,
      row(row(i, ${random})::pair, array[row(i, ${random})::pair], null, null, null, to_jsonb(${random}), null)::nest as deep,
      hstore(array[${random} || 'k', ${random} || 'l'], array[${random}, null]) as h
    from generate_series(1, ${rows}) i;
    grant select on hostile to wellhead_reader`);
  const expected = server
    .admin(
      "select json_build_object('i', i, 'p', p, 'ps', ps, 'deep', deep, 'h', h::json)::text from hostile order by i",
    )
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(expected).toHaveLength(rows);
  await expect(service.query("select * from hostile order by i")).resolves.toEqual(expected);
});

/** Escapes all characters of a text as Unicode escapes of a string literal. */
function escaped(text: string): string {
  return Array.from(text, (sign) => `\\+${(sign.codePointAt(0) ?? 0).toString(16).padStart(6, "0")}`).join(
    "",
  );
}

it("long names of fields leave room for the cells after them", async () => {
  const names = Array.from(
    { length: 50 },
    (_, index) => `"${"long name of a field ".repeat(2)}${index}" text`,
  );
  server.admin(`create type wide as (${names.join(", ")})`);
  const sql = `select array_fill(('(' || repeat(',', 49) || ')')::wide, array[60]) as wide, repeat('x', 90000) as text, i from generate_series(1, 5) i`;
  const rows = await service.query(sql);
  expect(rows.map(({ i, text }) => [i, String(text).length])).toEqual(
    [1, 2, 3, 4, 5].map((i) => [i, 90_000]),
  );
  expect(rows.every(({ wide }) => Array.isArray(wide) && wide.length === 60)).toBe(true);
  const csv = await service.post(
    "/",
    { source: "query", account: service.account(), filter: { sql } },
    { accept: "text/csv" },
  );
  expect(csv.body.split("\r\n").filter((line) => line.endsWith(",5"))).toHaveLength(1);
});
