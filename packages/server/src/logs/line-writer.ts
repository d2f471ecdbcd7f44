import type { Writable } from "node:stream";

/** Where lines go and how many may wait. */
export interface LineWriterOptions {
  /** Takes the text of lines, such as `process.stdout`. */
  readonly target: Pick<Writable, "write" | "writableLength" | "on">;
  /** Bytes of lines that may wait for a reader that does not read; further lines are dropped and counted. */
  readonly maxWaitingBytes: number;
}

/** Characters of lines that are collected before they are written. */
const maxCollected = 8 * 1024;

/** Longest time a line waits to be written, in milliseconds. */
const flushInterval = 200;

/**
 * Writes the lines of a log, several at a time, and never waits for whoever reads them: lines that nobody reads are
 * dropped, and their number is written as soon as somebody does.
 */
export class LineWriter {
  readonly #options: LineWriterOptions;
  #collected = "";
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param options - Target and bound */
  constructor(options: LineWriterOptions) {
    this.#options = options;
    // Nobody reads the log any more; the service goes on.
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

  /** Writes what was collected. */
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
