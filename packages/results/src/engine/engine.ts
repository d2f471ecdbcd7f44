import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { EngineError, EngineProcess, type Frame } from "@wellhead/sql/engine-process";
import { ResultsError } from "../results-error.js";
import { type EngineLimits, type EngineRequest, refused } from "./messages.js";

/** What an engine may take. */
export interface EngineOptions {
  /** Maximum of its memory in bytes. */
  readonly maxMemory: number;
  /** Maximum of what it moves to temporary files in bytes. */
  readonly maxTemporaryBytes: number;
  /** Maximum time of one request in milliseconds. */
  readonly timeoutMs: number;
  /** Private folder: the only one whose files it may open. */
  readonly folder: string;
  /** Where it moves what exceeds its memory. */
  readonly spillFolder: string;
  /** Ends the engine. */
  readonly signal?: AbortSignal | undefined;
}

/** What is asked for, and how errors name it. */
export interface AskOptions {
  /** What is done, such as `Could not run the query`. */
  readonly action: string;
  /** Maximum time in milliseconds; that of the engine when omitted. */
  readonly timeoutMs?: number;
}

/** A row of an answer: a text for each column. */
export type TextRow = readonly (string | null)[];

/** Bytes a process takes besides the memory of its engine. */
const processBytes = 1024 * 2 ** 20;
/** Milliseconds that an engine may take to start on a busy machine. */
export const startTimeoutMs = 120_000;
/** Maximum size of a file that is exported. */
const maxFileBytes = 2 ** 42;
/** Seconds of computing after which an engine ends itself, should its parent be gone. */
const maxComputingSeconds = 6 * 60 * 60;
// Found through the package, so that it is the compiled file also where the sources run as they are.
const program = createRequire(import.meta.url).resolve("@wellhead/results/engine-program");

