import type { Socket } from "node:net";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";

/** The threads of a process share the count: rows of databases are read in worker threads. */
const countKey = "wellhead open upstream connections";

const count = sharedCount();

function sharedCount(): Int32Array {
  const known = getEnvironmentData(countKey);
  if (known instanceof SharedArrayBuffer) return new Int32Array(known);
  const buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  setEnvironmentData(countKey, buffer);
  return new Int32Array(buffer);
}

/**
 * Counts a connection to an upstream until it is closed.
 *
 * @param socket - The connection
 */
export function countConnection(socket: Socket): void {
  Atomics.add(count, 0, 1);
  socket.once("close", () => Atomics.sub(count, 0, 1));
}

/**
 * Returns the number of connections to upstreams that are open or being opened, in all threads of this process.
 *
 * @returns The number
 */
export function openConnectionCount(): number {
  return Atomics.load(count, 0);
}
