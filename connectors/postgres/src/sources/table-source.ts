import type { AnyAccount, Fields, MakeSource, Source, SourceContext } from "@wellhead/sdk";
import {
  chosenColumns,
  columnsOf,
  conditionsOfChoice,
  selectRows,
  type TableChoice,
  tableForm,
} from "@wellhead/sql";
import { postgresDialect } from "../dialect/postgres-dialect.js";
import type { Database } from "../stream/database.js";

/**
 * Makes the source in which a person chooses a table or view, its columns and its rows.
 *
 * @param make - Makes sources of the connector
 * @param database - What is read
 * @returns The source
 */
export function tableSource<Account extends AnyAccount>(
  make: MakeSource<Account>,
  database: Database,
): Source {
  return make({
    name: "Table or view",
    description: "Rows of one table or view, chosen by column",
    default: true,
    pages: true,
    filter: tableForm({ catalogue: (context) => database.catalogue(context), firstSchema: "public" }),
    fields: async (context) => {
      const { choice, columns } = await found(database, context);
      return columnsOf(chosenColumns(columns, choice));
    },
    validateFilter: async (context) => {
      const { choice, columns, table } = await found(database, context);
      const conditions = conditionsOfChoice(columns, choice);
      selectRows({ dialect: postgresDialect, table, columns, choice, conditions, limit: undefined, skip: 0 });
    },
    rows: async (context) => {
      const { limit, skip } = context;
      const { choice, columns, table } = await found(database, context);
      const conditions = conditionsOfChoice(columns, choice);
      const statement = selectRows({
        dialect: postgresDialect,
        table,
        columns,
        choice,
        conditions,
        limit,
        skip,
      });
      const place = { action: `Read the table "${table.table}"`, field: "table" };
      return database.stream(context, { statement, place, skip: 0, limit: undefined });
    },
  });
}

async function found(database: Database, context: SourceContext<AnyAccount, Fields>) {
  // The form's own fields have read these values, each as the type of its member.
  const choice = context.filter as unknown as TableChoice;
  const table = { schema: choice.schema ?? "", table: choice.table };
  return { choice, table, columns: await database.catalogue(context).columns(table) };
}
