import { describe, expect, it } from "vitest";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

/** Number of attempts with a wrong password after a correct one; the environment can raise it. */
const tries = Number(process.env["WELLHEAD_WRONG_PASSWORDS"] ?? 3);

/**
 * Tests that a wrong password is refused even after a correct one, whatever the connector caches.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - Features that the database lacks
 */
export function describeSignIn(database: () => SqlDatabase, { lacks }: SqlDialect): void {
  describe.skipIf("server" in lacks)("a wrong password", { timeout: 60_000 + tries * 2000 }, () => {
    it("is refused after a right one, every time", async () => {
      const { url, account, place } = database();
      const post = async (path: string, body: object) => {
        const reply = await fetch(new URL(path, url), {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        await reply.body?.cancel();
        return reply.status;
      };
      const wrong = { ...account, password: "wrong" };
      const list = { source: "table", field: "schema" };
      const rows = { source: "table", filter: { ...place, table: "orders" } };
      for (let count = 0; count < tries; count += 1) {
        expect(await post("/datalist", { ...list, account })).toBe(200);
        expect(await post("/validate", { id: "database", fields: wrong })).toBe(401);
        expect(await post("/datalist", { ...list, account: wrong })).toBe(401);
        expect(await post("/", { ...rows, account: wrong })).toBe(401);
      }
    });
  });
}
