import { formatNumber } from "../terminal/format-number.js";
import { unguarded } from "../terminal/guarded-output.js";
import { printableText } from "../terminal/printable-text.js";
import type { Output } from "../terminal/terminal.js";
import type { PageReport } from "./sync-options.js";
import type { TypeResult } from "./synchronize.js";

const pauseMs = 200;

/** Shows the progress of a synchronization: a line that is updated on a terminal, and a line for each finished type. */
export class SyncProgress {
  readonly #output: Output;
  readonly #now: () => number;
  #type = "";
  #began = 0;
  #first = 0;
  #shown = Number.NEGATIVE_INFINITY;
  #isDrawn = false;

  /**
   * @param output - Where it writes: standard error
   * @param now - Milliseconds of a clock that never goes back
   */
  constructor(output: Output, now: () => number = () => performance.now()) {
    this.#output = output;
    this.#now = now;
  }

  /** Starts the clock of a type. */
  begin(type: string, rows: number): void {
    this.#type = type;
    this.#began = this.#now();
    this.#first = rows;
  }

  /** Draws the rows of a type so far, their rate, and the time left when the number of rows to come is known. */
  page({ type, rows, expectedRows }: PageReport): void {
    if (type !== this.#type) this.begin(type, 0);
    const now = this.#now();
    if (this.#output.isTTY !== true || now - this.#shown < pauseMs) return;
    this.#shown = now;
    this.#isDrawn = true;
    const rate = this.#rate(rows);
    const left = expectedRows === undefined || rate === 0 ? undefined : (expectedRows - rows) / rate;
    const parts = [
      `${type}: ${formatNumber(rows)} rows`,
      `${formatNumber(rate)} rows/s`,
      ...(left === undefined || left < 0 ? [] : [`${formatTimeLeft(left)} left`]),
    ];
    unguarded(this.#output).write(`\r\u001B[2K${printableText(parts.join(" · "))}`);
  }

  /** Writes a sentence. */
  note(text: string): void {
    this.clear();
    this.#output.write(`${text}\n`);
  }

  /** Writes the result of a type. */
  finish({ type, rows, isFull, inserted, updated, deleted }: TypeResult): void {
    const kind = isFull ? "all" : "changes";
    const counts = `${formatNumber(inserted)} inserted, ${formatNumber(updated)} updated, ${formatNumber(deleted)} deleted`;
    this.note(
      `${type}: read ${formatNumber(rows)} rows (${kind}) · ${counts} · ${formatNumber(this.#rate(rows))} rows/s`,
    );
  }

  /** Clears the line. */
  clear(): void {
    if (this.#isDrawn) unguarded(this.#output).write("\r\u001B[2K");
    this.#isDrawn = false;
  }

  /** Rows of this run per second. */
  #rate(rows: number): number {
    const seconds = Math.max((this.#now() - this.#began) / 1000, 0.001);
    return (rows - this.#first) / seconds;
  }
}

function formatTimeLeft(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
