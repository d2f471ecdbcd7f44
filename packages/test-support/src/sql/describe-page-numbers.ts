import { expect, it } from "vitest";
import { isLong } from "../properties/is-long.js";
import { ask, askQuery, failureOf, idsOf, type Reply } from "./requests.js";
import type { SqlDatabase } from "./sql-database.js";

/** A table whose ids count from one. */
export interface NumberedTable {
  readonly table: string;
  readonly rowCount: number;
}

/**
 * Tests that `limit` and `skip` work for values of any size.
 *
 * @param database - Returns the database once the tests run
 * @param numbered - The table
 */
export function describePageNumbers(database: () => SqlDatabase, { table, rowCount }: NumberedTable): void {
  const read = async (page: object) => {
    const filter = { ...database().place, table };
    return idsOf((await ask(database(), { source: "table", filter }, page)).body);
  };
  const query = async (page: object) => {
    const sql = `select id from ${table} where id < 4 order by id`;
    return idsOf((await askQuery(database(), sql, page)).body);
  };

  it("of a table begin and end where they are asked to", async () => {
    expect(await read({ limit: 3, skip: 10 })).toEqual([11, 12, 13]);
    expect(await read({ limit: 0 })).toEqual([]);
    expect(await read({ skip: rowCount - 1 })).toEqual([rowCount]);
  });

  it.each([2 ** 31, Number.MAX_SAFE_INTEGER, ...(isLong ? [2 ** 31 - 1, 2 ** 32] : [])])(
    "are all there with a limit of %d, and none after as many",
    async (size) => {
      expect(await query({ limit: size, skip: 1 })).toEqual([2, 3]);
      expect(await query({ skip: size })).toEqual([]);
      expect(await read({ limit: size, skip: rowCount - 1 })).toEqual([rowCount]);
      expect(await read({ skip: size })).toEqual([]);
    },
  );

  it.each(["9007199254740993", "9223372036854775807", "9223372036854775808", "1e300"])(
    "are all there with a limit of %s",
    async (digits) => {
      expect(idsOf((await readWith(database(), { table, digits })).body)).toHaveLength(rowCount);
    },
  );

  it.each(["-1", "1.5", '"x"', "[1]"])("are refused with a sentence for a limit of %s", async (digits) => {
    const failure = failureOf(await readWith(database(), { table, digits }));
    expect(failure.status).toBe(400);
    expect(failure.error).toContain("limit");
  });
}

/** Requests rows with a limit that is written verbatim into the request. */
async function readWith(
  { url, account, place }: SqlDatabase,
  { table, digits }: { readonly table: string; readonly digits: string },
): Promise<Reply> {
  const request = JSON.stringify({ source: "table", account, filter: { ...place, table } });
  const reply = await fetch(new URL("/", url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: `${request.slice(0, -1)},"limit":${digits}}`,
  });
  return { status: reply.status, body: await reply.text() };
}
