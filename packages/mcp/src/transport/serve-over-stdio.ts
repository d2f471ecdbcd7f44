import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { openServing, type ServingOptions } from "./open-serving.js";

/** Streams of {@link serveOverStdio}, and what ends it. */
export interface StdioStreams {
  /** Messages of the client. */
  readonly stdin: Readable;
  /** Nothing else may write to it. */
  readonly stdout: Writable;
  /** Ends the server; otherwise it ends when standard input ends. */
  readonly signal: AbortSignal;
}

/** Options of {@link serveOverStdio}. */
export type StdioOptions = ServingOptions & StdioStreams;

/**
 * Serves one client over standard input and output, in the current version of the protocol or the one before it,
 * whichever the client uses.
 *
 * @param options - Connectors or the folder of an author, and streams
 * @returns A promise that resolves once the client has disconnected or the signal was aborted
 */
export async function serveOverStdio(options: StdioOptions): Promise<void> {
  const { stdin, stdout, signal } = options;
  const serving = openServing(options);
  const ended = new AbortController();
  const handle = serveStdio(serving.createServer, {
    transport: new StdioServerTransport(stdin, stdout),
    onerror: serving.onError,
  });
  try {
    const either = AbortSignal.any([signal, ended.signal]);
    await Promise.race([
      once(stdin, "end", { signal: either }),
      once(stdin, "close", { signal: either }),
      once(signal, "abort", { signal: ended.signal }),
    ]).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  } finally {
    ended.abort();
    await handle.close();
    await serving.close();
  }
}
