import { expect, it } from "vitest";
import { readArrow } from "../arrow/read-arrow.js";
import { isLong } from "../properties/is-long.js";
import { askArrow, compareArrow } from "./requests.js";
import type { SqlDatabase, SqlDialect, ValueColumn } from "./sql-database.js";

/** Options of {@link describeArrowValues}. */
export interface ArrowValuesOptions {
  /** A table that exists, with a column `id`. */
  readonly table: string;
  /** Its other columns, which are named `c0`, `c1` and so on. */
  readonly columns: readonly ValueColumn[];
  /** See {@link SqlDialect.notFinite}. */
  readonly notFinite: SqlDialect["notFinite"];
}

/**
 * Tests that the values of every type are the same in Arrow as in NDJSON, or refused.
 *
 * @param database - Returns the database once the tests run
 * @param options - The table
 */
export function describeArrowValues(
  database: () => SqlDatabase,
  { table, columns, notFinite }: ArrowValuesOptions,
): void {
  const all = columns.map(({ isUnfit = false }, index) => ({ name: `c${index}`, isUnfit }));

  // A table has one kind of column at a time, which takes long. A query has all that are not refused.
  const named = isLong ? all : all.filter(({ isUnfit }, index) => isUnfit || index % 12 === 0);
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
    const fitting = all.filter(({ isUnfit }) => !isUnfit).map(({ name }) => name);
    const sql = `select id, ${fitting.join(", ")} from ${table} order by id`;
    const filter = { ...database().place, sql };
    expect(await compareArrow(database(), { source: "query", filter })).toBeUndefined();
  });

  it.skipIf(notFinite === undefined)("is NaN or an infinity as Arrow", async () => {
    const reply = await askArrow(database(), {
      source: "query",
      filter: { ...database().place, sql: notFinite },
    });
    const { rows } = readArrow(new Uint8Array(await reply.arrayBuffer()));
    expect(rows).toEqual([['"NaN"', '"-Infinity"', '["Infinity",null]']]);
  });
}
