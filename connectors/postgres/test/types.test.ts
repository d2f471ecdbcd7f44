import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";
import { type PostgresServer, startPostgres } from "./start-postgres.js";

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres();
  server.admin(`
    create type mood as enum ('glad', 'sad "quoted"');
    create domain score as numeric(6, 2);
    create domain scores as int[];`);
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

/** A value as SQL, as JSON and as CSV; the table of the README is made of these. */
const values: readonly (readonly [sql: string, json: unknown, csv: string])[] = [
  ["true", true, "true"],
  ["false", false, "false"],
  ["null::text", null, ""],
  ["date '2024-02-29'", "2024-02-29", "2024-02-29"],
  ["date '0044-03-15 BC'", "0044-03-15 BC", "0044-03-15 BC"],
  ["date 'infinity'", "infinity", "infinity"],
  ["timestamp '2024-02-29 12:34:56.123456'", "2024-02-29T12:34:56.123456", "2024-02-29T12:34:56.123456"],
  ["timestamptz '2024-02-29 12:34:56.1+05:30'", "2024-02-29T07:04:56.1Z", "2024-02-29T07:04:56.1Z"],
  ["timestamptz '-infinity'", "-infinity", "-infinity"],
  ["timestamptz '0044-03-15 12:00:00+00 BC'", "0044-03-15T12:00:00Z BC", "0044-03-15T12:00:00Z BC"],
  ["timestamptz '20240-01-01 00:00:00+00'", "20240-01-01T00:00:00Z", "20240-01-01T00:00:00Z"],
  ["time '23:59:59.999999'", "23:59:59.999999", "23:59:59.999999"],
  ["timetz '12:00:00+02'", "12:00:00+02", "12:00:00+02"],
  ["interval '1 year 2 months -3 days 04:05:06.789'", "P1Y2M-3DT4H5M6.789S", "P1Y2M-3DT4H5M6.789S"],
  ["'plain'::text", "plain", "plain"],
  ["''::text", "", '""'],
  [
    `E'quote " back \\\\ line\\ntab\\t\\x01'`,
    'quote " back \\ line\ntab\t\u0001',
    '"quote "" back \\ line\ntab\t\u0001"',
  ],
  ["'a, b'::text", "a, b", '"a, b"'],
  ["U&'\\+01F600 \\2028\\00e9'", "😀 \u2028é", "😀 \u2028é"],
  ["'ab '::char(4)", "ab  ", "ab  "],
  [
    "'7e57d004-2b97-0e7a-b45f-5387367791cd'::uuid",
    "7e57d004-2b97-0e7a-b45f-5387367791cd",
    "7e57d004-2b97-0e7a-b45f-5387367791cd",
  ],
  ["'\\x00ff10'::bytea", "AP8Q", "AP8Q"],
  ["''::bytea", "", '""'],
  [`'{"a": [1, "x\\n"],\n "b": null}'::json`, { a: [1, "x\n"], b: null }, ""],
  [`'{"big": 12345678901234567890, "a": "é"}'::jsonb->'a'`, "é", '"""é"""'],
  ["'192.168.0.0/24'::cidr", "192.168.0.0/24", "192.168.0.0/24"],
  ["'::1'::inet", "::1", "::1"],
  ["'08:00:2b:01:02:03'::macaddr", "08:00:2b:01:02:03", "08:00:2b:01:02:03"],
  ["point(1, 2)", "(1,2)", '"(1,2)"'],
  ["B'1010'", "1010", "1010"],
  ["'sad \"quoted\"'::mood", 'sad "quoted"', '"sad ""quoted"""'],
  ["12.3::score", 12.3, "12.30"],
  ["row(1, 'x y')", '(1,"x y")', '"(1,""x y"")"'],
  ["'a fat cat'::tsvector", "'a' 'cat' 'fat'", "'a' 'cat' 'fat'"],
  ["26::oid", "26", "26"],
  ["array[1, null, 3]", [1, null, 3], '"[1,null,3]"'],
  ["array[]::int[]", [], "[]"],
  [
    "array[[1, 2], [3, 4]]",
    [
      [1, 2],
      [3, 4],
    ],
    '"[[1,2],[3,4]]"',
  ],
  ["'[0:1]={5,6}'::int[]", [5, 6], '"[5,6]"'],
  ["'{1,2}'::scores", [1, 2], '"[1,2]"'],
  [
    `array['a b', 'c"d', 'e\\f', 'NULL', '', null, 'x,y', '{z}']`,
    ["a b", 'c"d', "e\\f", "NULL", "", null, "x,y", "{z}"],
    "",
  ],
  ["array[true, false]", [true, false], '"[true,false]"'],
  ["array['2024-01-01 00:00:00+00'::timestamptz]", ["2024-01-01T00:00:00Z"], '"[""2024-01-01T00:00:00Z""]"'],
  [`array['{"a":"b\\"c"}'::jsonb]`, [{ a: 'b"c' }], ""],
  ["array['\\x00ff'::bytea]", ["AP8="], '"[""AP8=""]"'],
  ["array['glad', 'sad \"quoted\"']::mood[]", ["glad", 'sad "quoted"'], ""],
  ["array[1.5, 2]::score[]", [1.5, 2], '"[1.50,2.00]"'],
  ["array[box '((0,0),(1,1))', box '((2,2),(3,3))']", ["(1,1),(0,0)", "(3,3),(2,2)"], ""],
];

