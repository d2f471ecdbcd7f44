import type { OpenSessionOptions } from "@wellhead/sql";
import type { Connection } from "./connection.js";
import { openConnection } from "./open-connection.js";
import { runCommand } from "./run-statement.js";

const cancelTimeout = 5000;

/**
 * Has the server stop what a connection does and end it, over a connection of its own, and hangs up on the first.
 *
 * @param connection - The connection to stop
 * @param options - Who and where
 */
export async function cancelQuery(
  connection: Connection,
  options: Omit<OpenSessionOptions, "signal">,
): Promise<void> {
  const { handshake } = connection;
  if (handshake === undefined || connection.ended) return;
  let other: Connection | undefined;
  try {
    other = await openConnection({
      ...options,
      // Another server behind the same name has another connection of that number.
      target: connection.wire.target,
      signal: AbortSignal.timeout(cancelTimeout),
    });
    // `kill query` alone would miss a statement that the server has not begun.
    await runCommand(other, `kill ${handshake.threadId}`);
  } catch {
    // Nobody waits for the answer; hanging up below ends the query too, once the server writes.
  } finally {
    other?.close();
    connection.close();
  }
}
