import type { DuckDBConnection } from "@duckdb/node-api";
import { upstreamTimeout } from "@wellhead/sdk";
import type { Engine } from "./engine.js";

/** What ends the work of a session early. */
export interface SessionOptions {
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** Most seconds one step may take: a statement, or the rows up to the next chunk. */
  readonly timeLimit: number;
}

/** A connection to the engine that stops working when the caller goes away or a step takes too long. */
export class Session {
  readonly #connection: DuckDBConnection;
  readonly #options: SessionOptions;
  readonly #interrupt = (): void => this.#connection.interrupt();
  #timedOut = false;
  #running: Promise<unknown> = Promise.resolve();

  /**
   * Made by {@link Session.open}.
   *
   * @param connection - Connection of its own
   * @param options - What ends it early
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
   * @param options - What ends it early
   * @returns The session; the caller closes it
   */
  static async open(engine: Engine, options: SessionOptions): Promise<Session> {
    options.signal.throwIfAborted();
    return new Session(await engine.connect(), options);
  }

  /**
   * Lets the engine do one step.
   *
   * @param step - What to do
   * @returns What the step gives
   * @throws The reason of the signal when the caller has gone, `upstream_timeout` when it took too long, else the engine's error
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
      // An interrupted stream of rows ends as if it were whole, so success proves nothing.
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
      `Read the file: found no further row within ${timeLimit} seconds, ask for less or raise the time limit`,
    );
  }

  /** Ends the session; a step under way is interrupted. */
  async close(): Promise<void> {
    this.#options.signal.removeEventListener("abort", this.#interrupt);
    this.#connection.interrupt();
    // A connection must not be closed under a step that still runs in another thread.
    await this.#running.catch(() => undefined);
    this.#connection.closeSync();
  }
}
