import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { parseExactJson } from "@wellhead/client";
import { EngineError, EngineProcess, type Frame } from "@wellhead/engine-process/process";
import { ResultsError } from "../errors/results-error.js";
import { type EngineLimits, type EngineRequest, refused } from "./messages.js";
import type { SpareEngine } from "./spare-engine.js";

/** Options of {@link Engine.open}. */
export interface EngineOptions {
  /** Maximum memory in bytes. */
  readonly maxMemory: number;
  /** Maximum size of its temporary files in bytes. */
  readonly maxTemporaryBytes: number;
  /** Timeout of one request in milliseconds. */
  readonly timeoutMs: number;
  /** Number of threads. Default: one per processor core. */
  readonly threads?: number | undefined;
  /** Private folder, the only one whose files the engine may open. */
  readonly folder: string;
  /** Folder for the temporary files with data that exceeds its memory. */
  readonly spillFolder: string;
  /** Stops the engine when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** A process that waits for its use. Default: the engine starts its own. */
  readonly spare?: SpareEngine | undefined;
}

/** Options of a request. */
export interface AskOptions {
  /** Start of error messages, such as `Could not run the query`. */
  readonly action: string;
  /** Timeout in milliseconds. Default: that of the engine. */
  readonly timeoutMs?: number;
}

/** A row of a result: a text or null for each column. */
export type TextRow = readonly (string | null)[];

/** Bytes a process needs besides the memory of its engine. */
const processBytes = 1024 * 2 ** 20;
/** Milliseconds that an engine may take to start on a busy machine. */
export const startTimeoutMs = 120_000;
/** Milliseconds that an idle engine may take to close its database. */
const resetTimeoutMs = 5_000;
/** Maximum size of an exported file in bytes. */
const maxFileBytes = 2 ** 42;
/** CPU time in seconds after which an engine ends, in case its parent no longer exists. */
const maxComputingSeconds = 6 * 60 * 60;
// Resolved through the package, so that it is the compiled file even when the TypeScript sources run directly.
const program = createRequire(import.meta.url).resolve("@wellhead/results/engine-program");

