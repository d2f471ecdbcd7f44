import type { DuckDBConnection } from "@duckdb/node-api";
import { upstreamTimeout } from "@wellhead/sdk";
import type { DuckDBInstance } from "./duckdb.js";
import type { Engine } from "./engine.js";
import { EngineFault, EngineLost, isEngineLost } from "./engine-lost.js";

/** What interrupts a session. */
export interface SessionOptions {
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /** Maximum seconds for one step: a statement, or the rows up to the next chunk. */
  readonly timeLimit: number;
  /** Whether nothing else uses its engine, so that only its own statements can end it. Default: `false`. */
  readonly isAlone?: boolean;
}

/** The engine of a session. */
interface SessionEngine {
  readonly engine: Engine;
  readonly instance: DuckDBInstance;
}

/** A connection to the engine that is interrupted when the caller disconnects or a step takes too long. */
export class Session {
  readonly #connection: DuckDBConnection;
  readonly #engine: SessionEngine;
  readonly #options: SessionOptions;
  readonly #interrupt = (): void => this.#connection.interrupt();
  #timedOut = false;
  #running: Promise<unknown> = Promise.resolve();

  /**
   * Use {@link Session.open} instead.
   *
   * @param connection - A connection that only this session uses
   * @param engine - Its engine
   * @param options - What interrupts it
   */
  constructor(connection: DuckDBConnection, engine: SessionEngine, options: SessionOptions) {
    this.#connection = connection;
    this.#engine = engine;
    this.#options = options;
    options.signal.addEventListener("abort", this.#interrupt);
  }

  /**
   * Opens a session.
   *
   * @param engine - The engine
   * @param options - What interrupts it
   * @returns The session; the caller must close it
   */
  static async open(engine: Engine, options: SessionOptions): Promise<Session> {
    options.signal.throwIfAborted();
    const instance = options.isAlone === true ? await engine.startAlone() : await engine.instance();
    try {
      return new Session(await instance.connect(), { engine, instance }, options);
    } catch (error) {
      if (options.isAlone === true) instance.closeSync();
      throw await lostError(error, { engine, instance }, options);
    }
  }

  /**
   * Runs one step on the engine.
   *
   * @param step - The step
   * @returns The result of the step
   * @throws The reason of the signal when the caller has disconnected, `upstream_timeout` when the step took too long,
   *   `EngineLost` or `EngineFault` when the engine can no longer be used, otherwise the engine's error
   */
  async run<Result>(step: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
    const { signal, timeLimit } = this.#options;
    signal.throwIfAborted();
    const timer = setTimeout(() => {
      this.#timedOut = true;
      this.#connection.interrupt();
    }, timeLimit * 1000);
    try {
      const running = step(this.#connection);
      this.#running = running;
      const result = await running;
      // An interrupted stream of rows ends as if it were complete, so success proves nothing.
      this.#throwIfInterrupted();
      return result;
    } catch (error) {
      this.#throwIfInterrupted();
      throw await lostError(error, this.#engine, this.#options);
    } finally {
      clearTimeout(timer);
    }
  }

  #throwIfInterrupted(): void {
    const { signal, timeLimit } = this.#options;
    signal.throwIfAborted();
    if (!this.#timedOut) return;
    throw upstreamTimeout(
      `Could not read the file: no further row came within ${timeLimit} seconds. Narrow the request, or raise the time limit.`,
    );
  }

  /** Closes the session and interrupts a running step. */
  async close(): Promise<void> {
    this.#options.signal.removeEventListener("abort", this.#interrupt);
    this.#connection.interrupt();
    // A connection must not be closed while a step still runs in another thread.
    await this.#running.catch(() => undefined);
    this.#connection.closeSync();
    if (this.#options.isAlone === true) this.#engine.instance.closeSync();
  }
}

/** Replaces the engine if an error ended it, and returns the error to throw. */
async function lostError(
  error: unknown,
  { engine, instance }: SessionEngine,
  { isAlone }: SessionOptions,
): Promise<unknown> {
  if (!isEngineLost(error)) return error;
  if (isAlone === true) return new EngineFault("the engine failed", { cause: error });
  await engine.replace(instance);
  return new EngineLost("the engine failed", { cause: error });
}

/**
 * Runs a task in a session. If the engine is lost, the task is run again with an engine of its own, so that a file that
 * ends an engine does so to itself only.
 *
 * @param engine - The engine
 * @param options - What interrupts the session
 * @param task - The task, which can run twice
 * @returns The result of the task
 * @throws EngineFault when the task ends its own engine, otherwise what the task throws
 */
export async function inSession<Result>(
  engine: Engine,
  options: SessionOptions,
  task: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await Session.open(engine, options);
  try {
    return await task(session);
  } catch (error) {
    if (!(error instanceof EngineLost)) throw error;
  } finally {
    await session.close();
  }
  return await inSession(engine, { ...options, isAlone: true }, task);
}
