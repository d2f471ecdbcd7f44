import { once } from "node:events";
import type { Duplex } from "node:stream";
import type { OpenSessionOptions } from "@wellhead/sql";
import type { Connection } from "./connection.js";
import { cancelRequest } from "./messages.js";
import { openSocket } from "./open-connection.js";

const cancelTimeout = 5000;
/** Cancellations in progress: both a caller who leaves and the end of the rows may request one. */
const cancelling = new WeakMap<Connection, Promise<void>>();

/**
 * Stops what a connection does. A running statement is cancelled over a separate connection to the same address:
 * another server with the same name could mistake the request for one of its own sessions.
 *
 * The connection is closed only after the server has processed the request and has stopped. Otherwise, a pooler such as
 * PgBouncer would reuse the server's session for another client, and the request would cancel that client's statement.
 *
 * @param connection - The connection to stop
 * @param options - The credentials and the server
 */
export function cancelQuery(
  connection: Connection,
  options: Omit<OpenSessionOptions, "signal">,
): Promise<void> {
  const cancelled = cancelling.get(connection) ?? cancel(connection, options);
  cancelling.set(connection, cancelled);
  return cancelled;
}

async function cancel(connection: Connection, options: Omit<OpenSessionOptions, "signal">): Promise<void> {
  const { backendKey, wire } = connection;
  const signal = AbortSignal.timeout(cancelTimeout);
  const closeConnection = () => connection.close();
  signal.addEventListener("abort", closeConnection, { once: true });
  let other: Duplex | undefined;
  try {
    if (backendKey === undefined || !connection.running) return;
    const { socket } = await openSocket({ ...options, target: wire.target, signal });
    other = socket;
    socket.on("error", () => socket.destroy());
    socket.resume();
    // The server closes the connection when it is done. A pooler drops the request if we close the connection first.
    socket.write(cancelRequest(backendKey));
    if (!socket.closed) await once(socket, "close", { signal });
    await connection.drain();
  } catch {
    // No one needs the result. Closing the connection below also ends the query, once the server notices.
  } finally {
    signal.removeEventListener("abort", closeConnection);
    // A server that ignores the request would keep the connection.
    other?.destroy();
    connection.close();
  }
}