/** A number as SQL, as it stands in JSON and in CSV, digit by digit. */
const numbers: readonly (readonly [sql: string, json: string, csv: string])[] = [
  ["(-32768)::smallint", "-32768", "-32768"],
  ["2147483647::int", "2147483647", "2147483647"],
  ["9007199254740993::bigint", "9007199254740993", "9007199254740993"],
  ["(-9223372036854775808)::bigint", "-9223372036854775808", "-9223372036854775808"],
  ["12.50::numeric", "12.50", "12.50"],
  ["-0.000::numeric", "0.000", "0.000"],
  [
    "123456789012345678901234567890.6::numeric",
    "123456789012345678901234567890.6",
    "123456789012345678901234567890.6",
  ],
  ["0.1::numeric(30,28)", "0.1000000000000000000000000000", "0.1000000000000000000000000000"],
  ["1e400::numeric", `1${"0".repeat(400)}`, `1${"0".repeat(400)}`],
  ["'NaN'::numeric", "null", ""],
  ["'-Infinity'::numeric", "null", ""],
  ["0.1::real", "0.1", "0.1"],
  ["1e300::double precision", "1e+300", "1e+300"],
  ["0.1::double precision + 0.2", "0.30000000000000004", "0.30000000000000004"],
  ["'-0'::float8", "-0", "-0"],
  ["'NaN'::float8", "null", ""],
  ["'Infinity'::float8", "null", ""],
  ["'-Infinity'::float4", "null", ""],
  ["array[9223372036854775807]", "[9223372036854775807]", "[9223372036854775807]"],
  ["array[1.50, 'NaN', null]::numeric[]", "[1.50,null,null]", '"[1.50,null,null]"'],
];

describe("values of every type", () => {
  it.each(numbers)("%s, digit by digit", async (sql, json, csv) => {
    const filter = { sql: `select ${sql} as value, 1 as one` };
    const body = { source: "query", account: service.account(), filter };
    await expect(service.post("/", body)).resolves.toMatchObject({ body: `[{"value":${json},"one":1}]` });
    const answer = await service.post("/", body, { accept: "text/csv" });
    expect(answer.body).toBe(`value,one\r\n${csv},1\r\n`);
  });

  it.each(values)("%s", async (sql, json, csv) => {
    await expect(service.query(`select ${sql} as value`)).resolves.toEqual([{ value: json }]);
    if (csv === "") return;
    const body = { source: "query", account: service.account(), filter: { sql: `select ${sql} as value` } };
    const answer = await service.post("/", body, { accept: "text/csv" });
    expect(answer.body).toBe(`value\r\n${csv}\r\n`);
  });

  it("keeps names that come twice, have no name or look like members of objects apart", async () => {
    const rows = await service.query(
      `select 1 as a, 2 as a, 3 as "__proto__", 4 as "constructor", 5 as "q""\\"`,
    );
    expect(JSON.stringify(rows)).toBe('[{"a":1,"a_2":2,"__proto__":3,"constructor":4,"q\\"\\\\":5}]');
  });

  it("refuses rows that could be taken for the mark of a failed stream", async () => {
    await expect(service.query(`select 'x' as "__streamError"`)).rejects.toThrow("only column");
  });

  it("tells the columns of a query by their types", async () => {
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
