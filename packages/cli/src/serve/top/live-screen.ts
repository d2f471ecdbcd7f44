import type { Readable } from "node:stream";
import type { Output } from "../../terminal/terminal.js";

/** What {@link LiveScreen} needs. */
export interface LiveScreenOptions {
  readonly stdin: Readable;
  readonly stdout: Output;
  /** Called with each key: a character, or `up`, `down`, `page up`, `page down`, `interrupt`. */
  readonly onKey: (key: string) => void;
  /** Called when the size of the terminal has changed. */
  readonly onResize: () => void;
}

/** Sequences of a terminal: the alternate screen, the cursor, the place of the next character, and what is after it. */
const sequences = {
  enter: "\u001B[?1049h\u001B[?25l",
  leave: "\u001B[?25h\u001B[?1049l",
  home: "\u001B[H",
  clearLine: "\u001B[K",
  clearBelow: "\u001B[J",
};

/** Keys that a terminal sends as several characters, or as a control character. */
const namedKeys: Readonly<Record<string, string>> = {
  "\u0003": "interrupt",
  "\u001B[A": "up",
  "\u001B[B": "down",
  "\u001B[5~": "page up",
  "\u001B[6~": "page down",
};

/** A program on the whole terminal. What was on the terminal before is there again once it is closed. */
export class LiveScreen {
  readonly #options: LiveScreenOptions;
  readonly #restore = (): void => this.close();
  readonly #read = (input: string): void => {
    // oxlint-disable-next-line no-control-regex -- keys are sent as control characters
    for (const [key] of input.matchAll(/\u001B\[\d*[A-Z~]|./gsu)) this.#options.onKey(namedKeys[key] ?? key);
  };
  readonly #resize = (): void => this.#options.onResize();
  #isOpen = false;

  /** @param options - The terminal, and what is called */
  constructor(options: LiveScreenOptions) {
    this.#options = options;
  }

  /** Number of cells of a line. */
  get width(): number {
    return this.#options.stdout.columns ?? 80;
  }

  /** Number of lines. */
  get height(): number {
    return this.#options.stdout.rows ?? 24;
  }

  /** Takes over the terminal. */
  open(): void {
    const { stdin, stdout } = this.#options;
    this.#isOpen = true;
    // Also when the process ends because of an error.
    process.once("exit", this.#restore);
    stdout.write(sequences.enter);
    stdout.on("resize", this.#resize);
    setRawMode(stdin, true);
    stdin.setEncoding("utf8");
    stdin.on("data", this.#read);
  }

  /** @param lines - The lines to show, from the top; those that do not fit are left out */
  draw(lines: readonly string[]): void {
    if (!this.#isOpen) return;
    const { home, clearLine, clearBelow } = sequences;
    const shown = lines.slice(0, this.height);
    const text = shown.map((line) => `${line}${clearLine}`).join("\n");
    this.#options.stdout.write(`${home}${text}${clearBelow}`);
  }

  /** Returns the terminal as it was. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const { stdin, stdout } = this.#options;
    process.off("exit", this.#restore);
    stdin.off("data", this.#read);
    stdout.off("resize", this.#resize);
    setRawMode(stdin, false);
    // A paused terminal does not keep the process alive.
    stdin.pause();
    stdout.write(sequences.leave);
  }
}

/** In raw mode, keys arrive at once and are not printed. */
function setRawMode(stdin: Readable, isRaw: boolean): void {
  const set: unknown = Reflect.get(stdin, "setRawMode");
  if (typeof set === "function") set.call(stdin, isRaw);
}
