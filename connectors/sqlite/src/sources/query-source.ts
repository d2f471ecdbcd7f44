import {
  type AnyAccount,
  type Column,
  dateRange,
  type Fields,
  highlightText,
  inputInvalid,
  list,
  type MakeSource,
  type Source,
  type SourceContext,
} from "@wellhead/sdk";
import { findPlaceholders, placeholderValue, placeholderValues } from "@wellhead/sql";
import { columnTypeOf } from "../catalogue/column-type.js";
import { valueKind } from "../catalogue/value-kind.js";
import { boundValue } from "../dialect/bound-value.js";
import { sqliteDialect } from "../dialect/sqlite-dialect.js";
import type { ErrorPlace } from "../errors/explain-error.js";
import type { Database, FileStatement } from "../stream/database.js";
import type { TableSourceOptions } from "./table-source.js";

/** Values of the form of a query. */
interface QueryFilter {
  readonly schema?: string | undefined;
  readonly sql: string;
  readonly period: { readonly min?: string; readonly max?: string } | undefined;
  readonly parameters: string | undefined;
}

/**
 * Makes the source in which a person writes a query. Its values are bound, and what it compiles to is inspected
 * before it runs.
 *
 * @param make - Makes sources of the connector
 * @param options - What is read
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
    filter: queryForm(database, isSingleFile),
    fields: async (context) => {
      const { statement, place } = boundQuery(context, { limit: undefined, skip: 0 });
      const columns = await database.describe(context, statement, place);
      return Object.fromEntries(
        columns.map(({ name, declared }): [string, Column] => [
          name,
          { column: columnTypeOf(valueKind(declared)), title: name },
        ]),
      );
    },
    validateFilter: async (context) => {
      const { statement, place } = boundQuery(context, { limit: undefined, skip: 0 });
      await database.describe(context, statement, place);
    },
    rows: (context) => {
      const { statement, place } = boundQuery(context, context);
      return database.stream(context, statement, place);
    },
  });
}

function queryForm(database: Database, isSingleFile: boolean): Fields {
  return {
    ...(!isSingleFile && { schema: list({ title: "Database file", options: () => database.files.list() }) }),
    sql: highlightText({
      title: "SQL query",
      description:
        "One SELECT. {{from}} and {{to}} are the ends of the period, other {{names}} come from the values",
      editorMode: "sql",
    }),
    period: dateRange({ title: "Period", description: "Bound to {{from}} and {{to}}", optional: true }),
    parameters: highlightText({
      title: "Values",
      description: 'A JSON object such as {"country": "NL"}, bound to {{country}}',
      editorMode: "json",
      optional: true,
    }),
  };
}

function boundQuery(
  context: SourceContext<AnyAccount, Fields>,
  { limit, skip }: { readonly limit: number | undefined; readonly skip: number },
): { readonly statement: FileStatement; readonly place: ErrorPlace } {
  // The form's own fields have read these values, each as the type of its member.
  const values = context.filter as unknown as QueryFilter;
  // A semicolon at the end is habit, not a second statement.
  const typed = values.sql.replace(/[;\s]+$/, "");
  if (typed === "") throw inputInvalid("Read the query: found nothing, wanted a SELECT", { field: "sql" });
  const { sql, names } = findPlaceholders(typed, { parameter: sqliteDialect.parameter, field: "sql" });
  const known = placeholderValues(values);
  const parameters = names.map((name) => boundValue(placeholderValue(known, name, "sql")));
  return {
    statement: { file: values.schema ?? "", sql, parameters, keyed: false, limit, skip },
    place: { action: "Run the query", field: "sql", statement: typed },
  };
}
