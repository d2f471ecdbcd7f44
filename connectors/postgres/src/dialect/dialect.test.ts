import { conditionsOfChoice, selectRows, type TableChoice, type TableColumn } from "@wellhead/sql";
import { expect, it } from "vitest";
import { postgresDialect } from "./dialect.js";

const column = (name: string, category: TableColumn["category"], key = false): TableColumn => ({
  name,
  category,
  key,
  type: "text",
  databaseType: category,
});
const columns = [
  column("id", "integer", true),
  column('odd "name', "text"),
  column("at", "instant"),
  column("n", "number"),
];
const table = { schema: "public", table: "t" };

function select(choice: Partial<TableChoice>, page: { limit?: number; skip?: number } = {}) {
  return selectRows({
    dialect: postgresDialect,
    table,
    columns,
    rowOrder: ['"id"'],
    choice,
    conditions: conditionsOfChoice(columns, { table: "t", ...choice }),
    limit: page.limit,
    skip: page.skip ?? 0,
  });
}

it("quotes every name and binds every value", () => {
  const choice = {
    columns: ['odd "name'],
    valueColumn: 'odd "name',
    values: ["a", 'b"\\'],
    textColumn: 'odd "name',
    textContains: "c'",
  };
  expect(select(choice)).toEqual({
    sql: 'select "odd ""name" from "public"."t" where ("odd ""name" = any ($2::text[]) and "odd ""name"::text collate "C" = any ($1::text[])) and pg_catalog.strpos(pg_catalog.translate("odd ""name"::text, $3::text, $4::text) collate "C", $5::text collate "C") > 0',
    parameters: ['{"a","b\\"\\\\"}', '{"a","b\\"\\\\"}', "C", "c", "c'"],
  });
});

it("includes the last millisecond of a period whole", () => {
  const period = { min: "2024-01-01T00:00:00.000Z", max: "2024-01-31T23:59:59.999Z" };
  expect(select({ columns: ["id"], dateColumn: "at", period })).toEqual({
    sql: 'select "id" from "public"."t" where "at" >= $1::timestamptz and "at" <= $2::timestamptz',
    parameters: ["2024-01-01T00:00:00.000000Z", "2024-01-31T23:59:59.999999Z"],
  });
});

it("rounds bounds of whole numbers inwards, so that an index serves", () => {
  expect(
    select({ columns: ["id"], numberColumn: "id", numberRange: { min: "1.2", max: "8.9" } }),
  ).toMatchObject({
    sql: expect.stringContaining('"id" >= $1::bigint and "id" <= $2::bigint') as string,
    parameters: ["2", "8"],
  });
  expect(select({ numberColumn: "n", numberRange: { min: "1.2" } }).parameters).toEqual(["1.2"]);
  expect(select({ numberColumn: "id", numberRange: { max: `1${"0".repeat(30)}` } }).sql).toContain(
    "::numeric",
  );
});

it("orders pages by what identifies a row when no order is chosen, and by it last otherwise", () => {
  expect(select({ columns: ["id"] }).sql).toBe('select "id" from "public"."t"');
  expect(select({ columns: ["id"] }, { limit: 5, skip: 2 })).toEqual({
    sql: 'select "id" from "public"."t" order by "id" asc limit $1::bigint offset $2::bigint',
    parameters: ["5", "2"],
  });
  expect(select({ columns: ["id"], orderBy: "n", descending: true }, { limit: 5 }).sql).toContain(
    'order by "n" desc, "id" asc limit',
  );
});
