import type { ValueColumn } from "@wellhead/test-support";

type Values = ValueColumn["values"];
type Told = ValueColumn["json"];

const text: Told = (shown) => JSON.stringify(shown);
/** JSON does not have NaN or infinity. */
const number: Told = (shown) => (/^-?(?:NaN|Infinity)$/.test(shown) ? "null" : shown);
const truth: Told = (shown) => String(shown === "true");
const moment: Told = (shown) => JSON.stringify(shown.replace(/^(\S+) (\d)/, "$1T$2").replace("+00", "Z"));
const bytes: Told = (shown) => JSON.stringify(Buffer.from(shown.slice(2), "hex").toString("base64"));
const document: Told = (shown) => shown;

const of = (type: string, json: Told, ...values: Values): ValueColumn => ({ type, json, values });
/** Dates that include the infinities, which no type of Arrow has. */
const endless = (type: string, json: Told, ...values: Values): ValueColumn => ({
  ...of(type, json, ...values),
  isUnfit: true,
});
/** Values with their expected JSON, which is an array or an object. */
const nested = (type: string, ...values: Values): ValueColumn => ({
  type,
  json: text,
  isDocument: true,
  values,
});

const spanOf = (lower: unknown, upper: unknown, bounds: string) => JSON.stringify({ lower, upper, bounds });

