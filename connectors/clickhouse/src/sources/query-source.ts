import type { AnyAccount, MakeSource, Source } from "@wellhead/sdk";
import { nameColumns, serverQuerySource } from "@wellhead/sql";
import { columnTypeOf } from "../catalogue/column-type.js";
import { clickhouseDialect } from "../dialect/dialect.js";
import { parameterValue } from "../dialect/parameter.js";
import { clickhouseSyntax } from "../dialect/syntax.js";
import type { ClickhouseDatabase } from "../stream/database.js";
import { prepareRows } from "../stream/prepare-rows.js";
import { checkQuery } from "./check-query.js";

/**
 * Creates the source in which a person writes a query.
 *
 * @param make - Creates sources of the connector
 * @param database - The database
 * @returns The source
 */
export function querySource(make: MakeSource<AnyAccount>, database: ClickhouseDatabase): Source {
  return serverQuerySource(make, {
    database,
    parameter: clickhouseDialect.parameter,
    bind: parameterValue,
    syntaxes: [clickhouseSyntax],
    findSyntax: () => Promise.resolve(clickhouseSyntax),
    check: checkQuery,
    prepare: async (connection, statement) => {
      const context = { action: "Could not run the query", field: "sql" };
      const { columns } = await prepareRows(connection, statement, context);
      const names = nameColumns(columns.map(({ name }) => name));
      return columns.map(({ type }, index) => [names[index] ?? "", columnTypeOf(type)]);
    },
  });
}
