import { beforeAll, expect } from "vitest";
import { describeFilters } from "../filters/describe-filters.js";
import type { FilterQuestion } from "../filters/filter-case.js";
import { type FilterColumn, filterColumns, filterRows } from "../filters/filter-rows.js";
import { ask } from "./requests.js";
import type { SqlDatabase, SqlDialect } from "./sql-database.js";

const table = "filter_cases";

/**
 * Tests filters with the table of cases that every engine shares.
 *
 * @param database - Returns the database once the tests run
 * @param dialect - How to write the table in SQL
 */
export function describeSqlFilters(database: () => SqlDatabase, dialect: SqlDialect): void {
  beforeAll(() => void database().admin(createSql(dialect)));
  describeFilters(
    () => ({
      ask: async (question) => {
        const filter = { ...database().place, table, columns: ["id"], ...filterOf(question) };
        const { status, body } = await ask(database(), { source: "table", filter });
        const value: unknown = JSON.parse(body);
        if (status === 400) {
          expect(value).toHaveProperty("field");
          return "refused";
        }
        if (!Array.isArray(value) || body.includes("__streamError")) throw new Error(body);
        return value.map(({ id }: { readonly id: number }) => id);
      },
    }),
    dialect.lacks,
  );
}

function filterOf({ values, contains, range, period, presence }: FilterQuestion): object {
  return {
    ...(values !== undefined && { valueColumn: values.column, values: values.body }),
    ...(contains !== undefined && { textColumn: contains.column, textContains: contains.body }),
    ...(range !== undefined && { numberColumn: range.column, numberRange: range.body }),
    ...(period !== undefined && { dateColumn: period.column, period: period.body }),
    ...presence,
  };
}

function createSql({ quote, types, literal, lacks }: SqlDialect): string {
  // The object has exactly the keys of its type.
  const columns = (Object.keys(filterColumns) as FilterColumn[]).filter(
    (name) =>
      name === "id" || filterRows.some(({ cells, needs }) => name in cells && !(needs && needs in lacks)),
  );
  const declared = columns.map((name) => `${quote(name)} ${types[filterColumns[name]]}`);
  const rows = filterRows
    .filter(({ needs }) => needs === undefined || !(needs in lacks))
    .map(({ id, cells }) => {
      const values = columns.map((name) => {
        const cell = name === "id" ? String(id) : cells[name];
        return cell === undefined ? "null" : literal(filterColumns[name], cell);
      });
      return `(${values.join(", ")})`;
    });
  return `create table ${quote(table)} (${declared.join(", ")}); insert into ${quote(table)} values ${rows.join(",\n")};`;
}
