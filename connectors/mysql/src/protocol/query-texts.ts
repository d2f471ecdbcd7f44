import { upstreamInvalid } from "@wellhead/sdk";
import type { Parameter } from "../dialect/parameter.js";
import { isTextType } from "./column-types.js";
import type { Connection } from "./connection.js";
import { closeStatement } from "./messages.js";
import { PacketReader } from "./packet-reader.js";
import { executeStatement, isEnd, prepareStatement } from "./run-statement.js";

/** Cells of a row as text; `null` means NULL. */
export type TextRow = readonly (string | null)[];

/**
 * Runs a statement with a small result whose columns are all text.
 *
 * @param connection - An idle session
 * @param sql - One statement
 * @param parameters - Values of its parameters
 * @returns The rows
 * @throws ServerError when the server reports an error; the session can still be used
 */
export async function queryTexts(
  connection: Connection,
  sql: string,
  parameters: readonly Parameter[] = [],
): Promise<readonly TextRow[]> {
  const statement = await prepareStatement(connection, sql);
  const columns = await executeStatement(connection, statement, parameters);
  if (!columns.every(({ type }) => isTextType(type)))
    throw upstreamInvalid("Could not read from the database: expected a column of text, got another type.");
  const rows: TextRow[] = [];
  for (;;) {
    const packet = await connection.receive();
    if (isEnd(packet)) break;
    rows.push(readTexts(new PacketReader(packet, 1), columns.length));
  }
  connection.send(closeStatement(statement.id));
  return rows;
}

function readTexts(reader: PacketReader, count: number): TextRow {
  const nulls = reader.bytes((count + 9) >> 3);
  return Array.from({ length: count }, (_, index) => {
    const bit = index + 2;
    return (((nulls[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1 ? null : reader.text();
  });
}
