import {
  type AnyAccount,
  type Fields,
  type MakeSource,
  type RowsContext,
  type Source,
  type SourceContext,
} from "@wellhead/sdk";
import {
  chosenColumns,
  columnsOf,
  conditionsOfChoice,
  selectRows,
  type TableChoice,
  type TableColumn,
  tableForm,
} from "@wellhead/sql";
import type { SqliteTable } from "../catalogue/catalogue.js";
import { sqliteDialect } from "../dialect/dialect.js";
import type { Database, FileStatement } from "../stream/database.js";

/** Options of the table source. */
export interface TableSourceOptions {
  readonly database: Database;
  /** Whether there is only one file, so that people do not have to choose it. */
  readonly isSingleFile: boolean;
}

/**
 * Creates the source in which a person chooses a file, a table or view, its columns and its rows.
 *
 * @param make - Creates sources of the connector
 * @param options - The database files
 * @returns The source
 */
export function tableSource<Account extends AnyAccount>(
  make: MakeSource<Account>,
  { database, isSingleFile }: TableSourceOptions,
): Source {
  return make({
    name: "Table or view",
    description: "Rows of one table or view, chosen by column",
    default: true,
    pages: true,
    filter: tableForm({
      catalogue: (context) => database.catalogue(context),
      schemaTitle: "Database file",
      ...(isSingleFile && { schema: "" }),
    }),
    fields: async (context) => {
      const { choice, table } = await found(database, context);
      return columnsOf(chosenColumns(table.columns, choice));
    },
    validateFilter: async (context) => {
      const { choice, table } = await found(database, context);
      statementOf(choice, table, { limit: undefined, skip: 0 });
    },
    rows: async (context) => {
      const { choice, table } = await found(database, context);
      const errorContext = { action: `Could not read the table "${choice.table}"`, field: "table" };
      return database.stream(context, statementOf(choice, table, context), errorContext);
    },
  });
}

async function found(database: Database, context: SourceContext<AnyAccount, Fields>) {
  // The cast is safe: the form's fields have parsed these values into the types of the members.
  const choice = context.filter as unknown as TableChoice;
  return { choice, table: await database.table(context, choice.schema ?? "", choice.table) };
}

type Page = Pick<RowsContext<AnyAccount, Fields>, "skip"> & { readonly limit: number | undefined };

/** Builds the statement of a choice. Rows without a requested order are read by row number, page by page. */
function statementOf(choice: TableChoice, table: SqliteTable, { limit, skip }: Page): FileStatement {
  const { columns, rowNumber, rowOrder } = table;
  const file = choice.schema ?? "";
  const conditions = conditionsOfChoice(columns, choice);
  const name = { schema: "main", table: choice.table };
  const common = { dialect: sqliteDialect, table: name, rowOrder, conditions };
  const ordered = choice.orderBy !== undefined && choice.orderBy !== "";
  if (ordered || rowNumber === undefined) {
    const statement = selectRows({ ...common, columns, choice, limit, skip });
    return { ...statement, file, keyed: false, limit: undefined, skip: 0 };
  }
  const key: TableColumn = {
    name: rowNumber,
    type: "number",
    category: "integer",
    databaseType: "integer",
    key: false,
  };
  const shown = chosenColumns(columns, choice);
  const chosen = [...shown.map((column) => column.name), rowNumber];
  const statement = selectRows({
    ...common,
    columns: [...columns, key],
    choice: { columns: chosen },
    limit: undefined,
    skip: 0,
  });
  const declared = shown.flatMap((column) => Object.values(columnsOf([column])));
  return { ...statement, file, keyed: true, limit, skip, declared };
}
