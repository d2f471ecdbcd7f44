import type { OpenSessionOptions } from "@wellhead/sql";
import type { Connection } from "./connection.js";
import { cancelRequest } from "./messages.js";
import { openSocket } from "./open-connection.js";

const cancelTimeout = 5000;

/**
 * Asks the server to stop what a connection does, over a connection of its own, and hangs up on the first.
 *
 * @param connection - The connection to stop
 * @param options - Who and where
 */
export async function cancelQuery(
  connection: Connection,
  options: Omit<OpenSessionOptions, "signal">,
): Promise<void> {
  const { backendKey } = connection;
  try {
    if (backendKey === undefined || connection.ended) return;
    const socket = await openSocket({ ...options, signal: AbortSignal.timeout(cancelTimeout) });
    socket.on("error", () => socket.destroy());
    socket.resume();
    socket.end(cancelRequest(backendKey));
  } catch {
    // Nobody waits for the answer; hanging up below ends the query too, when the server looks.
  } finally {
    connection.close();
  }
}
