import type { AnyAccount, MakeSource, Source } from "@wellhead/sdk";
import { serverQuerySource } from "@wellhead/sql";
import { columnTypeOfKind } from "../catalogue/column-type.js";
import { parameterText } from "../dialect/parameter-text.js";
import { postgresDialect } from "../dialect/postgres-dialect.js";
import { postgresSyntaxes } from "../dialect/postgres-syntax.js";
import type { PostgresDatabase } from "../stream/postgres-database.js";
import { prepareRows } from "../stream/prepare-rows.js";
import { findKinds } from "../transcode/find-kinds.js";
import { writtenColumns } from "../transcode/written-columns.js";

/**
 * Creates the source in which a person writes a query.
 *
 * @param make - Creates sources of the connector
 * @param database - The database
 * @returns The source
 */
export function querySource(make: MakeSource<AnyAccount>, database: PostgresDatabase): Source {
  return serverQuerySource(make, {
    database,
    parameter: postgresDialect.parameter,
    syntaxes: [postgresSyntaxes.standardStrings, postgresSyntaxes.escapeStrings],
    findSyntax: ({ parameters }) =>
      Promise.resolve(
        parameters.get("standard_conforming_strings") === "off"
          ? postgresSyntaxes.escapeStrings
          : postgresSyntaxes.standardStrings,
      ),
    bind: parameterText,
    prepare: async (connection, { sql }) => {
      const columns = await prepareRows(connection, sql);
      const kinds = await findKinds(connection, columns);
      return writtenColumns(columns, kinds).map(({ name }, index) => [
        name,
        columnTypeOfKind(kinds[index] ?? { kind: "text" }),
      ]);
    },
  });
}
