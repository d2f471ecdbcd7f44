import type { ValueColumn } from "@wellhead/test-support";

type Values = ValueColumn["values"];
type Told = ValueColumn["json"];

const text: Told = (shown) => JSON.stringify(shown);
/** Removes leading zeros, which JSON does not allow. */
const number: Told = (shown) => shown.replace(/^0+(?=\d)/, "");
const bytes: Told = (shown) => JSON.stringify(Buffer.from(shown, "hex").toString("base64"));
/** A date whose month or day is zero does not exist. */
const moment: Told = (shown) =>
  /-00/.test(shown.slice(0, 10)) ? "null" : JSON.stringify(shown.replace(" ", "T"));
const instant: Told = (shown) => moment(shown).replace(/"$/, 'Z"');
const document: Told = (shown) => shown;

const of = (type: string, json: Told, ...values: Values): ValueColumn => ({
  type: `${type} null`,
  json,
  values,
});
const documents = (type: string, ...values: Values): ValueColumn => ({
  ...of(type, document, ...values),
  isDocument: true,
});

const many = "9".repeat(65);

/** Values of every MariaDB type. The table in the README is generated from them. */
export const valueColumns: readonly ValueColumn[] = [
  of("tinyint", number, "-128", "127"),
  of("tinyint unsigned", number, "255"),
  of("boolean", number, "true", "false"),
  of("smallint", number, "-32768"),
  of("smallint unsigned", number, "65535"),
  of("mediumint", number, "-8388608"),
  of("mediumint unsigned", number, "16777215"),
  of("int", number, "-2147483648"),
  of("int unsigned", number, "4294967295"),
  of("int(8) zerofill", number, "42", "0", "4294967295"),
  of("bigint", number, "-9223372036854775808", "9007199254740993", "-9007199254740992", "0", "4294967296"),
  of("bigint unsigned", number, "18446744073709551615", "9007199254740992"),
  of("bigint(20) unsigned zerofill", number, "42"),
  of("decimal(10,2)", number, "12.5", "-0.05", "99999999.99"),
  of("decimal(10,2) zerofill", number, "12.5"),
  of(
    "decimal(65,30)",
    number,
    "12345678901234567890123456789012345.123456789012345678901234567891",
    "-0.000000000000000000000000000001",
  ),
  of("decimal(65,0)", number, `-${many}`),
  of(
    "float",
    number,
    "0.1",
    ["16777217", "16777216"],
    ["3.40282e38", "3.40282e+38"],
    ["1.17549435e-38", "1.1754944e-38"],
    ["123456.789", "123456.79"],
  ),
  of("float(7,3)", number, ["1.2345", "1.234"], "9999.999"),
  of(
    "double",
    number,
    "0.1e0 + 0.2e0",
    ["1.7976931348623157e308", "1.7976931348623157e+308"],
    "5e-324",
    "0e0",
    "-1234567.5",
    ["1e15", "1000000000000000"],
  ),
  of("double unsigned", number, "0.5"),
  of("bit(1)", (shown) => String(shown === "1"), "b'1'", "b'0'"),
  of("bit(9)", number, "b'101010101'", "0"),
  of("bit(64)", number, `b'${"1".repeat(64)}'`, "9223372036854775808"),
  of("year", number, "2024", "'0000'", "2155", "1901"),
  of(
    "date",
    moment,
    "'2024-02-29'",
    "'9999-12-31'",
    "'0999-01-01'",
    "'0000-00-00'",
    "'2024-00-00'",
    "'2024-01-00'",
  ),
  of("datetime", moment, "'2024-02-29 12:34:56'", "'2024-02-29'", "'0000-00-00'", "'9999-12-31 23:59:59'"),
  of("datetime(6)", moment, "'2024-02-29 12:34:56.000001'", "'2024-02-29'", "'2024-01-00 10:00'"),
  of("datetime(3)", moment, "'2024-02-29 12:34:56.789'"),
  of("timestamp", instant, "'2024-02-29 12:34:56'", "'0000-00-00'", "'2038-01-19 08:44:07'"),
  of("timestamp(6)", instant, "'2024-02-29 12:34:56.1'"),
  of("time", text, "'-838:59:59'", "'00:00:00'", "'24:00:01'"),
  of("time(6)", text, "'00:00:00'", "'838:59:59.999999'"),
  of("time(2)", text, "'-00:00:00.25'"),
  of("char(5)", text, "'ab '", "''", "'é'", "'É'"),
  of("varchar(20)", text, "'a, b'", "''", "'ab '", "'AB'", "'ab'"),
  of("varchar(20) character set latin1", text, "'é'", "'€'"),
  of("varchar(20) character set sjis", text, "'日本'"),
  of("text", text, `'q" b\\\\ l\\n t\\t \\0\\Z'`, "repeat('é😀', 3000)"),
  of("tinytext", text, "'T'"),
  of("longtext", text, "'😀 \u2028'", "''"),
  of("text character set utf16", text, "'日本'"),
  of("enum('glad','sad \"q\"','')", text, "'sad \"q\"'", "'other'", "''"),
  of("set('x','y','z')", text, "'z,x'", "''"),
  of("binary(3)", bytes, "x'00ff'", "''"),
  of("varbinary(300)", bytes, "x'00ff10'", "''", "repeat(x'fe', 300)", "repeat(x'ff', 300)"),
  of("blob", bytes, "''", "x'c3'"),
  of("longblob", bytes, "'abcd'"),
  documents("json", `'{"a": [1, "x\\\\n"], "b": null}'`, "'12345678901234567890.50'", "'[]'"),
  of("uuid", text, "'7E57D004-2b97-0e7a-b45f-5387367791cd'"),
  of("inet6", text, "'2001:db8::ff00:42:8329'", "'::ffff:1.2.3.4'"),
  of("inet4", text, "'192.168.0.1'"),
  of("point", bytes, "point(1, 2)"),
  of("geometry", bytes, "point(1, 2)", "linestring(point(0, 0), point(1, 1))"),
  of("polygon", bytes, "polygon(linestring(point(0, 0), point(1, 1), point(0, 1), point(0, 0)))"),
];
