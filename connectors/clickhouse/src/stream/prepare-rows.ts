import { inputInvalid } from "@wellhead/sdk";
import type { Statement } from "@wellhead/sql";
import { withIsoTimes } from "../dialect/iso-times.js";
import { writeValues } from "../dialect/literal.js";
import type { Parameter } from "../dialect/parameter.js";
import { holdsStates, type ResultColumn } from "../encode/value-kind.js";
import type { Connection } from "../protocol/connection.js";
import { queryTexts } from "../protocol/query-texts.js";

/** A statement that the server has analysed. */
export interface PreparedRows {
  /** The statement as it is sent for text. */
  readonly sql: string;
  /** The statement as it is sent for values. */
  readonly plainSql: string;
  readonly columns: readonly ResultColumn[];
}

/**
 * Has the server analyse a statement, which runs nothing.
 *
 * @param connection - A session
 * @param statement - The statement and its values
 * @param options - What the statement is for, and its filter field
 * @returns The statement as it is to be sent, and its columns
 * @throws ServerError when the server cannot analyse it
 * @throws ConnectorError `invalid_field` when a column has no text
 */
export async function prepareRows(
  connection: Connection,
  { sql: given, parameters }: Statement<Parameter>,
  { action, field }: { readonly action: string; readonly field?: string },
): Promise<PreparedRows> {
  const written = writeValues(given, parameters);
  const rows = await queryTexts(connection, `describe table (\n${written}\n)`);
  const columns = rows.map(([name, type]) => ({ name: name ?? "", type: type ?? "" }));
  const states = columns.find(({ type }) => holdsStates(type));
  if (states !== undefined) {
    throw inputInvalid(
      `${action}: the column "${states.name}" holds states of an aggregate function (${states.type}), which have no text. Choose the other columns, or write a query that finishes them, such as with sumMerge.`,
      { ...(field !== undefined && { field }) },
    );
  }
  const sql = connection.writesIsoTimes ? written : withIsoTimes(written, columns);
  return { sql, plainSql: written, columns };
}
