import { beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../properties/is-long.js";
import { askOptions, askQuery, readLines } from "./requests.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

/**
 * Tests that a role cannot change anything with any statement, and does not see anything that it may not read.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - The statements
 */
export function describeRoles(database: () => SqlDatabase, { roles, lacks }: SqlDialect): void {
  const { create, statements, allowedStatements, hidden, session } = roles;

  describe("a role", () => {
    let before = "";
    beforeAll(async () => {
      database().admin(create);
      before = await database().checksum();
    });

    it.each(chosen(statements))("is refused %s", async (sql) => {
      const { status, body } = await askQuery(database(), sql);
      const isAllowed = status === 200 && allowedStatements.some((pattern) => pattern.test(sql));
      // The error names the field with the statement.
      const isRefused = status === 400 && body.includes('"field":"sql"');
      expect(isAllowed || isRefused, body).toBe(true);
      expect(body).not.toContain("root:");
    });

    it.skipIf(session === undefined)("leaves nothing of them to the next request", async () => {
      const { body } = await askQuery(database(), session?.sql ?? "");
      expect(JSON.parse(body)).toEqual(session?.rows);
    });

    it("has changed nothing by any of them, and keeps nobody from writing", async () => {
      expect(await database().checksum()).toBe(before);
      expect(() =>
        database().admin("create table written_after (id int); drop table written_after;"),
      ).not.toThrow();
    });

    it.skipIf("roles" in lacks)("is shown only what it may read", async () => {
      const limited = { ...database(), place: hidden?.place ?? {} };
      const tables = await askOptions(limited, "table");
      expect(tables).toContain("partly");
      expect(tables.filter((name) => hidden?.tables.includes(name))).toEqual([]);
      const columns = await askOptions(limited, "columns", { table: "partly" });
      expect(columns.filter((name) => hidden?.columns.includes(name))).toEqual([]);
      const [row] = await readLines(limited, { table: "partly" }, { limit: 1 });
      expect(columns.map((name) => row?.includes(`"${name}":`))).toEqual(columns.map(() => true));
      expect(row?.split('":')).toHaveLength(columns.length + 1);
      for (const table of hidden?.tables ?? [])
        await expect(readLines(limited, { table })).rejects.toThrow(
          /permission to read|no longer exists|does not exist/,
        );
    });
  });
}

function chosen(statements: readonly string[]): readonly string[] {
  const begun = new Set<string>();
  return statements.filter((sql, index) => {
    const [word = ""] = /\w+/.exec(sql) ?? [];
    const isFirst = !begun.has(word);
    begun.add(word);
    return isLong || isFirst || index % 4 === 0;
  });
}
