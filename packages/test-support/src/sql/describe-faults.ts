import { beforeAll, describe, expect, it } from "vitest";
import { begin, readEnd } from "./callers.js";
import { describeAdministrator } from "./describe-administrator.js";
import { describeNetworkFaults } from "./describe-network-faults.js";
import { askQuery, failureOf, markOf, readLines } from "./requests.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

const polling = { timeout: 60_000, interval: 50 };

/**
 * Tests that a statement that ends prematurely is reported: with an error before its first row, with a mark after it.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - The statements
 */
export function describeFaults(database: () => SqlDatabase, dialect: SqlDialect): void {
  const { failing, hugeRow, noRoom, manyRows, lacks, noColumns } = dialect;

  describe("a statement", () => {
    beforeAll(
      () => void database().admin("create table locked_table (id int); insert into locked_table values (1);"),
    );

    it("that fails among its rows marks their end", async () => {
      const { status, body } = await askQuery(database(), failing.sql);
      expect(status).toBe(200);
      expect(JSON.parse(body)).toHaveProperty("1000");
      expect(markOf(body)).toContain(failing.message);
    });

    it("whose row is larger than a row may be says what to do", async () => {
      const failure = failureOf(await askQuery(database(), hugeRow.sql));
      expect([400, 502]).toContain(failure.status);
      expect(failure.error).toContain(hugeRow.message);
    });

    it("that needs more room than the disk has says what to do", async () => {
      database().admin(noRoom.apply);
      const reply = await askQuery(database(), noRoom.sql);
      database().admin(noRoom.undo);
      expect([400, 503]).toContain(reply.status);
      expect(failureOf(reply).error).toContain(noRoom.message);
    });

    it.skipIf("table locks" in lacks)("that reads a locked table says so, and reads it later", async () => {
      const unlock = await database().lock("locked_table");
      const failure = failureOf(await askQuery(database(), "select id from locked_table"));
      unlock();
      expect([503, 504]).toContain(failure.status);
      expect(failure.error).toContain("locked");
      await expect
        .poll(() => readLines(database(), { table: "locked_table" }), polling)
        .toEqual(['{"id":1}']);
    });

    it("whose server is killed marks the end of its rows, and the next one works", async () => {
      const socket = await begin(database(), manyRows);
      await database().kill();
      expect(markOf(await readEnd(socket))).toMatch(/"code":50[23]/);
      await expect.poll(async () => (await askQuery(database(), "select 1 as x")).status, polling).toBe(200);
    });

    it.skipIf("tables without columns" in lacks)("for a table without columns says what to do", async () => {
      database().admin(noColumns ?? "");
      const table = readLines(database(), { table: "no_columns" });
      await expect(table).rejects.toThrow(/it has no columns\. Choose another/);
      const failure = failureOf(await askQuery(database(), "select from no_columns"));
      expect(failure.status).toBe(400);
      expect(failure.error).toContain("Name at least one");
    });
  });

  describe.skipIf("server" in lacks)("an administrator", () => {
    describeAdministrator(database, dialect);
  });
  describe.skipIf("server" in lacks)("a server", () => {
    describeNetworkFaults(database, dialect);
  });
}
