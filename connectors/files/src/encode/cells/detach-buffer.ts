import { MessageChannel } from "node:worker_threads";

const { port1: closedPort } = new MessageChannel();
closedPort.close();

/**
 * Frees the memory of bytes that are no longer needed at once, without waiting for the garbage collector. A stream
 * allocates hundreds of megabytes per second. Without this, the garbage collector would be busy freeing them, and the
 * machine providing new memory.
 *
 * @param bytes - Bytes with a buffer of their own; all views of the buffer are empty afterwards
 */
export function detachBuffer({ buffer }: ArrayBufferView): void {
  // Transferring a buffer to a closed port frees it. JavaScript has no other way to free memory in every supported
  // version of Node.
  if (buffer instanceof ArrayBuffer) closedPort.postMessage(undefined, [buffer]);
}
