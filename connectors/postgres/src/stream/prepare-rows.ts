import { inputInvalid } from "@wellhead/sdk";
import type { Connection } from "../protocol/connection.js";
import { describeStatement, parse, type ResultColumn, readColumns, sync } from "../protocol/messages.js";

/**
 * Has the server prepare a statement and returns its columns.
 *
 * @param connection - A session inside a transaction
 * @param sql - The statement
 * @returns The columns of its rows
 * @throws ServerError when the server cannot prepare it
 * @throws ConnectorError `invalid_field` when it does not return rows, or its rows have no columns
 */
export async function prepareRows(connection: Connection, sql: string): Promise<readonly ResultColumn[]> {
  connection.send(parse(sql, connection.codec), describeStatement(), sync());
  let columns: readonly ResultColumn[] | undefined;
  for (;;) {
    const { type, body } = await connection.receive();
    if (type === "T") columns = readColumns(body, connection.codec);
    if (type === "Z") break;
  }
  if (columns?.length === 0) {
    throw inputInvalid("Could not run the query: its rows have no columns. Name at least one after SELECT.", {
      field: "sql",
    });
  }
  if (columns === undefined)
    throw inputInvalid("Could not run the query: it returns no rows. Write one that begins with SELECT.", {
      field: "sql",
    });
  return columns;
}
