import type { OpenSessionOptions } from "@wellhead/sql";
import { quoteText } from "../dialect/literal.js";
import type { Connection } from "./connection.js";
import { openConnection } from "./open-connection.js";
import { ServerError } from "./server-error.js";

const cancelTimeoutMs = 10_000;

/**
 * Closes a connection, and has the server end the statement that it may still be running. Users who may only read may not
 * end statements before version 20, but they may replace one of their own by another of the same name.
 *
 * @param connection - The connection
 * @param host - Its server and its user
 */
export async function cancelQuery(
  connection: Connection,
  { credentials }: Omit<OpenSessionOptions, "signal">,
): Promise<void> {
  const { runningId: id, target } = connection;
  connection.runningId = undefined;
  connection.close();
  if (id === undefined) return;
  let opened: Connection | undefined;
  try {
    opened = await openConnection({ credentials, target, signal: AbortSignal.timeout(cancelTimeoutMs) });
    await endStatement(opened, id);
  } catch {
    // The server ends the statement by itself when it writes rows to the closed connection.
  } finally {
    opened?.close();
  }
}

async function endStatement(connection: Connection, id: string): Promise<void> {
  try {
    await connection.read({ sql: `kill query where query_id = ${quoteText(id)} async` });
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    await connection.read({ sql: "select 1", queryId: id, settings: { replace_running_query: "1" } });
  }
}
