import type { MomentColumn, PagedTable, SqlDialect } from "@wellhead/test-support";
import { roles } from "./role-limits.js";
import { valueColumns } from "./sql-values.js";

const pagedTables: readonly PagedTable[] = [
  {
    name: "composite key",
    create: `create table \`composite key\` (a int, b int, few int, pad text, primary key (a, b));
      insert into \`composite key\` select seq div 50, seq % 50, seq % 3, repeat('x', 100) from seq_0_to_2999 order by md5(seq);`,
    orderBy: ["few", "b"],
    filter: { numberColumn: "b", numberRange: { _min: 10, _max: 19 } },
    rows: 3000,
  },
  {
    name: "no key",
    create: `create table \`no key\` (few int, name varchar(50), pad text);
      insert into \`no key\` select nullif(seq % 4, 0), concat('name ', seq % 700), repeat('x', 100) from seq_1_to_2000;`,
    orderBy: ["few", "name", "pad"],
    filter: { numberColumn: "few", numberRange: { _min: 2 } },
    rows: 2000,
  },
  {
    name: "unique keys",
    create: `create table \`unique keys\` (few int, part varchar(20) unique, code varchar(20) not null unique);
      insert into \`unique keys\` select seq % 2, nullif(concat('p', seq % 2 * seq), 'p0'), concat('c', seq) from seq_1_to_500;`,
    orderBy: ["part", "few"],
    rows: 500,
  },
  {
    name: "nullable unique key",
    create: `create table \`nullable unique key\` (code int unique, few int, pad text);
      insert into \`nullable unique key\` select nullif(seq % 2 * seq, 0), seq % 3, repeat('x', 100) from seq_1_to_1500;`,
    orderBy: ["code", "few"],
    rows: 1500,
  },
  {
    name: "prefix key",
    create: `create table \`prefix key\` (code varchar(50) not null, few int, unique (code(5)));
      insert into \`prefix key\` select lpad(seq, 5, '0'), seq % 3 from seq_1_to_400;`,
    orderBy: ["few"],
    rows: 400,
  },
  {
    name: "partitioned",
    create: `create table partitioned (id int, few int) partition by hash (few) partitions 3;
      insert into partitioned select seq, seq % 4 from seq_1_to_900;`,
    orderBy: ["few"],
    rows: 900,
  },
  {
    name: "case blind",
    create: `create table \`case blind\` (name varchar(40), other varchar(40)) collate utf8mb4_general_ci;
      insert into \`case blind\` select concat(case seq % 4 when 0 then 'NAME' when 1 then 'Näme' when 2 then 'name ' else 'name' end, seq div 4), 'o'
        from seq_0_to_599;`,
    orderBy: ["name", "other"],
    rows: 600,
  },
  {
    name: "long texts",
    create: `create table \`long texts\` (body longtext, raw longblob, few int);
      insert into \`long texts\` select concat(repeat('x', 3000), seq), concat(repeat('y', 3000), seq % 50), seq % 2 from seq_1_to_300;`,
    orderBy: ["body", "raw", "few"],
    rows: 300,
  },
  {
    name: "long key",
    create: `create table \`long key\` (code varchar(700) not null primary key, few int) character set utf8mb4;
      insert into \`long key\` select concat(repeat('é', 690), seq), seq % 3 from seq_1_to_300;`,
    orderBy: ["few"],
    rows: 300,
  },
  {
    name: "types without an order",
    create: `create table \`types without an order\` (doc json, spot point, bits bit(9), kind enum('b', 'a'), several set('x', 'y'));
      insert into \`types without an order\` select json_object('n', seq % 200), point(seq % 300, 1), seq % 400,
        if(seq % 2, 'a', 'b'), 'x,y' from seq_1_to_600;`,
    orderBy: ["doc", "kind", "bits"],
    rows: 600,
  },
  {
    name: "float key",
    create: `create table \`float key\` (x double primary key, y float);
      insert into \`float key\` select seq / 7, seq % 3 from seq_1_to_300;`,
    orderBy: ["x", "y"],
    rows: 300,
  },
  {
    name: "view of equal values",
    create: `create view \`view of equal values\` as
      select cast(case seq % 2 when 0 then -0e0 else 0e0 end as double) as zero, if(seq % 2, 'A', 'a') as letter, seq % 100 as few from seq_1_to_1200;`,
    orderBy: ["zero", "letter"],
    rows: 1200,
  },
];

/** The SQL dialect of MariaDB for the shared tests. */
/** The types of times, with every number of digits. */
const moments: readonly MomentColumn[] = [
  { type: "date", digits: "day", literal: (text) => `'${text}'` },
  ...[0, 1, 2, 3, 4, 5, 6].flatMap((digits): MomentColumn[] => [
    { type: `datetime(${digits})`, digits, literal: (text) => `'${text}'` },
    { type: `timestamp(${digits}) null`, digits, literal: (text) => `'${text}'`, first: "1970-01-02" },
  ]),
];

