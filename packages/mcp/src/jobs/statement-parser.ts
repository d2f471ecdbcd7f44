import { Results, ResultsError, type ResultsOptions, type StatementReads } from "@wellhead/results";

/** Determines what statements read. All of them share an engine, which starts with the first one. */
export class StatementParser {
  readonly #options: Pick<ResultsOptions, "maxMemory">;
  #engine: Promise<Results> | undefined;

  /** @param options - Limits of the engine */
  constructor({ maxMemory }: Required<Pick<ResultsOptions, "maxMemory">>) {
    this.#options = { maxMemory };
  }

  /**
   * Determines what a statement reads, without running it.
   *
   * @param sql - The statement
   * @returns Its tables and columns
   * @throws ResultsError `statement` when it is not a single SELECT from tables
   */
  async inspect(sql: string): Promise<StatementReads> {
    this.#engine ??= Results.open({ ...this.#options, timeoutMs: parseTimeoutMs });
    const engine = this.#engine;
    try {
      return await (await engine).inspect(sql);
    } catch (error) {
      const isRefusal = error instanceof ResultsError && error.code === "statement";
      // An engine that reached a limit has ended. The next statement starts a new one.
      if (!isRefusal && this.#engine === engine) await this.close();
      throw error;
    }
  }

  /** Ends the engine. */
  async close(): Promise<void> {
    const engine = this.#engine;
    this.#engine = undefined;
    await (await engine?.catch(() => undefined))?.close();
  }
}

const parseTimeoutMs = 60_000;
