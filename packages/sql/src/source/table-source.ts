import type { AnyAccount, Fields, MakeSource, Source, SourceContext } from "@wellhead/sdk";
import { columnsOf } from "../table/columns-of.js";
import { conditionsOfChoice } from "../table/conditions-of-choice.js";
import { chosenColumns, selectRows } from "../table/select-rows.js";
import type { TableChoice } from "../table/table-choice.js";
import { tableForm } from "../table/table-form.js";
import type { TableReader } from "../table/table-reader.js";

/** Options of {@link tableSource}. */
export interface TableSourceOptions {
  /** The database. */
  readonly reader: TableReader;
  /** Schema that the form preselects. Default: none. */
  readonly firstSchema?: string | undefined;
  /** The schema, when only one can be read. The form then does not ask for it. */
  readonly schema?: string | undefined;
}

/**
 * Creates the source in which a person chooses a table or view, its columns and its rows.
 *
 * @param make - Creates sources of the connector
 * @param options - The database and its schemas
 * @returns The source
 */
export function tableSource<Account extends AnyAccount>(
  make: MakeSource<Account>,
  { reader, firstSchema, schema }: TableSourceOptions,
): Source {
  return make({
    name: "Table or view",
    description: "Rows of one table or view, chosen by column",
    default: true,
    pages: true,
    filter: tableForm({ catalogue: (context) => reader.catalogue(context), firstSchema, schema }),
    fields: async (context) => {
      const { choice, columns } = await found(reader, context, schema);
      return columnsOf(chosenColumns(columns, choice));
    },
    validateFilter: async (context) => {
      const { columns, choice, ...shape } = await found(reader, context, schema);
      const conditions = conditionsOfChoice(columns, choice);
      const page = { limit: undefined, skip: 0 };
      selectRows({ dialect: reader.dialect, ...shape, columns, choice, conditions, ...page });
    },
    rows: async (context) => {
      const { limit, skip } = context;
      const { choice, columns, rowOrder, table } = await found(reader, context, schema);
      const conditions = conditionsOfChoice(columns, choice);
      const statement = selectRows({
        dialect: reader.dialect,
        table,
        columns,
        rowOrder,
        choice,
        conditions,
        limit,
        skip,
      });
      const errorContext = { action: `Could not read the table "${table.table}"`, field: "table" };
      return reader.stream(context, { statement, errorContext, skip: 0, limit: undefined });
    },
  });
}

async function found(
  reader: TableReader,
  context: SourceContext<AnyAccount, Fields>,
  schema: string | undefined,
) {
  // The cast is safe: the form's fields have parsed these values into the types of the members.
  const choice = context.filter as unknown as TableChoice;
  const table = { schema: schema ?? choice.schema ?? "", table: choice.table };
  return { choice, table, ...(await reader.catalogue(context).table(table)) };
}
