import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { beforeAll, describe, expect, it } from "vitest";
import { inspectSql } from "./inspect-sql.js";

let connection: DuckDBConnection;

beforeAll(async () => {
  connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
});

const statements = [
  "COPY trips TO '/tmp/wellhead-out.csv'",
  "COPY (SELECT 1) TO '/tmp/wellhead-out.csv'",
  "ATTACH '/tmp/wellhead.db'",
  "INSTALL httpfs",
  "LOAD httpfs",
  "SET memory_limit = '10GB'",
  "RESET threads",
  "CREATE TABLE x (a INTEGER)",
  "CREATE MACRO f(a) AS a",
  "CREATE SECRET (TYPE S3)",
  "DROP VIEW trips",
  "INSERT INTO trips SELECT 1",
  "PRAGMA database_list",
  "CALL duckdb_settings()",
  "EXPLAIN SELECT 1",
  "EXPLAIN ANALYZE SELECT 1",
  "EXPORT DATABASE '/tmp/wellhead-export'",
  "IMPORT DATABASE '/tmp/wellhead-export'",
  "CHECKPOINT",
  "VACUUM",
  "SHOW TABLES",
  "DESCRIBE trips",
  "SUMMARIZE trips",
  "FROM (SHOW TABLES)",
  "FROM (DESCRIBE trips)",
  "USE memory",
  "PREPARE p AS SELECT 1",
  "EXECUTE p",
  "BEGIN",
  "SET VARIABLE x = 1",
];

const rowFunctions = [
  "read_text('/etc/passwd')",
  "read_blob('/etc/passwd')",
  "read_csv('/etc/passwd')",
  "read_csv_auto('/etc/passwd')",
  "read_json('/etc/passwd')",
  "read_parquet('/etc/passwd')",
  "glob('/etc/*')",
  "glob('*')",
  "sniff_csv('/etc/passwd')",
  "parquet_metadata('/etc/passwd')",
  "query('SELECT 1')",
  "query_table('trips')",
  "json_execute_serialized_sql('{}')",
  "duckdb_settings()",
  "duckdb_functions()",
  "duckdb_logs()",
  "duckdb_secrets()",
  "duckdb_temporary_files()",
  "enable_logging()",
  "pragma_version()",
  "which_secret('a', 's3')",
  "main.read_text('/etc/passwd')",
  "system.main.read_text('/etc/passwd')",
  "histogram_values('trips', id)",
  "test_all_types()",
  "arrow_scan(0, 0, 0)",
  "sql_auto_complete('SEL')",
];

const valueFunctions = [
  "getenv('PATH')",
  "current_setting('temp_directory')",
  "getvariable('x')",
  "write_log('x')",
  "version()",
  "json_serialize_sql('SELECT 1')",
  "nextval('x')",
  "pg_sleep(1)",
  "sleep_ms(1)",
  "current_query()",
  "list_transform([1], lambda x: getenv('PATH'))",
  "first(getenv('PATH')) OVER ()",
];

describe("inspectSql()", () => {
  it.each(statements)("refuses what is not a SELECT: %s", async (sql) => {
    await expect(inspectSql(connection, sql)).rejects.toThrow(/SELECT|Error/);
  });

  it.each(rowFunctions)("refuses rows of %s wherever they are read", async (call) => {
    for (const sql of [
      `SELECT * FROM ${call}`,
      `FROM ${call}`,
      `WITH a AS (SELECT * FROM ${call}) SELECT * FROM a`,
      `SELECT (SELECT count(*) FROM ${call}) FROM trips`,
      `SELECT 1 WHERE EXISTS (FROM ${call})`,
      `SELECT 1 UNION ALL SELECT * FROM trips, LATERAL (SELECT * FROM ${call})`,
      `PIVOT (FROM ${call}) ON a USING sum(b)`,
    ])
      await expect(inspectSql(connection, sql), sql).rejects.toThrow(/is not available|SELECT/);
  });

  it.each(valueFunctions)("refuses the value of %s wherever it is computed", async (call) => {
    for (const sql of [
      `SELECT ${call}`,
      `SELECT 1 AS a FROM trips ORDER BY ${call}`,
      `SELECT 1 AS a FROM trips LIMIT ${call}`,
      `SELECT 1 AS a FROM trips GROUP BY ALL HAVING ${call} = 'x'`,
      `SELECT CASE WHEN ${call} = '' THEN 1 END FROM trips QUALIFY row_number() OVER (ORDER BY ${call}) = 1`,
      `SELECT * REPLACE (${call} AS a) FROM trips`,
      `VALUES (${call})`,
    ])
      await expect(inspectSql(connection, sql), sql).rejects.toThrow(/is not available|Error/);
  });

  it.each([
    "information_schema.tables",
    "pg_catalog.pg_class",
    "wellhead.seal",
    "system.information_schema.tables",
  ])("refuses the table %s, which is not a source", async (table) => {
    await expect(inspectSql(connection, `SELECT * FROM ${table}`)).rejects.toThrow("there is no source");
  });

  it("returns the tables a statement reads, whatever it names its own parts", async () => {
    const tables = async (sql: string) => (await inspectSql(connection, sql)).toSorted();
    expect(await tables('SELECT * FROM a JOIN "b/c" USING (id), main.d')).toEqual(["a", "b/c", "d"]);
    expect(await tables("WITH x AS (SELECT * FROM a) SELECT * FROM X, '/etc/passwd'")).toEqual([
      "/etc/passwd",
      "a",
    ]);
    expect(await tables("SELECT * FROM (WITH y AS (SELECT 1) SELECT * FROM y) z, y")).toEqual(["y"]);
    expect(
      await tables("WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) FROM r"),
    ).toEqual([]);
    expect(await tables("SELECT 'FROM x', sum(a) OVER (PARTITION BY b) FROM range(3) t(a)")).toEqual([]);
  });
});
