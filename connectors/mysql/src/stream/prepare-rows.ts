import { inputInvalid } from "@wellhead/sdk";
import type { Statement } from "@wellhead/sql";
import type { Parameter } from "../dialect/parameter.js";
import type { Connection } from "../protocol/connection.js";
import { type PreparedStatement, prepareStatement } from "../protocol/run-statement.js";

/**
 * Has the server prepare a statement, and checks that it returns rows. A statement that does not is never executed.
 *
 * @param connection - A session inside a transaction
 * @param statement - The statement and its values
 * @returns The prepared statement
 * @throws ServerError when the server cannot prepare it
 * @throws ConnectorError `invalid_field` when it does not return rows, or has a parameter without a value
 */
export async function prepareRows(
  connection: Connection,
  { sql, parameters }: Statement<Parameter>,
): Promise<PreparedStatement> {
  const prepared = await prepareStatement(connection, sql);
  if (prepared.parameters !== parameters.length) {
    throw inputInvalid(
      "Could not run the query: a question mark or a {{name}} cannot be bound. Write every value as {{name}} outside of quotes.",
      { field: "sql" },
    );
  }
  if (prepared.columns.length > 0) return prepared;
  throw inputInvalid("Could not run the query: it returns no rows. Write one that begins with SELECT.", {
    field: "sql",
  });
}
