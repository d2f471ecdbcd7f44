import { once } from "node:events";
import type { OpenSessionOptions } from "@wellhead/sql";
import type { Connection } from "./connection.js";
import { cancelRequest } from "./messages.js";
import { openSocket } from "./open-connection.js";

const cancelTimeout = 5000;
/** Both the caller who leaves and the end of the rows may ask for it. */
const cancelling = new WeakMap<Connection, Promise<void>>();

/**
 * Ends what a connection does. A statement that is still running is cancelled over a connection of its own, to the same
 * address: another server behind the same name could take the request for one of its own sessions.
 *
 * The connection is closed only once the server has passed the request on and stopped. A pooler such as PgBouncer would
 * otherwise give the server's session to somebody else, whose statement the request would then cancel.
 *
 * @param connection - The connection to stop
 * @param options - Who and where
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
  const hangUp = () => connection.close();
  signal.addEventListener("abort", hangUp, { once: true });
  try {
    if (backendKey === undefined || !connection.running) return;
    const { socket } = await openSocket({ ...options, target: wire.target, signal });
    socket.on("error", () => socket.destroy());
    socket.resume();
    // The server closes the connection when it is done. A pooler takes our closing it for the wish to take that back.
    socket.write(cancelRequest(backendKey));
    if (!socket.closed) await once(socket, "close", { signal });
    await connection.drain();
  } catch {
    // Nobody waits for the answer; hanging up below ends the query too, when the server looks.
  } finally {
    signal.removeEventListener("abort", hangUp);
    connection.close();
  }
}
