import { expect, it } from "vitest";
import { begin, readEnd } from "./callers.js";
import { askQuery, failureOf, markOf } from "./requests.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

const polling = { timeout: 60_000, interval: 50 };
const ways = ["cancel", "disconnect"] as const;

/**
 * Tests the errors for statements that an administrator ends.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - How an administrator ends a statement
 */
export function describeAdministrator(database: () => SqlDatabase, dialect: SqlDialect): void {
  const { administrator, manyRows, noConnections, noRowYet, waiting = "" } = dialect;
  /** Statements that prepare a session run too, and are ended in other words. */
  const sleeping = (): number => Number(database().admin(waiting));

  it.each(ways)("who ends a statement (%s) before its first row is named", async (way) => {
    await expect.poll(() => database().running(), polling).toBe(0);
    const reply = askQuery(database(), noRowYet);
    await expect.poll(sleeping, polling).toBe(1);
    database().admin(administrator?.[way].sql ?? "");
    const failure = failureOf(await reply);
    expect(failure).toMatchObject({ status: 503, code: "upstream_unavailable" });
    expect(failure.retryAfter).toBeGreaterThan(0);
    expect(failure.error).toContain(administrator?.[way].message);
  });

  it.each(ways)("who ends a statement (%s) among its rows marks their end", async (way) => {
    const socket = await begin(database(), manyRows);
    // Nobody reads yet, so the server waits and the statement is still running.
    database().admin(administrator?.[way].sql ?? "");
    // A session that ends while it waits to send cannot say why.
    expect(markOf(await readEnd(socket))).toMatch(/administrator|shutting down|connection was lost/);
  });

  it("who allows no further connection is named", async () => {
    const held = await begin(database(), noRowYet, false);
    await expect.poll(sleeping, polling).toBe(1);
    database().admin(noConnections?.apply ?? "");
    const reply = await askQuery(database(), "select 1 as x");
    held.destroy();
    database().admin(noConnections?.undo ?? "");
    const failure = failureOf(reply);
    expect(failure).toMatchObject({ status: 503, code: "upstream_unavailable", retryAfter: 5 });
    expect(failure.error).toContain("its maximum");
  });
}
