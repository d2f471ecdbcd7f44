import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RoleLimits } from "@wellhead/test-support";

/** A database file that requests must not access. */
export const outside = join(tmpdir(), `wellhead-outside-${process.pid}.db`);

const statements: readonly string[] = [
  `attach '${outside}' as other`,
  "attach '/tmp/escaped.db' as other",
  "detach main",
  "select readfile('/etc/passwd')",
  "select writefile('/tmp/escaped', 'x')",
  "select edit('x', 'sh')",
  "select load_extension('/tmp/escaped.so')",
  "select load_extension('/tmp/escaped.so', 'init')",
  "select fts3_tokenizer('simple')",
  "select fts3_tokenizer('simple', x'4141414141414141')",
  "select * from fsdir('/etc')",
  "select * from sqlite_dbpage",
  "select * from dbstat",
  "select * from sqlite_stmt",
  "select sha3_query('select 1')",
  "select * from pragma_database_list",
  "select sqlite3mc_config('cipher')",
  "select lsmode(1)",
  "pragma query_only = off",
  "pragma writable_schema = on",
  "pragma journal_mode = wal",
  "pragma user_version = 7",
  "pragma temp_store_directory = '/tmp'",
  "pragma hard_heap_limit = 0",
  "explain pragma query_only = off",
  "/* a */ -- b\n pragma query_only = off",
  ";pragma query_only = off",
  "vacuum",
  "vacuum into '/tmp/escaped.db'",
  "insert into orders values (99, 0, 0, 'x')",
  "insert into orders values (99, 0, 0, 'x') returning id",
  "update orders set name = 'x' returning id",
  "delete from orders returning id",
  "with x as (select 1) delete from orders returning id",
  "with x as (select 1) insert into orders (name) select 1 from x returning id",
  "replace into orders (id) values (1) returning id",
  "create table escaped (a)",
  "create temp table escaped as select 1",
  "create temp view escaped as select 1",
  "create virtual table escaped using fts5(a)",
  "insert into words values ('x') returning 1",
  "drop table orders",
  "alter table orders rename to gone",
  "reindex",
  "analyze",
  "begin immediate",
  "commit",
  "rollback",
  "savepoint a",
  "select 1; drop table orders",
  "select 1) ; drop table orders; --",
  "select 1), evil as (select readfile('/etc/passwd')",
  "select * from reading",
  "select * from listing",
];

/** What requests must not be able to do. */
export const roles: RoleLimits = {
  create: `create virtual table words using fts5(word); insert into words values ('hello world');
    create view reading as select readfile('/etc/passwd') as r; create view listing as select * from fsdir('/etc');`,
  statements,
  allowedStatements: [],
};
