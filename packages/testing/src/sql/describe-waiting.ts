import { expect, it } from "vitest";
import { askQuery } from "./requests.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

/**
 * Tests that a statement may take longer than half a minute until its first row. Because of its duration, it runs only
 * when `WELLHEAD_PROOF` is `sql`. The cause that once ended such statements is tested where streams are opened.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - The statement
 */
export function describeWaiting(database: () => SqlDatabase, { lateRow, lacks }: SqlDialect): void {
  const isProof = process.env["WELLHEAD_PROOF"] === "sql";
  it.skipIf("server" in lacks || !isProof)("waits for a first row that comes after 30 seconds", async () => {
    const { status, body } = await askQuery(database(), lateRow ?? "");
    expect({ status, body: body.trim() }).toEqual({ status: 200, body: '[{"late":0}]' });
  });
}
