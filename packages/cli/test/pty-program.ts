import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

/** How a program in a terminal ended. */
export interface PtyEnd {
  /** Exit code; negative for a signal. */
  readonly code: number;
  /** Whether the terminal has the settings that it had before. */
  readonly isRestored: boolean;
}

/** Options of {@link PtyProgram}. */
export interface PtyOptions {
  /** Columns and rows of the terminal. Default: 80 and 24. */
  readonly size?: readonly [columns: number, rows: number];
  /** Further variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** `wellhead` in a terminal of its own, which Python opens. */
export class PtyProgram {
  /** Resolves when the program has ended. */
  readonly ended: Promise<PtyEnd>;
  /** Everything that it has written. */
  output = "";
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;

  /**
   * @param words - The command line of `wellhead`
   * @param options - Size and environment
   */
  constructor(words: readonly string[], { size = [80, 24], env = {} }: PtyOptions = {}) {
    const script = fileURLToPath(new URL("pty_program.py", import.meta.url));
    const program = fileURLToPath(new URL("../bin/wellhead.js", import.meta.url));
    const variables = { ...process.env, TERM: "xterm-256color", FORCE_COLOR: undefined, ...env };
    this.#process = spawn(
      "python3",
      [script, String(size[0]), String(size[1]), process.execPath, program, ...words],
      { stdio: ["pipe", "pipe", "inherit"], env: variables },
    );
    this.ended = new Promise((resolve) => {
      createInterface(this.#process.stdout).on("line", (line) => {
        // The script prints nothing else.
        const message = JSON.parse(line) as { readonly output: string } | PtyEnd;
        if ("output" in message) this.output += message.output;
        else resolve(message);
      });
    });
  }

  /** The lines on the screen since the program has last begun to draw it, without styles. */
  get screen(): readonly string[] {
    const frame = this.output.split("\u001B[H").at(-1) ?? "";
    // oxlint-disable-next-line no-control-regex -- styles are control sequences
    return frame.replaceAll(/\u001B\[[\d;?]*[A-Za-z]/g, "").split("\r\n");
  }

  /** @param text - What is typed */
  type(text: string): void {
    this.#tell({ type: text });
  }

  /** @param size - The new columns and rows of the terminal */
  resize(size: readonly [columns: number, rows: number]): void {
    this.#tell({ size });
  }

  /** @param signal - Number of the signal that the program receives */
  kill(signal: number): void {
    this.#tell({ signal });
  }

  #tell(command: object): void {
    this.#process.stdin.write(`${JSON.stringify(command)}\n`);
  }
}
