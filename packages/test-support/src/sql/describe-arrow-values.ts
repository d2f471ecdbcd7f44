import { expect, it } from "vitest";
import { compareArrow } from "./requests.js";
import type { SqlDatabase, ValueColumn } from "./sql-database.js";

/** Options of {@link describeArrowValues}. */
export interface ArrowValuesOptions {
  /** A table that exists, with a column `id`. */
  readonly table: string;
  /** Its other columns, which are named `c0`, `c1` and so on. */
  readonly columns: readonly ValueColumn[];
}

/**
 * Tests that the values of every type are the same in Arrow as in NDJSON, or refused.
 *
 * @param database - Returns the database once the tests run
 * @param options - The table
 */
export function describeArrowValues(
  database: () => SqlDatabase,
  { table, columns }: ArrowValuesOptions,
): void {
  const named = columns.map(({ isUnfit = false }, index) => ({ name: `c${index}`, isUnfit }));

  it("is the same as Arrow in a table, or refused by its column and row", async () => {
    const found: string[] = [];
    for (const { name } of named) {
      database().admin(`create view only_${name} as select id, ${name} from ${table} order by id;`);
      const filter = { ...database().place, table: `only_${name}` };
      const difference = await compareArrow(database(), { source: "table", filter });
      const isRefused = difference?.includes(`\\"${name}\\" as Arrow: row`) === true;
      found.push(isRefused ? `${name} is refused` : `${name}: ${difference}`);
    }
    expect(found).toEqual(
      named.map(({ name, isUnfit }) => (isUnfit ? `${name} is refused` : `${name}: undefined`)),
    );
  });

  it("is the same as Arrow in a query", async () => {
    const fitting = named.filter(({ isUnfit }) => !isUnfit).map(({ name }) => name);
    const sql = `select id, ${fitting.join(", ")} from ${table} order by id`;
    const filter = { ...database().place, sql };
    expect(await compareArrow(database(), { source: "query", filter })).toBeUndefined();
  });
}
