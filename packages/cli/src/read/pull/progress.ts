import { formatBytes, formatNumber } from "../../terminal/format-number.js";
import { unguarded } from "../../terminal/guarded-output.js";
import type { Output } from "../../terminal/terminal.js";

const pause = 200;

/** A progress line on a terminal. Writes nothing when the output is not a terminal. */
export class Progress {
  readonly #output: Output;
  readonly #started = performance.now();
  #shown = 0;
  #rows = 0;
  #bytes = 0;

  /** @param output - Where the line is drawn: standard error */
  constructor(output: Output) {
    this.#output = output;
  }

  /** Number of rows so far. */
  get rows(): number {
    return this.#rows;
  }

  /**
   * Counts rows and bytes that have arrived.
   *
   * @param rows - Number of rows
   * @param bytes - Number of bytes they took
   */
  add(rows: number, bytes: number): void {
    this.#rows += rows;
    this.#bytes += bytes;
    if (this.#output.isTTY !== true || performance.now() - this.#shown < pause) return;
    this.#shown = performance.now();
    this.#clearLine();
    this.#output.write(this.describe());
  }

  /** Clears the progress line. */
  clear(): void {
    if (this.#output.isTTY === true && this.#shown > 0) this.#clearLine();
  }

  #clearLine(): void {
    unguarded(this.#output).write("\r\u001B[2K");
  }

  /**
   * Reports success in one line. Writes nothing when the rows went to standard output and this output is not a
   * terminal.
   *
   * @param path - The file that was written; `undefined` for standard output
   * @param written - Number of rows in the file, if the rows that arrived are not those of the file
   */
  finish(path: string | undefined, written?: number): void {
    const isScreen = this.#output.isTTY === true;
    if (!isScreen && path === undefined) return;
    const read = written === undefined ? this.describe() : `${countRows(written)}. Read ${this.describe()}`;
    const summary = path === undefined ? this.describe() : `Wrote "${path}": ${read}`;
    if (isScreen) this.#clearLine();
    this.#output.write(`${summary}\n`);
  }

  /** Returns rows, bytes and seconds so far. */
  summary(): { readonly rows: number; readonly bytes: number; readonly seconds: number } {
    const seconds = Math.round(performance.now() - this.#started) / 1000;
    return { rows: this.#rows, bytes: this.#bytes, seconds };
  }

  /** Formats the line: rows, megabytes, rate, elapsed time. */
  describe(): string {
    const seconds = (performance.now() - this.#started) / 1000;
    const rate = this.#rows / Math.max(seconds, 0.001);
    return `${countRows(this.#rows)} · ${formatBytes(this.#bytes)} · ${formatNumber(rate)} rows/s · ${seconds.toFixed(1)} s`;
  }
}

function countRows(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? "row" : "rows"}`;
}
