import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";
import { type MariadbServer, startMariadb } from "./start-mariadb.js";

let server: MariadbServer;
let service: Service;

/** A column, a value in SQL, and what becomes of it; the table of the README is made of these. */
const values: readonly (readonly [type: string, sql: string, json: string, csv: string])[] = [
  ["tinyint", "-128", "-128", "-128"],
  ["tinyint unsigned", "255", "255", "255"],
  ["boolean", "true", "1", "1"],
  ["smallint", "-32768", "-32768", "-32768"],
  ["smallint unsigned", "65535", "65535", "65535"],
  ["mediumint", "-8388608", "-8388608", "-8388608"],
  ["mediumint unsigned", "16777215", "16777215", "16777215"],
  ["int", "-2147483648", "-2147483648", "-2147483648"],
  ["int unsigned", "4294967295", "4294967295", "4294967295"],
  ["int(8) zerofill", "42", "42", "42"],
  ["bigint", "-9223372036854775808", "-9223372036854775808", "-9223372036854775808"],
  ["bigint", "9007199254740993", "9007199254740993", "9007199254740993"],
  ["bigint", "-9007199254740992", "-9007199254740992", "-9007199254740992"],
  ["bigint", "0", "0", "0"],
  ["bigint", "4294967296", "4294967296", "4294967296"],
  ["bigint unsigned", "18446744073709551615", "18446744073709551615", "18446744073709551615"],
  ["bigint unsigned", "9007199254740992", "9007199254740992", "9007199254740992"],
  ["decimal(10,2)", "12.5", "12.50", "12.50"],
  ["decimal(10,2)", "-0.05", "-0.05", "-0.05"],
  ["decimal(10,2) zerofill", "12.5", "12.50", "12.50"],
  [
    "decimal(65,30)",
    "12345678901234567890123456789012345.123456789012345678901234567891",
    "12345678901234567890123456789012345.123456789012345678901234567891",
    "12345678901234567890123456789012345.123456789012345678901234567891",
  ],
  ["decimal(65,0)", `-${"9".repeat(65)}`, `-${"9".repeat(65)}`, `-${"9".repeat(65)}`],
  ["float", "0.1", "0.1", "0.1"],
  ["float", "16777217", "16777216", "16777216"],
  ["float", "3.40282e38", "3.40282e+38", "3.40282e+38"],
  ["float", "1.17549435e-38", "1.1754944e-38", "1.1754944e-38"],
  ["float", "123456.789", "123456.79", "123456.79"],
  ["double", "0.1e0 + 0.2e0", "0.30000000000000004", "0.30000000000000004"],
  ["double", "1.7976931348623157e308", "1.7976931348623157e+308", "1.7976931348623157e+308"],
  ["double", "5e-324", "5e-324", "5e-324"],
  ["double", "0e0", "0", "0"],
  ["double", "1e15", "1000000000000000", "1000000000000000"],
  ["double", "-1234567.5", "-1234567.5", "-1234567.5"],
  ["bit(1)", "b'1'", "true", "true"],
  ["bit(1)", "b'0'", "false", "false"],
  ["bit(9)", "b'101010101'", "341", "341"],
  ["bit(64)", `b'${"1".repeat(64)}'`, "18446744073709551615", "18446744073709551615"],
  ["year", "2024", "2024", "2024"],
  ["year", "'0000'", "0", "0"],
  ["date", "'2024-02-29'", '"2024-02-29"', "2024-02-29"],
  ["date", "'9999-12-31'", '"9999-12-31"', "9999-12-31"],
  ["date", "'0999-01-01'", '"0999-01-01"', "0999-01-01"],
  ["date", "'0000-00-00'", "null", ""],
  ["date", "'2024-00-00'", "null", ""],
  ["datetime", "'2024-02-29 12:34:56'", '"2024-02-29T12:34:56"', "2024-02-29T12:34:56"],
  ["datetime", "'2024-02-29'", '"2024-02-29T00:00:00"', "2024-02-29T00:00:00"],
  [
    "datetime(6)",
    "'2024-02-29 12:34:56.000001'",
    '"2024-02-29T12:34:56.000001"',
    "2024-02-29T12:34:56.000001",
  ],
  ["datetime(6)", "'2024-02-29'", '"2024-02-29T00:00:00.000000"', "2024-02-29T00:00:00.000000"],
  ["datetime(3)", "'2024-02-29 12:34:56.789'", '"2024-02-29T12:34:56.789"', "2024-02-29T12:34:56.789"],
  ["datetime", "'0000-00-00'", "null", ""],
  ["timestamp", "'2024-02-29 12:34:56'", '"2024-02-29T07:04:56Z"', "2024-02-29T07:04:56Z"],
  ["timestamp(6)", "'2024-02-29 12:34:56.1'", '"2024-02-29T07:04:56.100000Z"', "2024-02-29T07:04:56.100000Z"],
  ["timestamp", "'0000-00-00'", "null", ""],
  ["time", "'-838:59:59'", '"-838:59:59"', "-838:59:59"],
  ["time", "'00:00:00'", '"00:00:00"', "00:00:00"],
  ["time(6)", "'00:00:00'", '"00:00:00.000000"', "00:00:00.000000"],
  ["time(6)", "'838:59:59.999999'", '"838:59:59.999999"', "838:59:59.999999"],
  ["time(2)", "'-00:00:00.25'", '"-00:00:00.25"', "-00:00:00.25"],
  ["time", "'24:00:01'", '"24:00:01"', "24:00:01"],
  ["char(5)", "'ab '", '"ab"', "ab"],
  ["varchar(20)", "'a, b'", '"a, b"', '"a, b"'],
  ["varchar(20)", "''", '""', '""'],
  ["varchar(20) character set latin1", "'é'", '"é"', "é"],
  [
    "text",
    `'q" b\\\\ l\\n t\\t \\0\\Z'`,
    '"q\\" b\\\\ l\\n t\\t \\u0000\\u001a"',
    '"q"" b\\ l\n t\t \u0000\u001a"',
  ],
  ["longtext", "'😀 \u2028'", '"😀 \u2028"', "😀 \u2028"],
  ["text character set utf16", "'日本'", '"日本"', "日本"],
  ["enum('glad','sad \"q\"')", "'sad \"q\"'", '"sad \\"q\\""', '"sad ""q"""'],
  ["set('x','y','z')", "'z,x'", '"x,z"', '"x,z"'],
  ["set('x')", "''", '""', '""'],
  ["binary(3)", "x'00ff'", '"AP8A"', "AP8A"],
  ["varbinary(10)", "x'00ff10'", '"AP8Q"', "AP8Q"],
  ["blob", "''", '""', '""'],
  ["longblob", "'abcd'", '"YWJjZA=="', "YWJjZA=="],
  [
    "json",
    `'{"a": [1, "x\\\\n"],\n "b": null}'`,
    '{"a": [1, "x\\n"],  "b": null}',
    '"{""a"": [1, ""x\\n""],\n ""b"": null}"',
  ],
  ["json", "'12345678901234567890.50'", "12345678901234567890.50", "12345678901234567890.50"],
  ["json", "'1.'", '"1."', "1."],
  ["json", `'"\\\\x"'`, '"\\"\\\\x\\""', '"""\\x"""'],
  [
    "uuid",
    "'7E57D004-2b97-0e7a-b45f-5387367791cd'",
    '"7e57d004-2b97-0e7a-b45f-5387367791cd"',
    "7e57d004-2b97-0e7a-b45f-5387367791cd",
  ],
  ["inet6", "'2001:db8::ff00:42:8329'", '"2001:db8::ff00:42:8329"', "2001:db8::ff00:42:8329"],
  ["inet4", "'192.168.0.1'", '"192.168.0.1"', "192.168.0.1"],
  ["point", "point(1, 2)", '"AAAAAAEBAAAAAAAAAAAA8D8AAAAAAAAAQA=="', "AAAAAAEBAAAAAAAAAAAA8D8AAAAAAAAAQA=="],
];

