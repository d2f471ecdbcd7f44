import type { AnyAccount, MakeSource, Source } from "@wellhead/sdk";
import { type SqlSyntax, serverQuerySource } from "@wellhead/sql";
import { columnTypeOfResult } from "../catalogue/column-type.js";
import { mysqlDialect } from "../dialect/dialect.js";
import { parameterValue } from "../dialect/parameter.js";
import { mysqlSyntax, mysqlSyntaxes } from "../dialect/syntax.js";
import { writtenColumns } from "../encode/written-columns.js";
import type { Connection } from "../protocol/connection.js";
import { queryTexts } from "../protocol/query-texts.js";
import type { MysqlDatabase } from "../stream/database.js";
import { prepareRows } from "../stream/prepare-rows.js";
import { checkQuery } from "./check-query.js";

/**
 * Creates the source in which a person writes a query.
 *
 * @param make - Creates sources of the connector
 * @param database - The database
 * @returns The source
 */
export function querySource(make: MakeSource<AnyAccount>, database: MysqlDatabase): Source {
  return serverQuerySource(make, {
    database,
    parameter: mysqlDialect.parameter,
    repeats: true,
    bind: parameterValue,
    syntaxes: mysqlSyntaxes,
    findSyntax,
    check: checkQuery,
    prepare: async (connection, statement) => {
      const { columns } = await prepareRows(connection, statement);
      const names = writtenColumns(columns);
      return columns.map((column, index) => [names[index]?.name ?? "", columnTypeOfResult(column)]);
    },
  });
}

async function findSyntax(connection: Connection): Promise<SqlSyntax> {
  const [row] = await queryTexts(connection, "select @@session.sql_mode");
  const modes = new Set((row?.[0] ?? "").split(","));
  return mysqlSyntax({
    ansiQuotes: modes.has("ANSI_QUOTES"),
    plainBackslash: modes.has("NO_BACKSLASH_ESCAPES"),
  });
}
