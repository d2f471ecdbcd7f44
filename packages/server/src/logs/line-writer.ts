import type { Writable } from "node:stream";

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
