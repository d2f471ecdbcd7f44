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
import { columnTypeOfResult } from "../catalogue/column-type.js";
import { mysqlDialect } from "../dialect/mysql-dialect.js";
import { parameterValue } from "../dialect/parameter-value.js";
import type { Parameter } from "../protocol/messages.js";
import type { Database } from "../stream/database.js";
import { prepareRows } from "../stream/prepare-rows.js";
import { writtenColumns } from "../transcode/written-columns.js";
import { checkQuery } from "./check-query.js";

const filter = {
  sql: highlightText({
    title: "SQL query",
    description:
      "One SELECT. {{from}} and {{to}} are the ends of the period in UTC, other {{names}} come from the values",
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
        const { columns } = await prepareRows(connection, statement);
        const names = writtenColumns(columns);
        return Object.fromEntries(
          columns.map((column, index): [string, Column] => {
            const name = names[index]?.name ?? "";
            return [name, { column: columnTypeOfResult(column), title: name }];
          }),
        );
      });
    },
    validateFilter: async (context) => {
      const { statement, place } = boundQuery(context.filter);
      await database.use(context, place, (connection) => prepareRows(connection, statement));
    },
    rows: (context) => {
      const { limit, skip } = context;
      return database.stream(context, { ...boundQuery(context.filter), limit, skip });
    },
  });
}

interface BoundStatement {
  readonly statement: Statement<Parameter>;
  readonly place: Place;
}

function boundQuery(values: QueryFilter): BoundStatement {
  // A semicolon at the end is habit, not a second statement.
  const typed = values.sql.replace(/[;\s]+$/, "");
  if (typed === "") throw inputInvalid("Read the query: found nothing, wanted a SELECT", { field: "sql" });
  checkQuery(typed, "sql");
  const { sql, names } = findPlaceholders(typed, {
    parameter: mysqlDialect.parameter,
    repeats: true,
    field: "sql",
  });
  const known = placeholderValues(values);
  const parameters = names.map((name) => parameterValue(placeholderValue(known, name, "sql")));
  return {
    statement: { sql, parameters },
    place: { action: "Run the query", field: "sql", statement: sql },
  };
}