export const dialect: SqlDialect = {
  quote: (name) => `\`${name.replaceAll("`", "``")}\``,
  types: {
    integer: "bigint",
    text: "varchar(100)",
    decimal: "decimal(38,10)",
    double: "double",
    single: "float",
    date: "date",
    timestamp: "datetime(6)",
  },
  literal: (kind, text) => {
    if (kind === "text") return `convert(x'${Buffer.from(text).toString("hex")}' using utf8mb4)`;
    if (kind === "double" || kind === "single") return /e/.test(text) ? text : `${text}e0`;
    return kind === "integer" || kind === "decimal" ? text : `'${text}'`;
  },
  number: (expression) => expression,
  text: (expression) => expression,
  manyRows: "select seq as i, repeat('x', 1000) as text from seq_1_to_400000",
  noRowYet: "select sleep(300)",
  waiting:
    "select count(*) from information_schema.processlist where user = 'wellhead_reader' and state = 'User sleep'",
  lateRow: "select sleep(32) as late",
  pagedTables,
  values: valueColumns,
  moments,
  createTypes: "set sql_mode = ''; set time_zone = '+05:30';",
  longestName: { size: 64, unit: "characters" },
  invalidAccount: {
    create: `create database \`odd \`\`schema\`; grant select on \`odd \`\`schema\`.* to wellhead_reader@'%';
      create table \`odd \`\`schema\`.inside (id int); insert into \`odd \`\`schema\`.inside values (1), (2);`,
    place: { schema: "odd `schema" },
  },
  columnNames: [
    [
      'select 1 as a, 2 as a, 3 as __proto__, 4 as `constructor`, 5 as `q"\\\\`, 6 as ``, 7 as a_2, 8 as A',
      '{"a":1,"a_2":2,"__proto__":3,"constructor":4,"q\\"\\\\\\\\":5,"column_6":6,"a_2_2":7,"A":8}',
    ],
  ],
  roles,
  failing: {
    sql: "select if(seq < 50000, seq, (select seq from seq_1_to_2)) as value, repeat('x', 100) as text from seq_1_to_100000",
    message: "Subquery returns more than 1 row",
  },
  hugeRow: {
    sql: `select ${["a", "b", "c", "d", "e"].map((name) => `repeat('x', 15000000) as ${name}`).join(", ")}`,
    message: "expected at most 64 MiB, got more. Choose fewer columns, or cut long values in a query.",
  },
  noRoom: {
    apply: "set global tmp_disk_table_size = 65536; set global tmp_memory_table_size = 1024;",
    sql: "select distinct repeat(md5(seq), 10) as text from seq_1_to_100000",
    message: "the disk of the database has no room for intermediate results. Narrow the query",
    undo: "set global tmp_disk_table_size = default; set global tmp_memory_table_size = default;",
  },
  administrator: {
    cancel: {
      sql: "kill query user wellhead_reader",
      message: "an administrator of the database cancelled the query",
    },
    // The server closes the connection without an error message.
    disconnect: {
      sql: "kill user wellhead_reader",
      message: "the connection was lost. Try again",
    },
  },
  noConnections: {
    apply: "alter user wellhead_reader@'%' with max_user_connections 1",
    undo: "alter user wellhead_reader@'%' with max_user_connections 20",
  },
  settings: {
    table: "settled",
    create: `create table settled (i int primary key, word char(20), at timestamp, name varchar(10), raw varbinary(9));
      insert into settled select seq, concat('word ', seq), '2024-02-03 04:05:06', 'Zoë', concat('a', seq) from seq_1_to_1000;`,
    query: "select char_length(group_concat(word)) as n, hex(min(word)) as word, min(at) as at from settled",
    apply: `set global sql_select_limit = 10; set global group_concat_max_len = 4; set global time_zone = '+09:00';
      set global sql_mode = 'PAD_CHAR_TO_FULL_LENGTH,ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES';
      set global sql_auto_is_null = 1; set global max_statement_time = 0.001;
      set global init_connect = 'set names latin1, sql_select_limit = 7';`,
    undo: `set global sql_select_limit = default; set global group_concat_max_len = default; set global time_zone = 'SYSTEM';
      set global sql_mode = default; set global sql_auto_is_null = 0; set global max_statement_time = 0;
      set global init_connect = '';`,
  },
  lacks: {
    nan: "a double is never NaN",
    infinity: "a double is always finite",
    "tables without columns": "a table has at least one column",
    "supplementary names": "names have characters of the basic plane only",
    "case of columns": "names of columns that differ by case are the same",
  },
};
