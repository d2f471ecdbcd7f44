import { once } from "node:events";
import type { Writable } from "node:stream";

/**
 * Writes a chunk and waits until the output can accept more.
 *
 * @param output - The output
 * @param chunk - Text or bytes
 */
export async function write(output: Writable, chunk: string | Uint8Array): Promise<void> {
  if (output.write(chunk)) return;
  if (output.destroyed) throw output.errored ?? new Error("Could not write: the stream is closed.");
  await once(output, "drain");
}
