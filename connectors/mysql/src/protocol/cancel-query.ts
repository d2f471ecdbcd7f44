import type { OpenSessionOptions } from "@wellhead/sql";
import type { Connection } from "./connection.js";
import { openConnection } from "./open-connection.js";
import { runCommand } from "./run-statement.js";

const cancelTimeout = 5000;

/**
 * Asks the server, over a separate connection, to stop what a connection does and to close it. Then closes the
 * connection.
 *
 * @param connection - The connection to stop
 * @param options - The credentials and the server
 */
export async function cancelQuery(
  connection: Connection,
  options: Omit<OpenSessionOptions, "signal">,
): Promise<void> {
  const { handshake } = connection;
  if (handshake === undefined || connection.ended) return;
  const signal = AbortSignal.timeout(cancelTimeout);
  let other: Connection | undefined;
  const closeBoth = () => {
    other?.close();
    connection.close();
  };
  // A server that signs in and then falls silent must keep neither connection.
  signal.addEventListener("abort", closeBoth, { once: true });
  try {
    other = await openConnection({
      ...options,
      // Use the same address: on another server with the same name, the id belongs to another connection.
      target: connection.wire.target,
      signal,
    });
    // `kill query` would not affect a statement that the server has not started yet.
    await runCommand(other, `kill ${handshake.threadId}`);
  } catch {
    // No one needs the result. Closing the connection below also ends the query, once the server writes to it.
  } finally {
    signal.removeEventListener("abort", closeBoth);
    closeBoth();
  }
}
