import { type AnyAccount, bool, list, type MakeSource, multiDropdown, type Source } from "@wellhead/sdk";
import type { TableName, TableShape } from "../table/catalogue.js";
import { columnFilters, conditionsOfFilters } from "../table/column-filters.js";
import { columnsOf } from "../table/columns-of.js";
import { nullConditions } from "../table/conditions-of-choice.js";
import { chosenColumns, selectRows } from "../table/select-rows.js";
import { changedSince, synchronizationOf } from "../table/synchronized-table.js";
import type { TableChoice } from "../table/table-choice.js";
import { nullFields } from "../table/table-form.js";
import { tablePage, withPositions } from "../table/table-page.js";
import type { TableReader } from "../table/table-reader.js";

/** The table of a source, as the catalogue described it. */
export interface KnownTable extends TableName, TableShape {}

/**
 * Creates the source of one table that the operator chose, with a filter for each column.
 *
 * @param make - Creates sources of the connector
 * @param reader - The database
 * @param known - The table and its columns
 * @returns The source
 */
export function pinnedTableSource<Account extends AnyAccount>(
  make: MakeSource<Account>,
  reader: TableReader,
  known: KnownTable,
): Source {
  const { schema, table, columns, rowOrder } = known;
  const names = columns.map(({ name }) => name);
  return make({
    name: table,
    description: `Rows of ${schema}.${table}`,
    pages: true,
    // The columns of the filter are those of this table alone.
    sharedFilter: [],
    filter: {
      ...columnFilters(columns, { table: known, catalogue: (context) => reader.catalogue(context) }),
      columns: multiDropdown({
        title: "Columns",
        description: "All of them when none is chosen",
        optional: true,
        choices: names,
      }),
      ...nullFields((members) => multiDropdown({ ...members, choices: names })),
      orderBy: list({ title: "Order by", optional: true, choices: names }),
      descending: bool({ title: "Largest first", optional: true }),
    },
    fields: (context) => Promise.resolve(columnsOf(chosenColumns(columns, choiceOf(context.filter)))),
    synchronization: (context) =>
      Promise.resolve(synchronizationOf(known, chosenColumns(columns, choiceOf(context.filter)))),
    rows: async (context) => {
      const { filter, limit, skip, since } = context;
      const choice = choiceOf(filter);
      const conditions = [
        ...conditionsOfFilters(columns, filter),
        ...nullConditions(columns, choice),
        ...changedSince(chosenColumns(columns, choice), since),
      ];
      const byKey = tablePage(context.page, { ...known, choice }, reader.dialect);
      const statement = selectRows({
        dialect: reader.dialect,
        table: known,
        columns,
        rowOrder,
        choice,
        conditions,
        limit,
        skip,
        byKey,
      });
      const errorContext = { action: `Could not read the table "${table}"`, field: "columns" };
      const rows = await reader.stream(context, { statement, errorContext, skip: 0, limit: undefined });
      return byKey === undefined ? rows : withPositions(rows, byKey);
    },
  });
}

function choiceOf(
  filter: object,
): Pick<TableChoice, "columns" | "orderBy" | "descending" | "isNull" | "isNotNull"> {
  return filter;
}