/** A DuckDB in its own process, which has system limits and can be killed. It handles one request at a time. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #process: EngineProcess;
  readonly #abort = (): void => this.close();
  #turn: Promise<unknown> = Promise.resolve();
  /** Number of requests without a response. */
  #pending = 0;

  /**
   * Use {@link Engine.open} instead.
   *
   * @param options - Limits and folders
   */
  constructor(options: EngineOptions) {
    this.#options = options;
    this.#process = options.spare?.take(options.maxMemory) ?? startProcess(options.maxMemory);
    options.signal?.addEventListener("abort", this.#abort);
  }

  /**
   * Starts an engine.
   *
   * @param options - Limits and folders
   * @returns The engine, restricted to its folder
   * @throws ResultsError `engine` when it cannot be started
   */
  static async open(options: EngineOptions): Promise<Engine> {
    options.signal?.throwIfAborted();
    const engine = new Engine(options);
    const { maxMemory, maxTemporaryBytes, folder, spillFolder, threads = availableParallelism() } = options;
    const limits: EngineLimits = {
      memory: `${Math.ceil(maxMemory / 2 ** 20)}MiB`,
      temporaryFiles: `${Math.ceil(maxTemporaryBytes / 2 ** 20)}MiB`,
      threads,
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

  /** Process id, for monitoring. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Runs statements of this package.
   *
   * @param sql - The statements; the columns of the last one must be text
   * @param options - Error message and timeout
   * @returns The rows of the last statement
   * @throws ResultsError with the engine's reason; the reason of the signal when it was aborted
   */
  async run(sql: string, options: AskOptions): Promise<readonly TextRow[]> {
    const answer = await this.#inTurn(() => this.#exchange({ kind: "run", sql }, options));
    // The program returns rows of texts.
    return answer as readonly TextRow[];
  }

  /**
   * Parses a statement of a user without running it.
   *
   * @param sql - The statement as the user typed it
   * @param options - Error message and timeout
   * @returns Its syntax tree
   * @throws ResultsError `statement` unless it is one SELECT
   */
  parse(sql: string, options: AskOptions): Promise<unknown> {
    return this.#inTurn(() => this.#exchange({ kind: "parse", sql }, options));
  }

  /**
   * Reads the rows of a statement with one text column. The next batch is read only when the previous one was consumed.
   *
   * @param sql - The statement
   * @param options - Error message and timeout
   * @returns Batches of lines
   */
  async *lines(sql: string, options: AskOptions): AsyncGenerator<readonly string[]> {
    const before = this.#turn;
    const { promise, release } = makeTurn();
    this.#turn = promise;
    let isOver = false;
    this.#pending += 1;
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
      // Unread frames are still in the pipe before the next response.
      if (!isOver) await this.#drain();
      this.#pending -= 1;
      release();
    }
  }

  /** Starts the process that the next results can use, unless one is waiting. */
  static prepare(spare: SpareEngine): void {
    if (spare.isWanted) spare.keep(startProcess(spare.maxMemory));
  }

  /**
   * Ends the engine and waits until it has exited. An idle process without a fault is kept as a spare one, after it has
   * closed its database.
   */
  async release(): Promise<void> {
    const { spare, maxMemory, signal } = this.#options;
    const isIdle = this.#pending === 0 && !this.#process.isLost && signal?.aborted !== true;
    signal?.removeEventListener("abort", this.#abort);
    if (spare?.isWanted !== true || spare.maxMemory !== maxMemory || !isIdle) return this.#process.end();
    try {
      const action = "Could not end the engine";
      await this.#inTurn(() => this.#exchange({ kind: "reset" }, { action, timeoutMs: resetTimeoutMs }));
      spare.keep(this.#process);
    } catch {
      await this.#process.end();
    }
  }

  /** Kills the engine immediately, even during a request. */
  close(): void {
    this.#options.signal?.removeEventListener("abort", this.#abort);
    this.#process.kill();
  }

  async #inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.#pending += 1;
    const turn = this.#turn
      .catch(() => undefined)
      .then(ask)
      .finally(() => {
        this.#pending -= 1;
      });
    this.#turn = turn;
    return turn;
  }

  async #exchange(request: EngineRequest, options: AskOptions): Promise<unknown> {
    this.#options.signal?.throwIfAborted();
    this.#process.send(request);
    const { payload } = await this.#next(options);
    return parseExactJson(payload.toString());
  }

  async #drain(): Promise<void> {
    try {
      for (;;) if ((await this.#process.take()).kind === "end") return;
    } catch {
      // The engine has ended; the next request reports it.
    }
  }

  /** Waits for the next frame. Kills the engine when it takes too long. */
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

/** Returns a turn that lasts until it is released. */
function makeTurn(): { readonly promise: Promise<void>; readonly release: () => void } {
  const turn: { release?: () => void } = {};
  const promise = new Promise<void>((resolve) => {
    turn.release = resolve;
  });
  return { promise, release: () => turn.release?.() };
}

function startProcess(maxMemory: number): EngineProcess {
  try {
    return new EngineProcess({
      program,
      dataLimit: maxMemory + processBytes,
      // The engine limits its temporary files itself. This limit of the process also applies to exported files.
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
  if (/Out of Memory|std::bad_alloc|allocat|failed to pin|No space left|File too large/i.test(message)) {
    return new ResultsError(
      "limit",
      `${action}: it needs more than ${memory} and the temporary files it may use. Select fewer columns or rows, or raise the memory limit.`,
      { cause },
    );
  }
  return new ResultsError("statement", `${action}: ${readable(message)}.`, { cause });
}

/** Returns the engine's message as one line, without the type of error, the position and the list of functions. */
function readable(message: string): string {
  const [sentence = ""] = message.split(/\n\nLINE \d+: |\n+\s*Candidate functions:/);
  return sentence
    .replace("Failed to extract statements: ", "")
    .replace(/^[A-Z][A-Za-z-]*(?: [A-Za-z]+)* Error: /i, "")
    .replaceAll(/[!.]?\s*\n\s*/g, ". ")
    .replace(/[.?!\s]+$/, "");
}
