import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, expect, it } from "vitest";
import { Session } from "../src/protocol/session.js";
import { runSql } from "./serve-sqlite.js";

const folder = mkdtempSync(join(tmpdir(), "wellhead-locks-"));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ["rows page by page", "select v, rowid from t", true, undefined],
  ["all rows of a query", "select v from t order by v", false, undefined],
  ["the first rows", "select v from t", false, 3],
  ["a union", "select 1 as v union all select v from t", false, undefined],
] as const)("a session that has read %s leaves no lock on the file", async (_, sql, keyed, limit) => {
  const file = join(folder, `${Math.random()}.db`);
  const values = Array.from({ length: 1000 }, (_value, index) => `(${index})`);
  runSql(file, `create table t (v int); insert into t values ${values.join(", ")}`);
  const request = { file, sql, parameters: [], keyed, skip: 0, limit };
  const session = new Session(request, { limits: { memory: 2 ** 28 } });
  const columns = session.withKinds(request, session.check(request));
  let rows = 0;
  for await (const batch of session.rows(request, columns, { format: "json", separator: "," }))
    rows += batch.rows;
  session.close();
  expect(rows).toBeGreaterThanOrEqual(limit ?? 1000);
  // Nothing may wait until what the session used has been collected as garbage.
  const writer = new Database(file, { timeout: 0 });
  writer.exec("begin exclusive; delete from t; commit");
  writer.close();
});
