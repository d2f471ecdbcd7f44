import { formatNumber } from "../terminal/format-number.js";
import type { Output } from "../terminal/terminal.js";
import type { TypeResult } from "./synchronize.js";

const pauseMs = 200;

/** Shows the progress of a synchronization: a line that is updated on a terminal, and a line for each finished type. */
export class SyncProgress {
  readonly #output: Output;
  #type = "";
  #began = 0;
  #first = 0;
  #shown = 0;
  #isDrawn = false;

  /** @param output - Where it writes: standard error */
  constructor(output: Output) {
    this.#output = output;
  }

  /** Draws the rows of a type so far. */
  page(type: string, rows: number): void {
    const now = performance.now();
    if (type !== this.#type) {
      this.#type = type;
      this.#began = now;
      this.#first = rows;
    }
    if (this.#output.isTTY !== true || now - this.#shown < pauseMs) return;
    this.#shown = now;
    this.#isDrawn = true;
    this.#output.write(`\r\u001B[2K${type}: ${formatNumber(rows)} rows · ${this.#rate(rows)}`);
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
    this.note(`${type}: read ${formatNumber(rows)} rows (${kind}) · ${counts} · ${this.#rate(rows)}`);
  }

  /** Clears the line. */
  clear(): void {
    if (this.#isDrawn) this.#output.write("\r\u001B[2K");
    this.#isDrawn = false;
  }

  #rate(rows: number): string {
    const seconds = Math.max((performance.now() - this.#began) / 1000, 0.001);
    return `${formatNumber((rows - this.#first) / seconds)} rows/s`;
  }
}
