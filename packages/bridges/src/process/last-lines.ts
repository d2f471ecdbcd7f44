import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";

/** Maximum number of lines and characters of a line that are kept. */
const maxKept = 12;
const maxCharacters = 500;
/** Maximum number of lines that are passed on; the others are only counted. */
const maxPassed = 2000;

/** Reads the standard error of a program: passes its lines on, and keeps the last ones for an error. */
export class LastLines {
  readonly #kept: string[] = [];
  readonly #onLine: (line: string) => void;
  #open = "";
  #count = 0;

  /**
   * @param stream - Standard error of a program
   * @param onLine - Called with each of the first 2,000 lines
   */
  constructor(stream: Readable, onLine: (line: string) => void) {
    this.#onLine = onLine;
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => this.#add(text));
    stream.on("error", () => undefined);
    stream.on("end", () => this.#take(this.#open));
  }

  /** The last line that says something, such as the message of an exception; empty when there is none. */
  get last(): string {
    const spoken = this.#kept.filter((line) => /[\p{L}\p{N}]/u.test(line));
    return spoken.at(-1) ?? "";
  }

  #add(text: string): void {
    const lines = (this.#open + text).split(/\r?\n|\r/u);
    // A program may write without a line end, and must not fill the memory with it.
    this.#open = (lines.pop() ?? "").slice(0, maxCharacters * 2);
    for (const line of lines) this.#take(line);
  }

  #take(raw: string): void {
    const line = stripVTControlCharacters(raw).trimEnd().slice(0, maxCharacters);
    if (line.trim() === "") return;
    this.#kept.push(line);
    if (this.#kept.length > maxKept) this.#kept.shift();
    this.#count += 1;
    if (this.#count <= maxPassed) this.#onLine(line);
    else if (this.#count === maxPassed + 1) this.#onLine(`Further lines are not logged.`);
  }
}
