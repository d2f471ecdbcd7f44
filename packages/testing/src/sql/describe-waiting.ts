import { beforeAll, describe, expect, it } from "vitest";
import { askQuery, type Reply } from "./requests.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

/**
 * Describes that a statement may take longer than half a minute until its first row. It runs beside other tests.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - The statement
 * @param beside - Describes what is tested meanwhile
 */
export function describeWaiting(
  database: () => SqlDatabase,
  { lateRow, lacks }: SqlDialect,
  beside: () => void,
): void {
  describe("while a statement waits", () => {
    let reply: Promise<Reply> | undefined;
    beforeAll(() => {
      if ("server" in lacks) return;
      reply = askQuery(database(), lateRow ?? "");
      // The test below awaits it.
      reply.catch(() => undefined);
    });
    beside();
    describe.skipIf("server" in lacks)("its first row", () => {
      it("is waited for after 30 seconds", { timeout: 120_000 }, async () => {
        const { status, body } = (await reply) ?? { status: 0, body: "" };
        expect({ status, body: body.trim() }).toEqual({ status: 200, body: '[{"late":0}]' });
      });
    });
  });
}
