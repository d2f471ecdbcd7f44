import type { MomentColumn, PagedTable, SqlDialect } from "@wellhead/test-support";
import { roles } from "./role-limits.js";
import { createTypes, valueColumns } from "./sql-values.js";

/** Makes rows wider, so that the table has enough pages for PostgreSQL to start its scans at different positions. */
const pad = "repeat('x', 400)";

const pagedTables: readonly PagedTable[] = [
  {
    name: "composite key",
    create: `create table "composite key" (a int, b int, few int, pad text, primary key (a, b));
      insert into "composite key" select i / 50, i % 50, i % 3, ${pad} from generate_series(0, 2999) i order by md5(i::text);`,
    orderBy: ["few", "b"],
    filter: { numberColumn: "b", numberRange: { _min: 10, _max: 19 } },
    rows: 3000,
  },
  {
    name: "no key",
    create: `create table "no key" (few int, name text, pad text);
      insert into "no key" select nullif(i % 4, 0), 'name ' || i % 700, ${pad} from generate_series(1, 2000) i;`,
    orderBy: ["few", "name"],
    filter: { numberColumn: "few", numberRange: { _min: 2 } },
    rows: 2000,
  },
  {
    name: "unique keys",
    create: `create table "unique keys" (code text not null unique, part text unique, extra int, few int);
      insert into "unique keys" select 'c' || i, nullif('p' || i % 2 * i, 'p0'), i, i % 2 from generate_series(1, 500) i;
      create unique index on "unique keys" (extra) where few = 1;
      create unique index on "unique keys" (lower(code));`,
    orderBy: ["part", "few"],
    rows: 500,
  },
  {
    name: "nullable unique key",
    create: `create table "nullable unique key" (code int unique, few int, pad text);
      insert into "nullable unique key" select nullif(i % 2 * i, 0), i % 3, ${pad} from generate_series(1, 1500) i;`,
    orderBy: ["code", "few"],
    rows: 1500,
  },
  {
    name: "partitioned",
    create: `create table partitioned (id int, few int) partition by list (few);
      create table partitioned_0 partition of partitioned for values in (0);
      create table partitioned_1 partition of partitioned for values in (1);
      create table partitioned_2 partition of partitioned default;
      insert into partitioned select i, i % 4 from generate_series(1, 900) i;`,
    orderBy: ["few"],
    rows: 900,
  },
  {
    name: "inherited",
    create: `create table inherited (id int primary key, few int);
      create table heir (more text) inherits (inherited);
      insert into inherited select i, i % 2 from generate_series(1, 300) i;
      insert into heir select i, i % 3, 'x' from generate_series(1, 300) i;
      insert into heir select i, 7, 'y' from generate_series(1, 300) i;`,
    orderBy: ["id", "few"],
    rows: 900,
  },
  {
    name: "case blind",
    create: `create collation blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
      create table "case blind" (name text collate blind, other text collate blind);
      create unique index on "case blind" (name collate "C");
      insert into "case blind" select (case i % 3 when 0 then 'NAME' when 1 then 'Name' else 'name' end) || i / 3, 'o'
        from generate_series(0, 599) i;
      alter table "case blind" alter name set not null;`,
    orderBy: ["name", "other"],
    rows: 600,
  },
  {
    name: "types without an order",
    create: `create type record_of_two as (a int, b json);
      create table "types without an order" (doc json, tree xml, spot point, pair record_of_two);
      insert into "types without an order" select json_build_object('n', i % 200), xmlparse(content '<a>' || i % 10 || '</a>'),
        point(i % 300, 1), row(i % 2, null)::record_of_two from generate_series(1, 600) i;`,
    orderBy: ["doc", "tree", "spot"],
    rows: 600,
  },
  {
    name: "float key",
    create: `create table "float key" (x double precision primary key, few real);
      insert into "float key" select i / 7.0, i % 3 from generate_series(-150, 150) i where i <> 0;
      insert into "float key" values ('NaN', 'NaN'), ('Infinity', 'NaN'), ('-Infinity', '-0'), ('-0', '0');`,
    orderBy: ["x", "few"],
    rows: 304,
  },
  {
    name: "view of equal values",
    create: `create view "view of equal values" as
      select (case i % 3 when 0 then '1.0' when 1 then '1.00' else '1' end)::numeric as number,
        (case i % 2 when 0 then '1 day' else '24 hours' end)::interval as span,
        (case i % 2 when 0 then '-0' else '0' end)::float8 as zero, i % 100 as few
      from generate_series(1, 1200) i order by md5(i::text), random();`,
    orderBy: ["number", "span", "zero"],
    rows: 1200,
  },
  {
    name: "materialized",
    create: `create materialized view materialized as select i % 5 as few, ${pad} as pad, i from generate_series(1, 1500) i;`,
    orderBy: ["few"],
    rows: 1500,
  },
];

/** The SQL dialect of PostgreSQL for the shared tests. */
/** The types of times, with every number of digits. */
const moments: readonly MomentColumn[] = [
  { type: "date", digits: "day", literal: (text) => `'${text}'` },
  ...[0, 1, 2, 3, 4, 5, 6].flatMap((digits): MomentColumn[] => [
    { type: `timestamp(${digits})`, digits, literal: (text) => `'${text}'` },
    { type: `timestamptz(${digits})`, digits, literal: (text) => `'${text}+00'` },
  ]),
];

