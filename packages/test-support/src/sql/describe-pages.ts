import { beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../properties/is-long.js";
import { type Row, readLines } from "./requests.js";
import type { PagedTable, SqlDatabase, SqlDialect } from "./sql-database.js";

/**
 * Tests that the pages of a table together contain each row once, for every order and filter.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - The tables
 */
export function describePages(database: () => SqlDatabase, dialect: SqlDialect): void {
  describe.each(dialect.pagedTables.map((table) => [table.name, table] as const))(
    "the pages of %s",
    (_, table) => {
      beforeAll(() => void database().admin(table.create));

      it.each(choicesOf(table))("together are the table: %j", async (choice) => {
        const chosen = { table: table.name, ...choice };
        const whole = await readLines(database(), chosen);
        expect(whole).toHaveLength("numberColumn" in choice ? whole.length : table.rows);
        const pages = await readPages(database(), chosen, whole.length);
        // Without a chosen order, the pages may have another order. Identical rows are compared by their number.
        const comparable = (rows: readonly string[]) => ("orderBy" in choice ? rows : rows.toSorted());
        expect(comparable(pages)).toEqual(comparable(whole));
      });

      it("end with the table", async () => {
        const page = { limit: 1, skip: table.rows };
        expect(await readLines(database(), { table: table.name }, page)).toEqual([]);
      });
    },
  );
}

/** Returns the orders, alternately ascending and descending, and the filter without and with an order. */
function choicesOf({ orderBy, filter }: PagedTable): readonly Row[] {
  const columns = isLong ? orderBy : orderBy.slice(0, 1);
  const orders = columns.map((column, index) => ({ orderBy: column, descending: index % 2 === 1 }));
  return [{}, ...orders, ...(filter === undefined ? [] : [filter, { ...filter, ...orders[0] }])];
}

async function readPages(database: SqlDatabase, chosen: Row, total: number): Promise<readonly string[]> {
  const pages: string[] = [];
  const size = Math.ceil(total / 3);
  for (let skip = 0; skip < total; skip += size)
    pages.push(...(await readLines(database, chosen, { limit: size, skip })));
  return pages;
}
