import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import { usageError } from "../command-line/command-error.js";
import { unguarded } from "../terminal/guarded-output.js";
import type { Terminal } from "../terminal/terminal.js";

/** Asks the user questions, one line each: questions go to standard error, answers come from standard input. */
export class Questions {
  readonly #terminal: Terminal;
  readonly #reader: Interface;
  readonly #lines: AsyncIterator<string>;
  #isMuted = false;
  #hasEnded = false;

  /** @param terminal - The streams */
  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    const { stdin, stderr } = terminal;
    // On a terminal, the reader echoes each key into its output.
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!this.#isMuted) unguarded(stderr).write(chunk);
        done();
      },
    });
    this.#reader = createInterface({
      input: stdin,
      output,
      terminal: "isTTY" in stdin && stdin.isTTY === true,
    });
    this.#reader.once("close", () => {
      this.#hasEnded = true;
    });
    this.#reader.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  /**
   * Asks a question.
   *
   * @param prompt - The question
   * @param isSecret - Whether the answer must not be shown
   * @returns The line
   * @throws CommandError when the input has ended
   */
  async ask(prompt: string, isSecret: boolean): Promise<string> {
    this.#isMuted = false;
    // Lines that arrived before the input ended can still be read, but the reader no longer prompts.
    if (this.#hasEnded) this.#terminal.stderr.write(prompt);
    else {
      this.#reader.setPrompt(prompt);
      this.#reader.prompt();
    }
    this.#isMuted = isSecret;
    const line = await this.#lines.next();
    this.#isMuted = false;
    if (isSecret) this.#terminal.stderr.write("\n");
    if (line.done === true)
      throw usageError(`Could not read the answer to "${prompt.trim()}": the input has ended.`);
    return line.value;
  }

  /** Ends reading. */
  close(): void {
    this.#reader.close();
  }
}
