import { beforeAll, describe, expect, it } from "vitest";
import { describePageNumbers } from "./describe-page-numbers.js";
import { ask, askQuery, failureOf, idsOf } from "./requests.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

const rowCount = 3000;
const table = "numbers";

/**
 * Tests which rows are sent, and in which form.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - Features that the database lacks
 */
export function describeStreaming(database: () => SqlDatabase, dialect: SqlDialect): void {
  const { lacks, quote } = dialect;
  const query = async (sql: string, page: object = {}) => idsOf((await askQuery(database(), sql, page)).body);

  describe("rows", () => {
    beforeAll(() => void database().admin(createSql(dialect)));

    it("are the same in every form", async () => {
      const request = { source: "table", filter: { ...database().place, table } };
      const read = async (accept: string) => (await ask(database(), request, { accept })).body;
      const rows: unknown = JSON.parse(await read("application/json"));
      expect(rows).toHaveLength(rowCount);
      expect(rows).toHaveProperty("41", { id: 42, name: "row 42" });
      const lines = (await read("application/x-ndjson")).trimEnd().split("\n");
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual(rows);
      const csv = (await read("text/csv")).split("\r\n");
      expect(csv).toEqual(["id,name", ...lines.map((_, index) => `${index + 1},row ${index + 1}`), ""]);
    });

    it("of a query begin and end where they are asked to, whatever limit it has itself", async () => {
      const sql = `select id from ${table} order by id desc`;
      const page = [rowCount - 1, rowCount - 2];
      expect(await query(sql, { limit: 2, skip: 1 })).toEqual(page);
      expect(await query(`${sql} limit 2000`, { limit: 2, skip: 1 })).toEqual(page);
      expect(await query(`${sql} limit 2`, { limit: 9, skip: 1 })).toEqual(page.slice(0, 1));
      expect(await query(sql, { limit: 0 })).toEqual([]);
      expect(await query(sql, { skip: 40_000 })).toEqual([]);
      expect(await query(`select id from ${table} where id < 0`)).toEqual([]);
      await expect.poll(() => database().running(), { timeout: 60_000 }).toBe(0);
    });

    it
      .skipIf("unsorted queries" in lacks)
      .each([
        `select id from ${table}`,
        `select id from (select id from ${table} order by id) sorted`,
        `select 'order by id' as text from ${table} -- order by id`,
      ])("of a query that does not sort them are not skipped: %s", async (sql) => {
      const failure = failureOf(await askQuery(database(), sql, { skip: 1 }));
      expect(failure).toMatchObject({ status: 400, field: "sql" });
      expect(failure.error).toContain("ORDER BY");
    });

    it("that could be taken for the mark of a failed stream are refused", async () => {
      const reply = await askQuery(database(), `select 'x' as ${quote("__streamError")}`);
      expect(failureOf(reply).error).toContain("only column");
    });

    describePageNumbers(database, { table, rowCount });
  });
}

function createSql({ types, literal }: SqlDialect): string {
  const rows = Array.from({ length: rowCount }, (_, index) => {
    const id = index + 1;
    return `(${id}, ${literal("text", `row ${id}`)})`;
  });
  return `create table ${table} (id int primary key, name ${types.text}); insert into ${table} values ${rows.join(",")};`;
}
