import type { MomentColumn, PagedTable, SqlDialect } from "@wellhead/test-support";
import { roles } from "./role-limits.js";
import { valueColumns } from "./sql-values.js";
import { reader } from "./start-clickhouse.js";

const pagedTables: readonly PagedTable[] = [
  {
    name: "equal keys",
    create: `create table \`equal keys\` (few UInt8, name Nullable(String), pad String) engine = MergeTree order by few;
      insert into \`equal keys\` select number % 4, if(number % 3 = 0, null, concat('name ', toString(number % 700))), 'xxxx' from numbers(2000);`,
    orderBy: ["few", "name", "pad"],
    filter: { numberColumn: "few", numberRange: { _min: 2 } },
    rows: 2000,
  },
  {
    name: "types without an order",
    create: `create table \`types without an order\` (list Array(UInt8), pair Tuple(UInt8, String), zero Float64, part Float32) engine = MergeTree order by tuple();
      insert into \`types without an order\` select [number % 5, 2], (number % 50, 'x'), if(number % 2, -0., 0.), number / 7 from numbers(600);`,
    orderBy: ["list", "zero", "part"],
    rows: 600,
  },
];

/** The SQL dialect of version 18 for the shared tests. */
/** Version 18 has no digits after the second. */
const moments: readonly MomentColumn[] = [
  { type: "Nullable(Date)", digits: "day", literal: (text) => `toDate('${text}')`, first: "1970-01-02" },
  {
    type: "Nullable(DateTime)",
    digits: 0,
    literal: (text) => `toDateTime('${text}', 'UTC')`,
    first: "1970-01-02",
  },
];

export const dialect: SqlDialect = {
  quote: (name) => `\`${name.replace(/[\\`]/g, "\\$&")}\``,
  types: {
    integer: "Nullable(Int64)",
    text: "Nullable(String)",
    decimal: "Nullable(Decimal(38, 10))",
    double: "Nullable(Float64)",
    single: "Nullable(Float32)",
    date: "Nullable(Date)",
    timestamp: "Nullable(DateTime)",
  },
  literal: (kind, text) => {
    if (kind === "text") return `unhex('${Buffer.from(text).toString("hex")}')`;
    if (kind === "single") return `toFloat32(${text})`;
    if (kind === "double") return floating(text);
    if (kind === "timestamp") return `toDateTime('${text.slice(0, 19)}', 'UTC')`;
    return kind === "integer" ? text : `'${text}'`;
  },
  number: (expression) => expression,
  text: (expression) => expression,
  manyRows: `select number as i, '${"x".repeat(1000)}' as text from numbers(400000)`,
  noRowYet: "select count() as n from system.numbers",
  waiting: `select count() from system.processes where user = '${reader.user}' and query like '%system.numbers%' and query not like 'describe%'`,
  lateRow:
    "select count() * 0 as late from numbers(11) where sleepEachRow(3) = 0 settings max_block_size = 1",
  pagedTables,
  values: valueColumns,
  moments,
  invalidAccount: {
    create:
      "create database `odd \\`database`; create table `odd \\`database`.inside (id int); insert into `odd \\`database`.inside values (1), (2);",
    place: { schema: "odd `database" },
  },
  columnNames: [
    [
      'select 1 as a, 2 as b, 1 as a, 4 as `__proto__`, 5 as `q"\\\\`',
      '{"a":1,"b":2,"a_2":1,"__proto__":4,"q\\"\\\\":5}',
    ],
  ],
  roles,
  failing: {
    sql: "select number as value, throwIf(number = 400000) as failed from numbers(500000)",
    message: "Value passed to 'throwIf' function is non zero",
  },
  hugeRow: {
    sql: "select arrayStringConcat(arrayMap(x -> 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', range(700000))) as text",
    message: "expected at most 64 MiB, got more. Choose fewer columns, or cut long values in a query.",
  },
  noRoom: {
    apply: `alter user ${reader.user} settings max_memory_usage = 50000000`,
    sql: "select number as k, count() as n from numbers(10000000) group by number",
    message: "it needs more memory than the database allows. Narrow the query",
    undo: `alter user ${reader.user} settings `,
  },
  administrator: {
    cancel: {
      sql: `kill query where user = '${reader.user}'`,
      message: "an administrator of the database cancelled the query",
    },
    disconnect: {
      sql: `kill query where user = '${reader.user}' async`,
      message: "an administrator of the database cancelled the query",
    },
  },
  noConnections: {
    apply: `alter user ${reader.user} settings max_concurrent_queries_for_user = 1`,
    undo: `alter user ${reader.user} settings `,
  },
  settings: {
    table: "settled",
    create: `create table settled (i UInt64, at DateTime, name String, ratio Float64);
      insert into settled select number, toDateTime(number), concat('a/b ', toString(number)), 1 / 0 from numbers(1000);`,
    query: "select count() as n, max(i) as i, max(at) as at, any(ratio) as ratio from settled",
    apply: `alter user ${reader.user} settings output_format_json_quote_64bit_integers = 1, output_format_json_quote_denormals = 1,
      output_format_json_escape_forward_slashes = 1, extremes = 1, sort_overflow_mode = break`,
    undo: `alter user ${reader.user} settings `,
  },
  lacks: {
    "table locks": "nothing keeps others from reading a table",
    roles: "version 18 has no permissions on tables and columns",
    "tables without columns": "a table has at least one column",
    "early date": "dates of version 18 begin in 1970",
    "date before 1970": "dates of version 18 begin in 1970",
    "late date": "dates of version 18 end in 2106",
    microseconds: "times of version 18 are whole seconds",
  },
};

/** Writes a double by its bits. */
function floating(text: string): string {
  const bits = Buffer.alloc(8);
  bits.writeDoubleLE(Number(text));
  return `reinterpretAsFloat64(unhex('${bits.toString("hex")}'))`;
}
