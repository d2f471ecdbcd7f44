import { execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An interactive program, such as `psql`. */
export interface ClientProgramOptions {
  /** Name or path of the program. */
  readonly command: string;
  /** Its command-line arguments. */
  readonly parameters: readonly string[];
  /** User it runs as. Default: that of this process. */
  readonly uid?: number | undefined;
  /** Group it runs as. Default: that of this process. */
  readonly gid?: number | undefined;
}

/** Input for a program. */
export interface Question {
  /** Lines for the program to read. */
  readonly input: string;
  /** Returns a command that makes the program print a line after its output. */
  readonly echo: (line: string) => string;
}

interface Running {
  /** Folder of the pipes and of the file for standard error. */
  readonly folder: string;
  readonly input: number;
  readonly output: number;
}

/**
 * Runs one process of a client program for many inputs, because starting it takes far longer than processing one.
 * {@link ClientProgram.ask} is synchronous, as `execFileSync` is.
 */
export class ClientProgram {
  readonly #options: ClientProgramOptions;
  #running: Running | undefined;
  #asked = 0;

  /**
   * Does not start the program yet.
   *
   * @param options - The program
   */
  constructor(options: ClientProgramOptions) {
    this.#options = options;
  }

  /**
   * Sends input to the program and waits for its output.
   *
   * @param question - The input
   * @returns The text it printed
   * @throws Error with the text of its standard error when it ends instead; the next input starts it again
   */
  ask({ input, echo }: Question): string {
    const running = this.#running ?? this.#start();
    this.#running = running;
    this.#asked += 1;
    const mark = `end of answer ${this.#asked}\n`;
    const answer: string[] = [];
    // Only the end is compared. Checking the whole output for each chunk would take quadratic time.
    let end = "";
    const chunk = Buffer.allocUnsafe(65_536);
    const decoder = new TextDecoder();
    try {
      writeWhole(running.input, Buffer.from(`${input}\n${echo(mark.trimEnd())}\n`));
      while (end !== mark) {
        const length = readSync(running.output, chunk);
        if (length === 0) throw new Error(readFileSync(join(running.folder, "errors"), "utf8"));
        const text = decoder.decode(chunk.subarray(0, length), { stream: true });
        answer.push(text);
        end = (end + text).slice(-mark.length);
      }
    } catch (error) {
      this.stop();
      throw error;
    }
    return answer.join("").slice(0, -mark.length);
  }

  /** Ends the program; the next input starts it again. */
  stop(): void {
    if (this.#running === undefined) return;
    const { folder, input, output } = this.#running;
    this.#running = undefined;
    closeSync(input);
    closeSync(output);
    rmSync(folder, { recursive: true, force: true });
  }

  #start(): Running {
    const { command, parameters, uid, gid } = this.#options;
    const folder = mkdtempSync(join(tmpdir(), "wellhead-client-"));
    const errors = openSync(join(folder, "errors"), "w");
    const input = openPipe(join(folder, "input"));
    const output = openPipe(join(folder, "output"));
    const child = spawn(command, parameters, {
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
      cwd: "/",
      stdio: [input.reader, output.writer, errors],
    });
    // A program that cannot be started closes its output, which `ask` detects.
    child.on("error", () => undefined);
    child.unref();
    for (const end of [input.reader, output.writer, errors]) closeSync(end);
    return { folder, input: input.writer, output: output.reader };
  }
}

/** Creates a named pipe, because Node.js would start to read from its own pipe before `ask` does. */
function openPipe(path: string): { readonly reader: number; readonly writer: number } {
  execFileSync("mkfifo", [path]);
  // Opening one end blocks until the other end is open, so both are opened first.
  const both = openSync(path, constants.O_RDWR);
  const reader = openSync(path, constants.O_RDONLY);
  const writer = openSync(path, constants.O_WRONLY);
  closeSync(both);
  // Its name is not needed any more. After `rmSync()` has seen a pipe, Node.js before 24 loads packages behind a
  // symbolic link a second time.
  unlinkSync(path);
  return { reader, writer };
}

function writeWhole(pipe: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(pipe, bytes, written);
}
