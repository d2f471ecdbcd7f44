import type { Writable } from "node:stream";
import { type Level, pino } from "pino";
import { LineWriter } from "./line-writer.js";
import type { ServiceLog } from "./service-log.js";

/** Options of {@link makeLog}. */
export interface MakeLogOptions {
  /** Where lines are written. Default: standard output. */
  readonly target?: Writable;
  /** Minimum level of the lines to write. Default: `info`. */
  readonly level?: Level | "silent";
}

/** Maximum number of buffered bytes while the reader does not read. */
const maxWaitingBytes = 4 * 1024 * 1024;

/**
 * Creates the default log of a service: JSON lines with an ISO 8601 time and without a host name.
 *
 * Lines are written in batches, within a fifth of a second. The last batch is written when the process exits. When
 * nobody reads the log, up to 4 MiB are buffered. Further lines are dropped, and a later line states how many.
 *
 * @param options - The target and the minimum level
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

/** Returns the current time as a member of a line. The text is cached for all lines of the same millisecond. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastInstant) {
    lastInstant = now;
    lastText = `,"time":"${new Date(now).toISOString()}"`;
  }
  return lastText;
}
