import type { Socket } from "node:net";
import type { Limits } from "../limits/limits.js";
import { ReaderStalled } from "./reader-stalled.js";

/**
 * Judges a caller for whom rows wait: it must take `minReadRate` bytes a second, and at least one, in each period of
 * `stallTimeout`.
 *
 * @param socket - Connection of the caller
 * @param limits - The period and the rate
 * @param onStalled - Called with the reason if the caller reads too slowly
 * @returns A function that ends the watch
 */
export function watchReader(
  socket: Socket,
  { stallTimeout, minReadRate }: Pick<Limits, "stallTimeout" | "minReadRate">,
  onStalled: (reason: ReaderStalled) => void,
): () => void {
  let taken = bytesTaken(socket);
  // `drain` does not show progress: it is emitted only once the whole buffer was written, however large it is.
  const timer = setInterval(() => {
    const read = bytesTaken(socket) - taken;
    taken += read;
    if (read * 1000 < minReadRate * stallTimeout || read === 0)
      onStalled(new ReaderStalled(read, stallTimeout));
  }, stallTimeout);
  return () => clearInterval(timer);
}

/** Returns the bytes the operating system has accepted. Node has no public member for the bytes it still buffers. */
function bytesTaken(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, "_handle");
  if (typeof handle !== "object" || handle === null) return socket.bytesWritten;
  const queued: unknown = Reflect.get(handle, "writeQueueSize");
  const written: unknown = Reflect.get(handle, "bytesWritten");
  return typeof queued === "number" && typeof written === "number"
    ? written - queued
    : socket.bytesWritten - socket.writableLength;
}
