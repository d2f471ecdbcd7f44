import { MessageChannel } from "node:worker_threads";

const { port1: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Frees the memory of bytes that nobody needs any more, now and not when the garbage collector finds them. A stream
 * leaves hundreds of megabytes a second behind: the collector would be busy with them, and the machine with fresh memory.
 *
 * @param bytes - Bytes with a buffer of their own; all views of it are empty afterwards
 */
export function giveBack({ buffer }: ArrayBufferView): void {
  // What is moved to a closed port is nobody's. JavaScript has no other way to let go of memory on every Node served.
  if (buffer instanceof ArrayBuffer) nowhere.postMessage(undefined, [buffer]);
}
