import type { AnyAccount, MakeSource, Source } from "@wellhead/sdk";
import { serverQuerySource } from "@wellhead/sql";
import { columnTypeOfKind } from "../catalogue/column-type.js";
import { postgresDialect } from "../dialect/dialect.js";
import { parameterText } from "../dialect/parameter.js";
import { postgresSyntaxes } from "../dialect/syntax.js";
import { findKinds, writtenColumns } from "../encode/find-kinds.js";
import type { PostgresDatabase } from "../stream/database.js";
import { prepareRows } from "../stream/prepare-rows.js";

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
