import { Results, ResultsError, type ResultsOptions, type StatementReads } from "@wellhead/results";

/** Finds out what statements read, with one engine for all of them, which starts with the first. */
export class StatementParser {
  readonly #options: Pick<ResultsOptions, "maxMemory">;
  #engine: Promise<Results> | undefined;

  /** @param options - Limits of the engine */
  constructor({ maxMemory }: Required<Pick<ResultsOptions, "maxMemory">>) {
    this.#options = { maxMemory };
  }

  /**
   * Finds out what a statement reads, without running it.
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
      // An engine that reached a limit has ended. The next statement starts another.
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