/** Values of every PostgreSQL type. The table in the README is generated from them. */
export const valueColumns: readonly ValueColumn[] = [
  of("boolean", truth, "true", "false"),
  of("smallint", number, "-32768", "32767"),
  of("int", number, "-2147483648", "2147483647", "0"),
  of("bigint", number, "9007199254740993", "-9223372036854775808", "9223372036854775807"),
  of(
    "numeric",
    number,
    "12.50",
    "-0.000",
    "123456789012345678901234567890.6",
    "1e399",
    "1e-30",
    "'NaN'",
    "'Infinity'",
    "'-Infinity'",
  ),
  of("numeric(30,28)", number, "0.1", "-9.9999999999999999999999999999"),
  of("score", number, "12.3", "-9999.99"),
  of("score_of_score", number, "12.3"),
  of("real", number, "0.1", "16777217", "1e-45", "3.4028235e38", "'-0'", "'NaN'", "'-Infinity'"),
  of("single", number, "0.1", "16777217", "'NaN'"),
  of(
    "float8",
    number,
    "1e300",
    "0.1::float8 + 0.2",
    "'-0'",
    "5e-324",
    "1.7976931348623157e308",
    "'NaN'",
    "'Infinity'",
  ),
  of("money", text, "12.34", "'-92233720368547758.08'"),
  of(
    "text",
    text,
    "''",
    "' '",
    "'plain'",
    `E'quote " back \\\\ line\\ntab\\t\\x01'`,
    "'a, b'",
    "U&'\\+01F600 \\2028\\00e9'",
    "'null'",
    "repeat('é😀\"', 3000)",
  ),
  of("varchar(20)", text, "'ab '", "''"),
  of("char(4)", text, ["'ab '", '"ab  "'], ["''", '"    "']),
  of("padded", text, ["'ab '", '"ab  "']),
  of("name", text, "'a name'"),
  of('"char"', text, "'c'"),
  of("text collate same", text, "'Ab'", "'aB'", "'AB'"),
  of("mood", text, `'sad "quoted"'`, "'glad'"),
  of("uuid", text, "'7e57d004-2b97-0e7a-b45f-5387367791cd'", "'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'"),
  of("bytea", bytes, "'\\x00ff10'", "''", "decode(repeat('fe', 200), 'hex')"),
  of("xml", text, "'<a b=\"1\">é</a>'", "'text &amp; more'"),
  {
    ...of("json", document, `'{"a":[1,"x\\n"],"b":null,"a":2}'`, "'1.50'", `'"x"'`, "'12345678901234567890'"),
    isDocument: true,
  },
  {
    ...of("jsonb", document, `'{"big": 12345678901234567890, "a": "é"}'`, "'[]'", `'"=1"'`),
    isDocument: true,
  },
  of("jsonpath", text, "'$.a[*] ? (@ > 1)'"),
  endless(
    "date",
    text,
    "'2024-02-29'",
    "'0044-03-15 BC'",
    "'infinity'",
    "'-infinity'",
    "'5874897-12-31'",
    "'4713-01-01 BC'",
  ),
  endless(
    "timestamp",
    moment,
    "'2024-02-29 12:34:56.123456'",
    "'0044-03-15 12:00 BC'",
    "'infinity'",
    "'294276-12-31 23:59:59.999999'",
  ),
  endless(
    "timestamptz",
    moment,
    "'2024-02-29 12:34:56.1+05:30'",
    "'0044-03-15 12:00:00+00 BC'",
    "'-infinity'",
    "'20240-01-01 00:00:00+00'",
    "'4714-11-24 00:00:00+00 BC'",
  ),
  of("timestamptz(0)", moment, "'2024-02-29 12:34:56.6Z'"),
  of("time", text, "'23:59:59.999999'", "'24:00'", "'00:00'"),
  of("timetz", text, "'12:00+02'", "'23:59:59.999999-15:59:59'", "'00:00Z'"),
  of(
    "interval",
    text,
    "'1 year 2 months -3 days 04:05:06.789'",
    "'0'",
    "'178000000 years'",
    "'-1 mons +3:04:05.000006'",
  ),
  of("inet", text, "'192.168.0.1/24'", ["'::1'", '"::1"']),
  of("cidr", text, "'192.168.0.0/24'"),
  of("macaddr", text, "'08:00:2b:01:02:03'"),
  of("macaddr8", text, "'08:00:2b:01:02:03:04:05'"),
  of("point", text, "'(1,2)'"),
  of("line", text, "'{1,2,3}'"),
  of("lseg", text, "'[(0,0),(1,1)]'"),
  of("box", text, "'(1,1),(0,0)'"),
  of("path", text, "'[(0,0),(1,1)]'"),
  of("polygon", text, "'((0,0),(1,1))'"),
  of("circle", text, "'<(0,0),1.5>'"),
  of("bit(4)", text, "'1010'"),
  of("varbit", text, "''", "'101'"),
  of("tsvector", text, "'a fat cat'"),
  of("tsquery", text, "'a & b'"),
  of("pg_lsn", text, "'16/B374D848'"),
  of("txid_snapshot", text, "'10:20:10,14,15'"),
  of("oid", text, "4294967295"),
  of("regclass", text, "'pg_class'"),
  of("xid8", text, "'18446744073709551615'"),
  nested("int[]", ["'{1,null,3}'", "[1,null,3]"], ["'{}'", "[]"], ["'[0:1]={5,6}'", "[5,6]"]),
  nested("scores", ["'{1,2}'", "[1,2]"]),
  nested("int[][]", ["'{{1,2},{3,4}}'", "[[1,2],[3,4]]"]),
  nested("bigint[]", ["'{9223372036854775807}'", "[9223372036854775807]"]),
  nested("numeric[]", ["'{1.50,NaN,null}'", "[1.50,null,null]"]),
  nested("boolean[]", ["'{t,f}'", "[true,false]"]),
  nested("text[]", [
    `array['a b', 'c"d', 'e\\f', 'NULL', '', null, 'x,y', '{z}']`,
    '["a b","c\\"d","e\\\\f","NULL","",null,"x,y","{z}"]',
  ]),
  nested("timestamptz[]", ["'{2024-01-01 00:00:00+00}'", '["2024-01-01T00:00:00Z"]']),
  nested("bytea[]", ["array['\\x00ff'::bytea]", '["AP8="]']),
  nested("jsonb[]", [`array['{"a": "b\\"c"}'::jsonb]`, '[{"a": "b\\"c"}]']),
  nested("mood[]", [`array['glad', 'sad "quoted"']::mood[]`, '["glad","sad \\"quoted\\""]']),
  nested("box[]", ["array[box '((0,0),(1,1))', box '((2,2),(3,3))']", '["(1,1),(0,0)","(3,3),(2,2)"]']),
  nested(
    "int4range",
    ["'[1,5)'", spanOf(1, 5, "[)")],
    ["'empty'", spanOf(null, null, "empty")],
    ["'(,)'", spanOf(null, null, "()")],
  ),
  nested("tstzrange", ["'[2024-01-01 00:00+00,)'", spanOf("2024-01-01T00:00:00Z", null, "[)")]),
  nested(
    "int4multirange",
    ["'{[1,2),[5,9)}'", `[${spanOf(1, 2, "[)")},${spanOf(5, 9, "[)")}]`],
    ["'{}'", "[]"],
  ),
  nested(
    "pair",
    ["row(1, 'x y')", '{"n":1,"t":"x y"}'],
    ["row(null, null)", '{"n":null,"t":null}'],
    ["row(null, '')", '{"n":null,"t":""}'],
  ),
];

/** User-defined types in {@link valueColumns}. */
export const createTypes = `
  create collation same (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
  create type mood as enum ('glad', 'sad "quoted"');
  create domain score as numeric(6, 2);
  create domain score_of_score as score check (value > 0);
  create domain single as real;
  create domain padded as char(4);
  create domain scores as int[];
  create type pair as (n int, t text);`;
