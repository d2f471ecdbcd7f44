import {
  type AnyAccount,
  type Column,
  inputInvalid,
  type MakeSource,
  type Source,
  type SourceContext,
} from "@wellhead/sdk";
import { isOrdered, type QueryFilter, queryForm, readQuery, type TypedQuery } from "@wellhead/sql";
import { columnTypeOf } from "../catalogue/column-type.js";
import { trinoDialect } from "../dialect/dialect.js";
import { type Parameter, parameterValue } from "../dialect/parameter.js";
import { trinoSyntax } from "../dialect/syntax.js";
import type { TrinoDatabase } from "../stream/database.js";
import { checkQuery } from "./check-query.js";

/**
 * Creates the source in which a person writes a query. Its values are written as literals.
 *
 * @param make - Creates sources of the connector
 * @param database - The database
 * @returns The source
 */
export function querySource(make: MakeSource<AnyAccount>, database: TrinoDatabase): Source {
  const described = (context: SourceContext<AnyAccount, typeof queryForm>) => {
    const { statement, errorContext } = typedQuery(context.filter);
    return database.describe(context, statement, errorContext);
  };
  return make({
    name: "SQL query",
    description: "Rows of a query you write",
    pages: true,
    filter: queryForm,
    fields: async (context) =>
      Object.fromEntries(
        (await described(context)).map(({ name, type }): [string, Column] => [
          name,
          { column: columnTypeOf(type), title: name },
        ]),
      ),
    // The rows follow this check at once, and a server can check a query only by starting it.
    validateFilter: ({ filter }) => {
      typedQuery(filter);
      return Promise.resolve();
    },
    rows: (context) => {
      const { limit, skip, filter } = context;
      if (skip > 0 && !isOrdered(filter.sql, trinoSyntax)) {
        throw inputInvalid(
          "Could not skip rows of the query: without ORDER BY, their order may differ each time. End the query with an ORDER BY whose columns are unique together.",
          { field: "sql" },
        );
      }
      return database.stream(context, { ...typedQuery(filter), limit, skip });
    },
  });
}

function typedQuery(filter: QueryFilter): TypedQuery<Parameter> {
  return readQuery(filter, {
    syntax: trinoSyntax,
    parameter: trinoDialect.parameter,
    repeats: true,
    bind: parameterValue,
    check: checkQuery,
  });
}
