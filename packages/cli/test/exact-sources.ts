import { mysql } from "@wellhead/mysql";
import { postgres } from "@wellhead/postgres";
import type { Connector } from "@wellhead/sdk";
import { reader as mariadbReader, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { reader as postgresReader, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import type { SourceType, ValueKind } from "./exact-values.js";
import { nestedTypes } from "./nested-types.js";

/** A database whose table changes, and its own client. */
export interface ExactSource {
  readonly connector: Connector;
  /** Id of the table as a type. */
  readonly typeId: string;
  readonly types: readonly SourceType[];
  /** Types that a key may have; their values are made from numbers. */
  readonly keyTypes: readonly {
    readonly type: string;
    readonly kind: ValueKind;
    readonly value: (index: number) => string;
  }[];
  readonly quote: (name: string) => string;
  readonly run: (sql: string) => void;
  /** Returns the texts of expressions for each row of the table, with the client of the database. */
  readonly read: (expressions: readonly string[]) => readonly (readonly (string | null)[])[];
  /** SQL that changes the type of a column in place. Default: the database cannot. */
  readonly changeType?: (column: string, type: string) => string;
  /** SQL that changes the key. Default: the database cannot, and the table is replaced by another. */
  readonly changeKey?: (columns: readonly string[]) => string;
  readonly stop: () => Promise<void>;
}

/** The name of the table. */
export const tableName = "history";

/** The table as a connector reads it. A column may have the name of a clock, but not its values. */
export const pinnedTable = { name: tableName, changes: false } as const;

/** Returns a function that quotes names, and values in SQL that sources have in common. */
export function doubled(mark: string): (name: string) => string {
  return (name) => `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
}
export const texts = [
  "''",
  "' '",
  "'null'",
  "'NULL'",
  "'a\"b'",
  "'it''s'",
  "'ẞ 😀'",
  "'0'",
  "'1.50'",
  "'[\"\"]'",
  "'2024-02-29'",
];
export const days = ["'1999-12-31'", "'2024-02-29'", "'1970-01-01'", "'9999-12-31'"];
export const moments = [
  "'1999-12-31 12:00:00'",
  "'2024-02-29 23:59:59.999999'",
  "'1970-01-01'",
  "'2038-01-19 03:14:07.5'",
];
export const doubles = [
  "0.1",
  "1e100",
  "3",
  "-2.5",
  "1.7976931348623157e308",
  "5e-324",
  "0.30000000000000004",
];
export const longs = ["9223372036854775807", "-9223372036854775808", "0", "9007199254740993"];
export const documents = [
  '\'{"a": [null, "", {}], "b": 1.5}\'',
  "'5'",
  "'\"5\"'",
  "'[]'",
  "'{\"\": 12345678901234567890}'",
  "'true'",
];
const iso = (column: string, zone: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US') || '${zone}'`;

/** PostgreSQL, read with psql. */
export async function postgresSource(): Promise<ExactSource> {
  const server = await startPostgres();
  const pinned = {
    host: "127.0.0.1",
    port: server.port,
    database: "postgres",
    ...postgresReader,
    tls: "off" as const,
  };
  const quote = doubled('"');
  const table = quote(tableName);
  return {
    connector: postgres({ pinned: { ...pinned, tables: [pinnedTable] } }),
    typeId: `public.${tableName}`,
    quote,
    types: [
      { type: "text", kind: "text", values: texts },
      { type: "varchar(30)", kind: "text", values: texts, wider: "text" },
      { type: "smallint", kind: "number", values: ["1", "-32768", "0"], wider: "bigint" },
      { type: "bigint", kind: "number", values: longs, wider: "numeric" },
      {
        type: "numeric",
        kind: "number",
        values: ["1e30", "0.000000000000000000001", "1.50", "0", "-12345678901234567890.5"],
      },
      {
        type: "numeric(6,2)",
        kind: "number",
        digits: "6,2",
        values: ["1.50", "-9999.99", "0"],
        wider: "numeric(12,4)",
      },
      { type: "double precision", kind: "double", values: doubles },
      { type: "real", kind: "double", values: ["0.1", "3", "1e30"] },
      { type: "boolean", kind: "boolean", values: ["true", "false"] },
      { type: "date", kind: "day", values: [...days, "'0001-01-01'"], wider: "timestamp" },
      { type: "timestamp", kind: "local", values: moments, shown: (column) => iso(column, "") },
      { type: "timestamp(0)", kind: "local", values: moments, shown: (column) => iso(column, "") },
      {
        type: "timestamptz",
        kind: "instant",
        values: moments.map((moment) => moment.replace(/'$/, "+00'")),
        shown: (column) => iso(`(${column} at time zone 'UTC')`, "Z"),
      },
      { type: "jsonb", kind: "json", values: documents },
      {
        type: "text[]",
        kind: "list",
        values: ["'{}'", '\'{"",NULL,"NULL"}\'', "'{a,b}'"],
        shown: (column) => `to_json(${column})::text`,
      },
      {
        type: "int[]",
        kind: "json",
        values: ["'{}'", "'{1,NULL,2}'", "'{{1,2},{3,4}}'"],
        shown: (column) => `to_json(${column})::text`,
      },
      {
        type: "bytea",
        kind: "text",
        values: ["''", "'\\x00ff'", "'\\xdeadbeef'"],
        shown: (column) => `replace(encode(${column}, 'base64'), E'\\n', '')`,
      },
      {
        type: "uuid",
        kind: "text",
        values: ["'00000000-0000-0000-0000-000000000001'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'"],
      },
      { type: "time", kind: "text", values: ["'23:59:59.999999'", "'00:00'"] },
      { type: "interval", kind: "text", values: ["'1 day'", "'-2 mons'", "'01:02:03'"] },
      {
        type: "inet",
        kind: "text",
        values: ["'10.0.0.1'", "'10.0.0.0/8'", "'::1'"],
        shown: (column) => `nullif(format('%s', ${column}), '')`,
      },
      ...nestedTypes,
    ],
    keyTypes: [
      { type: "int", kind: "number", value: (index) => String(index) },
      {
        type: "text",
        kind: "text",
        value: (index) => (index === 0 ? "''" : `'${index % 2 === 0 ? "K" : "k"}${index}'`),
      },
      { type: "date", kind: "day", value: (index) => `date '1999-12-31' + ${index}` },
      {
        type: "timestamp",
        kind: "local",
        value: (index) => `timestamp '1999-12-31 12:00:00.000001' + ${index} * interval '1 us'`,
      },
      { type: "numeric(8,2)", kind: "number", value: (index) => `${index}.50` },
    ],
    run: (sql) => void server.admin(sql),
    read: (expressions) =>
      lines(
        server.admin(
          `set timezone = 'UTC'; set intervalstyle = 'iso_8601'; select json_build_array(${expressions.join(", ")})::text from ${table}`,
        ),
      ),
    changeType: (column, type) => `alter table ${table} alter column ${column} type ${type}`,
    changeKey: (columns) =>
      `alter table ${table} drop constraint ${quote(`${tableName}_pkey`)}, add constraint ${quote(`${tableName}_pkey`)} primary key (${columns.join(", ")})`,
    stop: () => server.stop(),
  };
}

/** MariaDB, read with its client. */
export async function mariadbSource(): Promise<ExactSource> {
  const server = await startMariadb();
  const pinned = {
    host: "127.0.0.1",
    port: server.port,
    database: "shop",
    ...mariadbReader,
    tls: "off" as const,
  };
  const quote = doubled("`");
  const table = quote(tableName);
  const withZone = (column: string, zone: string) =>
    `concat(date_format(${column}, '%Y-%m-%dT%H:%i:%s.%f'), '${zone}')`;
  return {
    connector: mysql({ pinned: { ...pinned, tables: [pinnedTable] } }),
    typeId: `shop.${tableName}`,
    quote,
    types: [
      { type: "text", kind: "text", values: texts },
      { type: "varchar(30)", kind: "text", values: texts, wider: "text" },
      { type: "smallint", kind: "number", values: ["1", "-32768", "0"], wider: "bigint" },
      { type: "bigint", kind: "number", values: longs },
      { type: "bigint unsigned", kind: "number", values: ["18446744073709551615", "0"] },
      {
        type: "decimal(6,2)",
        kind: "number",
        digits: "6,2",
        values: ["1.50", "-9999.99", "0"],
        wider: "decimal(12,4)",
      },
      { type: "double", kind: "double", values: doubles },
      {
        type: "bit(1)",
        kind: "boolean",
        values: ["b'1'", "b'0'"],
        shown: (column) => `elt(1 + ${column}, 'false', 'true')`,
      },
      { type: "date", kind: "day", values: days, wider: "datetime(6)" },
      { type: "datetime(6)", kind: "local", values: moments, shown: (column) => withZone(column, "") },
      {
        type: "timestamp(3) null",
        kind: "instant",
        values: moments.slice(1).filter((text) => !text.includes("1970")),
        shown: (column) => withZone(column, "Z"),
      },
      { type: "json", kind: "json", values: documents },
      {
        type: "varbinary(20)",
        kind: "text",
        values: ["''", "x'00ff'"],
        shown: (column) => `replace(to_base64(${column}), '\\n', '')`,
      },
      { type: "enum('', 'a', 'b')", kind: "text", values: ["''", "'a'"] },
      { type: "time(6)", kind: "text", values: ["'23:59:59.999999'", "'-838:59:59'"] },
      { type: "uuid", kind: "text", values: ["'00000000-0000-0000-0000-000000000001'"] },
    ],
    keyTypes: [
      { type: "int", kind: "number", value: (index) => String(index) },
      {
        type: "varchar(30) character set utf8mb4 collate utf8mb4_bin",
        kind: "text",
        value: (index) => (index === 0 ? "''" : `'${index % 2 === 0 ? "K" : "k"}${index}'`),
      },
      { type: "decimal(8,2)", kind: "number", value: (index) => `${index}.50` },
    ],
    run: (sql) => void server.admin(`set time_zone = '+00:00'; ${sql}`),
    read: (expressions) =>
      server
        .admin(`set time_zone = '+00:00'; select hex(json_array(${expressions.join(", ")})) from ${table}`)
        .split("\n")
        .filter((line) => line !== "")
        .map((hex) => parseRow(Buffer.from(hex, "hex").toString())),
    changeType: (column, type) => `alter table ${table} modify ${column} ${type}`,
    changeKey: (columns) => `alter table ${table} drop primary key, add primary key (${columns.join(", ")})`,
    stop: () => server.stop(),
  };
}

function lines(output: string): readonly (readonly (string | null)[])[] {
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map(parseRow);
}

function parseRow(line: string): readonly (string | null)[] {
  // Each expression is a text.
  return JSON.parse(line) as (string | null)[];
}
