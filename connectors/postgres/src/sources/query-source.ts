import {
  type AnyAccount,
  type Column,
  dateRange,
  highlightText,
  inputInvalid,
  type MakeSource,
  type Source,
} from "@wellhead/sdk";
import {
  findPlaceholders,
  type Place,
  placeholderValue,
  placeholderValues,
  type Statement,
} from "@wellhead/sql";
import { columnTypeOfKind } from "../catalogue/column-type.js";
import { parameterText } from "../dialect/parameter-text.js";
import { postgresDialect } from "../dialect/postgres-dialect.js";
import type { Database } from "../stream/database.js";
import { prepareRows } from "../stream/prepare-rows.js";
import { findKinds } from "../transcode/find-kinds.js";
import { writtenColumns } from "../transcode/written-columns.js";

const filter = {
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

/** Values of the form of a query. */
interface QueryFilter {
  readonly sql: string;
  readonly period: { readonly min?: string; readonly max?: string } | undefined;
  readonly parameters: string | undefined;
}

/**
 * Makes the source in which a person writes a query. Its values are bound, and it runs alone, in a read-only
 * transaction.
 *
 * @param make - Makes sources of the connector
 * @param database - What is read
 * @returns The source
 */
export function querySource<Account extends AnyAccount>(
  make: MakeSource<Account>,
  database: Database,
): Source {
  return make({
    name: "SQL query",
    description: "Rows of a query you write",
    pages: true,
    filter,
    fields: async (context) => {
      const { statement, place } = boundQuery(context.filter);
      return database.use(context, place, async (connection) => {
        const columns = await prepareRows(connection, statement.sql);
        const kinds = await findKinds(connection, columns);
        return Object.fromEntries(
          writtenColumns(columns, kinds).map(({ name }, index): [string, Column] => [
            name,
            { column: columnTypeOfKind(kinds[index] ?? { kind: "text" }), title: name },
          ]),
        );
      });
    },
    validateFilter: async (context) => {
      const { statement, place } = boundQuery(context.filter);
      await database.use(context, place, (connection) => prepareRows(connection, statement.sql));
    },
    rows: (context) => {
      const { limit, skip } = context;
      return database.stream(context, { ...boundQuery(context.filter), limit, skip });
    },
  });
}

function boundQuery(values: QueryFilter): { readonly statement: Statement; readonly place: Place } {
  // A semicolon at the end is habit, not a second statement.
  const typed = values.sql.replace(/[;\s]+$/, "");
  if (typed === "") throw inputInvalid("Read the query: found nothing, wanted a SELECT", { field: "sql" });
  const { sql, names } = findPlaceholders(typed, { parameter: postgresDialect.parameter, field: "sql" });
  const known = placeholderValues(values);
  const parameters = names.map((name) => parameterText(placeholderValue(known, name, "sql")));
  return {
    statement: { sql, parameters },
    place: { action: "Run the query", field: "sql", statement: typed },
  };
}
