import { type ConnectorError, upstreamInvalid, upstreamTimeout } from "@wellhead/sdk";
import { type Line, LineTooLong, splitLines } from "../json/line-splitter.js";
import type { ToolProcess } from "../process/tool-process.js";
import { describeExit } from "../process/tool-shell.js";
import type { RunContext } from "./run-context.js";
import { Scrubber } from "./scrubber.js";

/** Options of {@link ToolRun}. */
export interface ToolRunOptions {
  /** Name of the program in errors. */
  readonly name: string;
  readonly secrets: readonly string[];
  readonly context: RunContext;
  /** Maximum time in milliseconds. */
  readonly maxMs: number;
  /** Starts the process. */
  readonly start: (onErrorLine: (line: string) => void) => ToolProcess;
  /** Called once when nothing of the run is left. */
  readonly clean: () => Promise<void>;
}

/** Maximum length of a line, which is one record. */
const maxLineBytes = 64 * 1024 * 1024;

/** One run of a program, from its start until its folder is removed. */
export class ToolRun {
  readonly #options: ToolRunOptions;
  readonly #process: ToolProcess;
  readonly #scrubber: Scrubber;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = (): void => void this.close();
  #closed: Promise<void> | undefined;
  #isLate = false;

  /** @param options - How it starts, and what it belongs to */
  constructor(options: ToolRunOptions) {
    const { context, maxMs } = options;
    this.#options = options;
    this.#scrubber = new Scrubber(options.secrets);
    this.#process = options.start((line) => this.log(line));
    context.signal.addEventListener("abort", this.#onAbort, { once: true });
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      void this.close();
    }, maxMs);
    this.#timer.unref();
  }

  /**
   * Reads what the program writes.
   *
   * @returns The lines of each chunk
   * @throws ConnectorError for a line that is too long, and when the time of the program is up
   * @throws The reason of the signal when the request was ended
   */
  async *lines(): AsyncGenerator<readonly Line[]> {
    try {
      yield* splitLines(this.#process.output, maxLineBytes);
    } catch (error) {
      this.#checkEnded();
      if (error instanceof LineTooLong) throw this.failure("it wrote a line of more than 64 MiB");
      throw error;
    }
    this.#checkEnded();
  }

  /** Waits until the program has ended, and returns its exit code. */
  async exit(): Promise<number> {
    const code = await this.#process.exited;
    this.#checkEnded();
    return code;
  }

  /**
   * Writes a line of the program into the log.
   *
   * @param line - The line
   * @param isWarning - Whether an operator should look at it. Default: `false`
   */
  log(line: string, isWarning = false): void {
    const { context, name } = this.#options;
    const text = `${name}: ${this.#scrubber.scrub(line)}`;
    if (isWarning) context.log.warn(text);
    else context.log.info(text);
  }

  /**
   * @param code - The exit code; not 0
   * @returns Why the program failed, in its own words where it has any
   */
  exitReason(code: number): string {
    const { last } = this.#process.lastLines;
    return `${this.#options.name} ${describeExit(code)}${last === "" ? "" : `: ${last}`}`;
  }

  /**
   * @param reason - Why reading failed
   * @param make - Creates the error. Default: that of an invalid response
   * @returns The error, without secrets
   */
  failure(reason: string, make: (message: string) => ConnectorError = upstreamInvalid): ConnectorError {
    const { name } = this.#options;
    const words = this.#scrubber.scrub(reason).trim().replace(/\.+$/, "").slice(0, maxReasonLength);
    return make(`Could not read from "${name}": ${words}. The log of the service has what it wrote.`);
  }

  /** Ends the program if it runs, and removes its folder. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const { context, clean } = this.#options;
    clearTimeout(this.#timer);
    context.signal.removeEventListener("abort", this.#onAbort);
    try {
      await this.#process.stop();
    } finally {
      await clean();
    }
  }

  /** Throws if the output ends because somebody has ended the program. */
  #checkEnded(): void {
    this.#options.context.signal.throwIfAborted();
    if (this.#isLate) throw this.failure("its time was up before it had ended", upstreamTimeout);
    if (this.#closed !== undefined) throw this.failure("it was ended by the service", upstreamTimeout);
  }
}

/** Maximum characters of the words of a program in an error. */
const maxReasonLength = 500;
