import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { RowServer } from "@wellhead/test-support/http/row-server";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "./store/results.js";

const server = new RowServer();
let results: Results;

beforeAll(async () => {
  await server.start();
  results = await Results.open({ timeoutMs: 60_000 });
  await results.load(await server.read('{"a":1,"b":"x"}\n'), { schema: "s", name: "t" });
});
afterAll(async () => {
  await results.close();
  await server.stop();
});

test.each([
  "SELECT * FROM read_csv('/etc/passwd')",
  "SELECT * FROM read_text('/etc/passwd')",
  "SELECT * FROM '/etc/passwd.csv'",
  "SELECT * FROM glob('/etc/*')",
  "SELECT (SELECT content FROM read_text('/etc/passwd'))",
  "WITH x AS (SELECT * FROM read_blob('/etc/passwd')) SELECT * FROM x",
  "COPY s.t TO '/tmp/wellhead-stolen.csv'",
  "COPY (SELECT 1) TO '/tmp/wellhead-stolen.csv'",
  "ATTACH '/tmp/wellhead-stolen.db' AS stolen",
  "INSTALL httpfs",
  "LOAD httpfs",
  "SET enable_external_access = true",
  "RESET memory_limit",
  "PRAGMA database_list",
  "CALL pragma_version()",
  "CREATE TABLE x AS SELECT 1",
  "DROP TABLE s.t",
  "INSERT INTO s.t VALUES (2)",
  "UPDATE s.t SET a = 2",
  "DELETE FROM s.t",
  "EXPORT DATABASE '/tmp/wellhead-stolen'",
  "EXPLAIN ANALYZE SELECT 1",
  "DESCRIBE s.t",
  "SUMMARIZE s.t",
  "SHOW TABLES",
  "FROM duckdb_settings()",
  "SELECT * FROM information_schema.tables",
  "SELECT * FROM duckdb_secrets",
  "SELECT * FROM memory.s.t",
  "SELECT * FROM pg_catalog.pg_tables",
  "SELECT * FROM query('SELECT 1')",
  "SELECT * FROM query_table('t')",
  "SELECT 1; SELECT 2",
  "SELECT 1; COPY (SELECT 1) TO '/tmp/wellhead-stolen.csv'",
  "BEGIN",
  "SELECT ?",
  "SELECT $secret",
  "PREPARE p AS SELECT 1",
  "",
  ";",
  "-- nothing",
  "SELECT 1 \0; DROP TABLE s.t",
  "SELECT getenv('HOME')",
])("query() refuses %j", async (sql) => {
  await expect(results.query(sql)).rejects.toMatchObject({ name: "ResultsError", code: "statement" });
});

test("query() reads nothing of the machine by a function of values", async () => {
  const { rowCount } = await results.query("SELECT count(*) AS n FROM s.t");
  expect(rowCount).toBe(1);
  expect((await readdir("/tmp")).filter((name) => name.startsWith("wellhead-stolen"))).toStrictEqual([]);
});

test.each([
  ["a huge text", "SELECT repeat('x', 4000000000) AS x", "limit"],
  [
    "a recursive query without an end",
    "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r",
    "limit",
  ],
] as const)("query() ends %s at a limit", async (_name, sql, code) => {
  const limited = await Results.open({ maxMemory: 2 ** 27, maxTemporaryBytes: 2 ** 20, timeoutMs: 500 });
  try {
    await expect(limited.query(sql)).rejects.toMatchObject({ name: "ResultsError", code });
  } finally {
    await limited.close();
  }
});

test.each([
  ["application/x-ndjson", (row: number) => `{"a":${row},"b":"${"x".repeat(200)}"}\n`],
  ["text/csv", (row: number) => (row === 0 ? "a,b\n" : `${row},${"x".repeat(200)}\n`)],
] as const)("load() ends rows of %s at the limit of temporary files", async (type, textOf) => {
  const limited = await Results.open({ maxTemporaryBytes: 2 ** 20 });
  const load = async (rows: number) => {
    const reading = await server.read((response) => {
      response.setHeader("content-type", type);
      response.end(Array.from({ length: rows }, (_, row) => textOf(row)).join(""));
    });
    return limited.load(reading, { schema: "s", name: `t${rows}` });
  };
  try {
    await expect(load(20_000)).rejects.toMatchObject({
      name: "ResultsError",
      code: "limit",
      message: expect.stringContaining("exceed 1 MiB of temporary files"),
    });
    // Each table has the whole limit.
    for (const rows of [3000, 3001]) expect((await load(rows)).incomplete).toBeUndefined();
  } finally {
    await limited.close();
  }
});

test("query() reports in one sentence that the engine was killed, and leaves no file", async () => {
  const temporaryFolder = tmpdir();
  const killed = await Results.open({ temporaryFolder });
  const running = killed.query(
    "SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range + b.range = 7",
  );
  process.kill(killed.pid ?? 0, "SIGKILL");
  await expect(running).rejects.toMatchObject({
    code: "engine",
    message: expect.stringMatching(/^Could not [^:]+: the engine ended[^\n]*\.$/),
  });
  await killed.close();
});

test("open() with a signal ends what is under way when it is aborted", async () => {
  const controller = new AbortController();
  const aborted = await Results.open({ signal: controller.signal });
  const running = aborted.query(
    "SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range + b.range = 7",
  );
  controller.abort(new Error("stopped by the person"));
  await expect(running).rejects.toThrow("stopped by the person");
  await aborted.close();
});

test("close() waits until the engine has exited, even during a query", async () => {
  const opened = await Results.open(engineThreads);
  const { pid = 0 } = opened;
  const running = opened.query("SELECT sum(a.i * b.i) AS n FROM range(1000000) a(i), range(1000000) b(i)");
  const ended = running.catch((error: unknown) => error);
  expect(() => process.kill(pid, 0)).not.toThrow();
  await opened.close();
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  expect(await ended).toMatchObject({ code: "engine" });
});
