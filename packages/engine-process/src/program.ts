import { Buffer } from "node:buffer";
import { readSync, writeSync } from "node:fs";
import { frameHeader, frameKinds } from "./frames.js";

export type { EngineFault } from "./frames.js";

// The protocol of an engine program: requests arrive on standard input, and responses leave on standard output, one at
// a time. Both are synchronous. The parent process kills an engine that takes too long.

/**
 * Reads the next request.
 *
 * @returns The request, or `undefined` when the parent process has closed the pipe
 */
export function readRequest(): unknown {
  const header = readWhole(4);
  const body = header === undefined ? undefined : readWhole(header.readUInt32LE(0));
  return body === undefined ? undefined : JSON.parse(body.toString());
}

/**
 * Sends a frame. It blocks while the pipe is full, so the reader sets the pace.
 *
 * @param kind - The kind of the payload
 * @param payload - The bytes. Default: none
 * @param rows - Number of rows, for a batch
 */
export function sendFrame(
  kind: keyof typeof frameKinds,
  payload: Uint8Array = Buffer.alloc(0),
  rows = 0,
): void {
  const header = Buffer.allocUnsafe(frameHeader);
  header.writeUInt32LE(payload.length, 0);
  header.writeUInt8(frameKinds[kind], 4);
  header.writeUInt32LE(rows, 5);
  writeWhole(header);
  writeWhole(payload);
}

function writeWhole(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(1, bytes, written);
}

function readWhole(length: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(length);
  for (let read = 0; read < length; ) {
    const count = readSync(0, bytes, read, length - read, null);
    if (count === 0) return undefined;
    read += count;
  }
  return bytes;
}
