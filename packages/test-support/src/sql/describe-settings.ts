import { describe, expect, it } from "vitest";
import { isLong } from "../properties/is-long.js";
import { ask, askQuery, failureOf, readLines } from "./requests.js";
import type { HostileSettings, SqlDatabase, SqlDialect } from "./sql-database.js";

/**
 * Tests that settings of a server, a database or a user do not change which rows are sent or in which form.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - The settings
 */
export function describeSettings(database: () => SqlDatabase, { settings, lacks }: SqlDialect): void {
  describe.skipIf("settings" in lacks)("settings of the server", () => {
    it("change neither the number of rows nor their form", async () => {
      if (settings === undefined) throw new Error("expected settings, or the reason why there are none");
      database().admin(settings.create);
      const before = await readAll(database(), settings);
      database().admin(settings.apply);
      try {
        const after = await readAll(database(), settings);
        expect(after.table).toHaveLength(1000);
        expect(after).toEqual(before);
      } finally {
        database().admin(settings.undo);
      }
    });

    it.runIf(isLong && settings?.late !== undefined)("do not end a statement early", async () => {
      database().admin(settings?.apply ?? "");
      const { body } = await askQuery(database(), settings?.late?.sql ?? "");
      database().admin(settings?.undo ?? "");
      expect(body.trim()).toBe(settings?.late?.rows);
    });

    it.skipIf(settings?.fixed === undefined)("that cannot be changed back are refused", async () => {
      database().admin(settings?.fixed?.apply ?? "");
      const reply = await askQuery(database(), "select 1 as x");
      database().admin(settings?.undo ?? "");
      expect(failureOf(reply)).toMatchObject({ status: 502, code: "upstream_invalid" });
      expect(reply.body).toContain(settings?.fixed?.message);
    });
  });
}

async function readAll(database: SqlDatabase, { table, query }: HostileSettings) {
  const { status, body } = await ask(database, {
    source: "query",
    filter: { ...database.place, sql: query },
  });
  return { table: await readLines(database, { table }), query: { status, body } };
}
