import type { DuckDBConnection } from "@duckdb/node-api";
import { upstreamTimeout } from "@wellhead/sdk";
import type { Engine } from "./engine.js";

/** What interrupts a session. */
export interface SessionOptions {
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /** Maximum seconds for one step: a statement, or the rows up to the next chunk. */
  readonly timeLimit: number;
}

/** A connection to the engine that is interrupted when the caller disconnects or a step takes too long. */
export class Session {
  readonly #connection: DuckDBConnection;
  readonly #options: SessionOptions;
  readonly #interrupt = (): void => this.#connection.interrupt();
  #timedOut = false;
  #running: Promise<unknown> = Promise.resolve();

  /**
   * Use {@link Session.open} instead.
   *
   * @param connection - A connection that only this session uses
   * @param options - What interrupts it
   */
  constructor(connection: DuckDBConnection, options: SessionOptions) {
    this.#connection = connection;
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
    return new Session(await engine.connect(), options);
  }

  /**
   * Runs one step on the engine.
   *
   * @param step - The step
   * @returns The result of the step
   * @throws The reason of the signal when the caller has disconnected, `upstream_timeout` when the step took too long,
   * otherwise the engine's error
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
      throw error;
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
  }
}