export const dialect: SqlDialect = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  types: {
    integer: "bigint",
    text: "text",
    decimal: "numeric(38,10)",
    double: "double precision",
    single: "real",
    date: "date",
    timestamp: "timestamp",
  },
  literal: (_, text) => `'${text.replaceAll("'", "''")}'`,
  number: (expression) => `(${expression})::numeric`,
  text: (expression) => `${expression}::text`,
  manyRows: "select i, repeat('x', 1000) as text from generate_series(1, 400000) i",
  noRowYet: "select pg_sleep(300)",
  waiting:
    "select count(*) from pg_stat_activity where usename = 'wellhead_reader' and wait_event = 'PgSleep'",
  lateRow: "select 0 as late from (select pg_sleep(32)) waited",
  pagedTables,
  values: valueColumns,
  moments,
  createTypes,
  notFinite: "select 'NaN'::float8 as n, '-Infinity'::float4 as i, array['Infinity'::float8, null] as a",
  longestName: { size: 63, unit: "bytes" },
  invalidAccount: {
    create: `create schema "odd ""schema"""; grant usage on schema "odd ""schema""" to wellhead_reader;
      create table "odd ""schema""".inside (id int); insert into "odd ""schema""".inside values (1), (2);
      grant select on "odd ""schema""".inside to wellhead_reader;`,
    place: { schema: 'odd "schema"' },
  },
  columnNames: [
    [
      `select 1 as a, 2 as a, 3 as "__proto__", 4 as "constructor", 5 as "q""\\", 6 as a_2, 7 as "A"`,
      '{"a":1,"a_2":2,"__proto__":3,"constructor":4,"q\\"\\\\":5,"a_2_2":6,"A":7}',
    ],
    ["select 1, now() is null", '{"?column?":1,"?column?_2":false}'],
  ],
  roles,
  failing: {
    sql: "select 1 / (50000 - i) as value, repeat('x', 100) as text from generate_series(1, 100000) i",
    message: "division by zero",
  },
  hugeRow: {
    sql: "select repeat('x', 68 * 1024 * 1024) as text",
    message: "expected at most 64 MiB, got 69 MiB. Choose fewer columns, or cut long values in a query.",
  },
  noRoom: {
    apply:
      "alter role wellhead_reader set temp_file_limit = '64kB'; alter role wellhead_reader set work_mem = '64kB';",
    sql: "select md5(i::text) as text from generate_series(1, 100000) i order by 1",
    message: "the disk of the database has no room for intermediate results. Narrow the query",
    undo: "alter role wellhead_reader reset temp_file_limit; alter role wellhead_reader reset work_mem;",
  },
  noColumns:
    "create table no_columns (); insert into no_columns default values; grant select on no_columns to wellhead_reader;",
  administrator: {
    cancel: {
      sql: "select pg_cancel_backend(pid) from pg_stat_activity where usename = 'wellhead_reader' and state = 'active'",
      message: "an administrator of the database cancelled the query",
    },
    disconnect: {
      sql: "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'wellhead_reader' and state = 'active'",
      message: "an administrator of the database ended the connection",
    },
  },
  noConnections: {
    apply: "alter role wellhead_reader connection limit 1",
    undo: "alter role wellhead_reader connection limit 20",
  },
  settings: {
    table: "settled",
    create: `create table settled as select i, timestamp '2024-02-03 04:05:06.789' + i * interval '1 hour' as at,
        timestamptz '2024-02-03 04:05:06+09' as moment, interval '1 day 2 hours' * i as span, i / 7.0::float8 as ratio,
        convert_to('a' || i, 'UTF8') as raw, 'Zoë' as name, array['word' || i % 2] as words from generate_series(1, 1000) i;
      create index on settled using gin (words);
      alter table settled enable row level security;
      create policy everything on settled using (true);
      grant select on settled to wellhead_reader;`,
    query: "select count(*) as n, min(at) as at from settled where words @> array['word1']",
    late: { sql: "select 1 as x from (select pg_sleep(2.5)) waited", rows: '[{"x":1}]' },
    apply: `alter role wellhead_reader set datestyle = 'SQL, DMY';
      alter role wellhead_reader set intervalstyle = 'sql_standard';
      alter role wellhead_reader set timezone = 'Asia/Tokyo';
      alter role wellhead_reader set extra_float_digits = -10;
      alter role wellhead_reader set bytea_output = 'escape';
      alter role wellhead_reader set client_encoding = 'LATIN1';
      alter role wellhead_reader set row_security = off;
      alter role wellhead_reader set statement_timeout = '2s';
      alter database postgres set gin_fuzzy_search_limit = 5;
      alter database postgres set enable_seqscan = off;`,
    undo: "alter role wellhead_reader reset all; alter database postgres reset all;",
    fixed: {
      apply: "alter role wellhead_reader set zero_damaged_pages = on",
      message: "expected the setting zero_damaged_pages to be",
    },
  },
  lacks: { nul: "a text never holds a NUL" },
};