beforeAll(async () => {
  server = await startMariadb({ settings: ["max-allowed-packet=64M"] });
  const columns = values.map(([type], index) => `c${index} ${type} null`);
  const names = values.map((_, index) => `c${index}`);
  server.admin(`
    set sql_mode = ''; set time_zone = '+05:30';
    create table typed (${columns.join(", ")}) row_format=dynamic;
    insert into typed values (${values.map(([, sql]) => sql).join(", ")});
    create view reals as select ${names.join(", ")} from typed;
    create table empty like typed; insert into empty values (${values.map(() => "null").join(", ")});`);
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

describe("values of every type", () => {
  it.each(values.map((value, index) => [`${value[0]} ${value[1].slice(0, 40)}`, index] as const))(
    "%s",
    async (_, index) => {
      const [, , json, csv] = values[index] ?? ["", "", "", ""];
      const sql = `select c${index} as value, 1 as one from typed`;
      expect((await read("query", { sql })).trim()).toBe(`[{"value":${json},"one":1}]`);
      expect(await read("query", { sql }, "text/csv")).toBe(`value,one\r\n${csv},1\r\n`);
    },
  );

  it("are the same through a table and a view", async () => {
    const all = `{${values.map(([, , json], index) => `"c${index}":${json}`).join(",")}}`;
    for (const table of ["typed", "reals"]) {
      expect((await read("table", { schema: "shop", table })).trim()).toBe(`[${all}]`);
    }
  });

  it("are null where there is none", async () => {
    const rows = JSON.parse(await read("table", { schema: "shop", table: "empty" })) as object[];
    expect(new Set(Object.values(rows[0] ?? {}))).toEqual(new Set([null]));
    expect(await read("query", { sql: "select null as a, null as b" }, "text/csv")).toBe("a,b\r\n,\r\n");
  });
});

it("keeps names that come twice, have no name or look like members of objects apart", async () => {
  const sql = 'select 1 as a, 2 as a, 3 as __proto__, 4 as `constructor`, 5 as `q"\\\\`, 6 as ``';
  expect((await read("query", { sql })).trim()).toBe(
    '[{"a":1,"a_2":2,"__proto__":3,"constructor":4,"q\\"\\\\\\\\":5,"column_6":6}]',
  );
});

it("refuses rows that could be taken for the mark of a failed stream", async () => {
  await expect(service.query("select 'x' as `__streamError`")).rejects.toThrow("only column");
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
    "select {{n}} + 1 as n, {{t}} as t, {{f}} * 2 as f, {{s}} as s, {{o}} as o, {{none}} as x from typed limit {{n}}";
  await expect(service.rows("query", { sql, parameters })).resolves.toEqual([
    { n: 3, t: 1, f: 1, s: "x", o: '[1,"a"]', x: null },
  ]);
});

it("tells the columns of a query by their types", async () => {
  const sql =
    "select 1 as n, 'x' as t, now() as d, c33 as b, c35 as bits, 1.5 as m, json_object() as j, curtime() as c from typed";
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
