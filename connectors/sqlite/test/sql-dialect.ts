import type { MomentColumn, PagedTable, SqlDialect } from "@wellhead/test-support";
import { roles } from "./role-limits.js";
import { valueColumns } from "./sql-values.js";

const pagedTables: readonly PagedTable[] = [
  {
    name: "composite key",
    create: `create table "composite key" (a int, b int, few int, pad text, primary key (a, b)) without rowid;
      insert into "composite key" select value / 50, value % 50, value % 3, 'pad' from generate_series(0, 2999);`,
    orderBy: ["few", "b"],
    filter: { numberColumn: "b", numberRange: { _min: 10, _max: 19 } },
    rows: 3000,
  },
  {
    name: "no key",
    create: `create table "no key" (few int, name text);
      create index by_few on "no key" (few);
      insert into "no key" select nullif(value % 4, 0), 'name ' || value % 700 from generate_series(1, 2000);`,
    orderBy: ["few", "name"],
    filter: { numberColumn: "few", numberRange: { _min: 2 } },
    rows: 2000,
  },
  {
    name: "case blind key",
    create: `create table "case blind key" (name text collate nocase, few int, primary key (name collate binary)) without rowid;
      insert into "case blind key" select case value % 2 when 0 then 'NAME' else 'name' end || (value / 2), value % 3
        from generate_series(0, 599);`,
    orderBy: ["name", "few"],
    rows: 600,
  },
  {
    name: "hidden row numbers",
    create: `create table "hidden row numbers" (rowid text, _rowid_ text, oid text);
      insert into "hidden row numbers" select value % 3, value % 5, value % 200 from generate_series(1, 600);`,
    orderBy: ["rowid", "oid"],
    rows: 600,
  },
  {
    name: "view of equal values",
    create: `create view "view of equal values" as
      select case value % 3 when 0 then 1 when 1 then 1.0 else '1' end as number, case value % 2 when 0 then 'A' else 'a' end collate nocase as letter,
        value % 100 as few from generate_series(1, 1200);`,
    orderBy: ["number", "letter"],
    rows: 1200,
  },
  {
    name: "full text",
    create: `create virtual table "full text" using fts5 (body);
      insert into "full text" select 'word ' || value % 50 from generate_series(1, 300);`,
    orderBy: ["body"],
    rows: 300,
  },
];

/** The SQL dialect of SQLite for the shared tests. */
/** Moments are texts with any number of digits, with and without an offset, or numbers. */
const moments: readonly MomentColumn[] = [
  { type: "date", digits: "day", literal: (text) => `'${text}'` },
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((digits): MomentColumn => {
    const literals: readonly MomentColumn["literal"][] = [
      (text) => `'${text}'`,
      (text) => `'${text.replace(" ", "T")}Z'`,
      (text) => {
        const seconds = new Date(Date.parse(`${text.slice(0, 19)}Z`) + 19_800_000).toISOString();
        return `'${seconds.slice(0, 19)}${text.slice(19)}+05:30'`;
      },
    ];
    return { type: "datetime", digits, literal: literals[digits % literals.length] ?? String };
  }),
  { type: "datetime", digits: 3, literal: (text) => String(Date.parse(`${text}Z`)), first: "2000-01-01" },
];

export const dialect: SqlDialect = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  types: {
    integer: "integer",
    text: "text",
    decimal: "decimal(38,10)",
    double: "real",
    single: "real",
    date: "date",
    timestamp: "datetime",
  },
  literal: (kind, text) => {
    if (kind === "double") return text.replace("Infinity", "9e999");
    return kind === "integer" ? text : `'${text.replaceAll("'", "''")}'`;
  },
  number: (expression) => expression,
  text: (expression) => expression,
  manyRows:
    "with recursive n(i) as (select 1 union all select i + 1 from n where i < 400000) select i, printf('%.1000c', 'x') as text from n",
  noRowYet: "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n",
  pagedTables,
  values: valueColumns,
  moments,
  // The suite's admin function creates this file.
  invalidAccount: { create: "", place: { schema: "odd 'file' {{x}}.db" } },
  columnNames: [
    [
      `select 1 as a, 2 as a, 3 as "__proto__", 4 as "constructor", 5 as "q""\\", 6 as a_2, x'ff' as b`,
      '{"a":1,"a_2":2,"__proto__":3,"constructor":4,"q\\"\\\\":5,"a_2_2":6,"b":"/w=="}',
    ],
  ],
  roles,
  failing: {
    sql: "with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000) select case when i < 50000 then i else abs(-9223372036854775807 - 1) end as value, printf('%.100c', 'x') as text from n",
    message: "integer overflow",
  },
  hugeRow: {
    sql: "select printf('%.200000000c', 'x') as text",
    message: "it needs more memory than the limit allows. Narrow the query",
  },
  noRoom: {
    apply: "",
    sql: "with recursive n(i) as (select 1 union all select i + 1 from n where i < 400000) select i, printf('%.200c', 'x') as text from n order by i % 7, i",
    message: "it needs more space for intermediate results than the limit allows. Narrow the query",
    undo: "",
  },
  lacks: {
    server: "a file is read by a process of the service",
    roles: "a file has no users",
    "unsorted queries": "one thread reads a file in the same order each time",
    "tables without columns": "a table has at least one column",
    "case of columns": "names that differ by case are the same",
    "case of tables": "names that differ by case are the same",
    nul: "the library reads a text up to a NUL only",
    settings: "a file has no settings of a server",
    "long numbers": "numbers have 64 bits; longer ones are bound as text",
    nan: "NaN is stored as NULL",
    decimal: "a decimal is stored as a double",
    single: "a float has eight bytes",
  },
};
