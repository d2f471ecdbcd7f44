import type { Writable } from "node:stream";
import { type Level, pino } from "pino";
import { LineWriter } from "./line-writer.js";
import type { ServiceLog } from "./service-log.js";

/** Options of {@link makeLog}. */
export interface MakeLogOptions {
  /** Where lines are written. Default: standard output. */
  readonly target?: Writable;
  /** The least important lines to write. Default: `info`. */
  readonly level?: Level | "silent";
}

/** Bytes of lines that may wait for a reader that does not read. */
const maxWaitingBytes = 4 * 1024 * 1024;

/**
 * Makes the log a service has by default: JSON lines, time in ISO 8601, no host name.
 *
 * Lines are written several at a time, within a fifth of a second; the last ones when the process exits. When nobody
 * reads them, up to 4 MiB wait. Further lines are dropped, and a line says how many.
 *
 * @param options - Where lines go, and which
 * @returns The log
 */
export function makeLog({ target = process.stdout, level = "info" }: MakeLogOptions = {}): ServiceLog {
  const writer = new LineWriter({ target, maxWaitingBytes });
  process.once("exit", () => writer.flush());
  return pino(
    { base: null, level, timestamp: isoTime, formatters: { level: (label) => ({ level: label }) } },
    { write: (line: string) => writer.write(line) },
  );
}

let lastInstant = 0;
let lastText = "";

/** The present instant as a member of a line; written once for all lines of a millisecond. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastInstant) {
    lastInstant = now;
    lastText = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastText;
}