/** A DuckDB in a process of its own, which has limits of the system and can be killed. It does one thing at a time. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #process: EngineProcess;
  readonly #abort = (): void => this.close();
  #turn: Promise<unknown> = Promise.resolve();

  /**
   * Made by {@link Engine.open}.
   *
   * @param options - What it may take
   */
  constructor(options: EngineOptions) {
    this.#options = options;
    this.#process = startProcess(options);
    options.signal?.addEventListener("abort", this.#abort);
  }

  /**
   * Starts an engine.
   *
   * @param options - What it may take
   * @returns The engine, locked down
   * @throws ResultsError `engine` when it cannot be started
   */
  static async open(options: EngineOptions): Promise<Engine> {
    options.signal?.throwIfAborted();
    const engine = new Engine(options);
    const { maxMemory, maxTemporaryBytes, folder, spillFolder } = options;
    const limits: EngineLimits = {
      memory: `${Math.ceil(maxMemory / 2 ** 20)}MiB`,
      temporaryFiles: `${Math.ceil(maxTemporaryBytes / 2 ** 20)}MiB`,
      threads: availableParallelism(),
    };
    const request: EngineRequest = { kind: "open", limits, folder, spillFolder };
    try {
      await engine.#inTurn(() =>
        engine.#exchange(request, { action: "Could not start the engine", timeoutMs: startTimeoutMs }),
      );
    } catch (error) {
      engine.close();
      throw error;
    }
    return engine;
  }

  /** Number of the process, for those who watch it. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Runs statements of ours.
   *
   * @param sql - The statements; columns of the last must be text
   * @param options - How errors name it
   * @returns Rows of the last statement
   * @throws ResultsError with the engine's reason; the signal's reason when it was aborted
   */
  async run(sql: string, options: AskOptions): Promise<readonly TextRow[]> {
    const answer = await this.#inTurn(() => this.#exchange({ kind: "run", sql }, options));
    // The program answers with rows of texts.
    return answer as readonly TextRow[];
  }

  /**
   * Parses a statement of a user without running it.
   *
   * @param sql - What the user typed
   * @param options - How errors name it
   * @returns Its syntax tree
   * @throws ResultsError `statement` unless it is one SELECT
   */
  parse(sql: string, options: AskOptions): Promise<unknown> {
    return this.#inTurn(() => this.#exchange({ kind: "parse", sql }, options));
  }

  /**
   * Reads the rows of a statement with one column of text; the next arrive when the last have been taken.
   *
   * @param sql - The statement
   * @param options - How errors name it
   * @returns Batches of lines
   */
  async *lines(sql: string, options: AskOptions): AsyncGenerator<readonly string[]> {
    const before = this.#turn;
    const { promise, release } = makeTurn();
    this.#turn = promise;
    let isOver = false;
    try {
      await before.catch(() => undefined);
      this.#process.send({ kind: "lines", sql } satisfies EngineRequest);
      for (;;) {
        isOver = true;
        const frame = await this.#next(options);
        if (frame.kind === "end") break;
        isOver = false;
        yield frame.payload.toString().slice(0, -1).split("\n");
      }
    } finally {
      // What was not read is still in the pipe, in front of the next answer.
      if (!isOver) await this.#drain();
      release();
    }
  }

  /** Ends the engine at once, whatever it does. */
  close(): void {
    this.#options.signal?.removeEventListener("abort", this.#abort);
    this.#process.kill();
  }

  async #inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const turn = this.#turn.catch(() => undefined).then(ask);
    this.#turn = turn;
    return turn;
  }

  async #exchange(request: EngineRequest, options: AskOptions): Promise<unknown> {
    this.#options.signal?.throwIfAborted();
    this.#process.send(request);
    const { payload } = await this.#next(options);
    return JSON.parse(payload.toString());
  }

  async #drain(): Promise<void> {
    try {
      for (;;) if ((await this.#process.take()).kind === "end") return;
    } catch {
      // The engine has ended; the next request reports it.
    }
  }

  /** Takes what comes next, ending an engine that takes too long for it. */
  async #next({ action, timeoutMs = this.#options.timeoutMs }: AskOptions): Promise<Frame> {
    const { signal } = this.#options;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#process.kill();
    }, timeoutMs);
    try {
      return await this.#process.take();
    } catch (error) {
      signal?.throwIfAborted();
      if (isLate) {
        const message = `${action}: it took longer than ${timeoutMs / 1000} seconds. Narrow it, or raise the time limit.`;
        throw new ResultsError("limit", message, { cause: error });
      }
      throw error instanceof EngineError ? explain(error, action, this.#options) : error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** A turn that lasts until it is released. */
function makeTurn(): { readonly promise: Promise<void>; readonly release: () => void } {
  const turn: { release?: () => void } = {};
  const promise = new Promise<void>((resolve) => {
    turn.release = resolve;
  });
  return { promise, release: () => turn.release?.() };
}

function startProcess({ maxMemory }: EngineOptions): EngineProcess {
  try {
    return new EngineProcess({
      program,
      dataLimit: maxMemory + processBytes,
      // The engine limits its temporary files itself; this one would also limit what is exported.
      temporaryLimit: maxFileBytes,
      computingLimit: maxComputingSeconds,
    });
  } catch (error) {
    throw new ResultsError(
      "engine",
      "Could not start the engine: the system cannot start another process. Try again later.",
      { cause: error },
    );
  }
}

function explain({ fault }: EngineError, action: string, { maxMemory }: EngineOptions): ResultsError {
  const { code, message } = fault;
  const cause = new Error(message);
  const memory = `${Math.ceil(maxMemory / 2 ** 20)} MiB of memory`;
  if (code === refused) return new ResultsError("statement", `${action}: ${message}.`);
  if (code.startsWith("ENGINE_")) {
    const text = `${action}: the engine ended, as it does when the system runs out of memory or someone ends it. Narrow the query, or raise the memory limit.`;
    return new ResultsError("engine", text, { cause });
  }
  if (/^Out of Memory|std::bad_alloc|allocat|No space left|File too large/i.test(message)) {
    return new ResultsError(
      "limit",
      `${action}: it needs more than ${memory} and the temporary files it may use. Narrow the query, or raise the limits.`,
      { cause },
    );
  }
  return new ResultsError("statement", `${action}: ${readable(message)}.`, { cause });
}

/** What the engine says, as one line: without the kind of error, the place in the text, and the functions it has. */
function readable(message: string): string {
  const [sentence = ""] = message.split(/\n\nLINE \d+: |\n+\s*Candidate functions:/);
  return sentence
    .replace("Failed to extract statements: ", "")
    .replace(/^[A-Z][A-Za-z-]*(?: [A-Za-z]+)* Error: /i, "")
    .replaceAll(/[!.]?\s*\n\s*/g, ". ")
    .replace(/[.?!\s]+$/, "");
}
