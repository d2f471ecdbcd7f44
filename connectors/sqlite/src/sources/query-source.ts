import {
  type AnyAccount,
  type Column,
  type Fields,
  list,
  type MakeSource,
  type Source,
  type SourceContext,
} from "@wellhead/sdk";
import { type QueryFilter, queryForm, readQuery } from "@wellhead/sql";
import { columnTypeOf } from "../catalogue/column-type.js";
import { sqliteDialect } from "../dialect/dialect.js";
import { boundValue } from "../dialect/parameter.js";
import { sqliteSyntax } from "../dialect/syntax.js";
import { valueKind } from "../encode/value-kind.js";
import type { FileErrorContext } from "../errors/explain-error.js";
import type { Database, FileStatement } from "../stream/database.js";
import type { TableSourceOptions } from "./table-source.js";

/** Values of the form, and the file if there are several. */
interface FileQuery extends QueryFilter {
  readonly schema?: string | undefined;
}

/**
 * Creates the source in which a person writes a query. Its values are bound, and its compiled form is inspected before
 * it is executed.
 *
 * @param make - Creates sources of the connector
 * @param options - The database files
 * @returns The source
 */
export function querySource<Account extends AnyAccount>(
  make: MakeSource<Account>,
  { database, isSingleFile }: TableSourceOptions,
): Source {
  return make({
    name: "SQL query",
    description: "Rows of a query you write",
    pages: true,
    filter: fileQueryForm(database, isSingleFile),
    fields: async (context) => {
      const { statement, errorContext } = boundQuery(context, { limit: undefined, skip: 0 });
      const columns = await database.describe(context, statement, errorContext);
      return Object.fromEntries(
        columns.map(({ name, declared }): [string, Column] => [
          name,
          { column: columnTypeOf(valueKind(declared)), title: name },
        ]),
      );
    },
    validateFilter: async (context) => {
      const { statement, errorContext } = boundQuery(context, { limit: undefined, skip: 0 });
      await database.describe(context, statement, errorContext);
    },
    rows: (context) => {
      const { statement, errorContext } = boundQuery(context, context);
      return database.stream(context, statement, errorContext);
    },
  });
}

function fileQueryForm(database: Database, isSingleFile: boolean): Fields {
  return {
    ...(!isSingleFile && { schema: list({ title: "Database file", options: () => database.files.list() }) }),
    ...queryForm,
  };
}

function boundQuery(
  context: SourceContext<AnyAccount, Fields>,
  { limit, skip }: { readonly limit: number | undefined; readonly skip: number },
): { readonly statement: FileStatement; readonly errorContext: FileErrorContext } {
  // The cast is safe: the form's fields have parsed these values into the types of the members.
  const values = context.filter as unknown as FileQuery;
  const { statement, errorContext } = readQuery(values, {
    parameter: sqliteDialect.parameter,
    syntax: sqliteSyntax,
    bind: boundValue,
  });
  return { statement: { file: values.schema ?? "", ...statement, keyed: false, limit, skip }, errorContext };
}
