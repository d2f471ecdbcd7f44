import { type AnyAccount, bool, list, type MakeSource, multiDropdown, type Source } from "@wellhead/sdk";
import type { TableColumn, TableName } from "../table/catalogue.js";
import { columnFilters, conditionsOfFilters } from "../table/column-filters.js";
import { columnsOf } from "../table/columns-of.js";
import { chosenColumns, selectRows } from "../table/select-rows.js";
import type { TableChoice } from "../table/table-choice.js";
import type { TableReader } from "./table-reader.js";

/** The table of a source, as the catalogue had it. */
export interface KnownTable extends TableName {
  readonly columns: readonly TableColumn[];
}

/**
 * Makes the source of one table that the operator chose, with a filter for each column.
 *
 * @param make - Makes sources of the connector
 * @param reader - What is read
 * @param known - The table and its columns
 * @returns The source
 */
export function pinnedTableSource<Account extends AnyAccount>(
  make: MakeSource<Account>,
  reader: TableReader,
  known: KnownTable,
): Source {
  const { schema, table, columns } = known;
  const names = columns.map(({ name }) => name);
  return make({
    name: table,
    description: `Rows of ${schema}.${table}`,
    pages: true,
    filter: {
      ...columnFilters(columns, { table: known, catalogue: (context) => reader.catalogue(context) }),
      columns: multiDropdown({
        title: "Columns",
        description: "All of them when none is chosen",
        optional: true,
        choices: names,
      }),
      orderBy: list({ title: "Order by", optional: true, choices: names }),
      descending: bool({ title: "Largest first", optional: true }),
    },
    fields: (context) => Promise.resolve(columnsOf(chosenColumns(columns, choiceOf(context.filter)))),
    rows: (context) => {
      const { filter, limit, skip } = context;
      const conditions = conditionsOfFilters(columns, filter);
      const choice = choiceOf(filter);
      const statement = selectRows({
        dialect: reader.dialect,
        table: known,
        columns,
        choice,
        conditions,
        limit,
        skip,
      });
      const place = { action: `Read the table "${table}"`, field: "columns" };
      return reader.stream(context, { statement, place, skip: 0, limit: undefined });
    },
  });
}

function choiceOf(filter: object): Pick<TableChoice, "columns" | "orderBy" | "descending"> {
  return filter;
}
