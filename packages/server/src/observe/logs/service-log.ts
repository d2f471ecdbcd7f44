import type { Writable } from "node:stream";
import { type Level, pino } from "pino";

/**
 * Receives log lines. A pino logger implements it.
 */
export interface ServiceLog {
  /** Writes an informational line. */
  info(record: object, message: string): void;
  /** Writes a line that an operator should check. */
  warn(record: object, message: string): void;
  /** Writes a line about a fault of the service or of a connector. */
  error(record: object, message: string): void;
}

/** A log that drops every line. */
export const silentLog: ServiceLog = { info: drop, warn: drop, error: drop };

function drop(): void {
  // Drops the line.
}

/** Options of {@link makeLog}. */
export interface MakeLogOptions {
  /** Where lines are written. Default: standard output. */
  readonly target?: Writable;
  /** Minimum level of the lines to write. Default: `info`. */
  readonly level?: Level | "silent";
}

/** Maximum number of buffered bytes while the reader does not read. */
const maxBufferedBytes = 4 * 1024 * 1024;

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
  const writer = new LineWriter({ target, maxWaitingBytes: maxBufferedBytes });
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

/** Options of {@link LineWriter}. */
export interface LineWriterOptions {
  /** Receives the text of the lines, such as `process.stdout`. */
  readonly target: Pick<Writable, "write" | "writableLength" | "on">;
  /** Maximum number of buffered bytes while the reader does not read; further lines are dropped and counted. */
  readonly maxWaitingBytes: number;
}

/** Number of buffered characters that triggers a flush. */
const maxCollected = 8 * 1024;

/** Maximum time until a buffered line is written, in milliseconds. */
const flushInterval = 200;

/**
 * Writes the lines of a log in batches and never waits for the reader. When the reader does not keep up, further lines
 * are dropped. Their number is written once the reader has caught up.
 */
export class LineWriter {
  readonly #options: LineWriterOptions;
  #collected = "";
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param options - Target and maximum */
  constructor(options: LineWriterOptions) {
    this.#options = options;
    // The reader of the log is gone. The service continues without it.
    options.target.on("error", () => (this.#collected = ""));
  }

  /** @param line - A line with its line feed */
  write(line: string): void {
    const { target, maxWaitingBytes } = this.#options;
    if (target.writableLength + this.#collected.length + line.length > maxWaitingBytes) {
      this.#dropped += 1;
      this.#timer ??= setTimeout(() => this.flush(), flushInterval).unref();
      return;
    }
    this.#collected += line;
    if (this.#collected.length >= maxCollected) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), flushInterval).unref();
  }

  /** Writes the buffered lines. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { target, maxWaitingBytes } = this.#options;
    const text = this.#collected;
    this.#collected = "";
    if (text !== "") target.write(text);
    if (this.#dropped === 0) return;
    if (target.writableLength > maxWaitingBytes / 2) {
      this.#timer = setTimeout(() => this.flush(), flushInterval).unref();
      return;
    }
    target.write(droppedLine(this.#dropped));
    this.#dropped = 0;
  }
}

function droppedLine(lines: number): string {
  const message = "Dropped lines of the log because nobody read them.";
  return `${JSON.stringify({ level: "warn", time: new Date().toISOString(), lines, msg: message })}\n`;
}
