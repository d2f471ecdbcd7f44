import type { Results, ResultTable, StartTimer } from "@wellhead/results";
import type { TableColumn } from "../protocol/index.js";
import { DataError } from "./data-error.js";

/** The rows of a run that has ended. */
export interface KeptRun {
  readonly results: Results;
  readonly table: ResultTable;
  readonly columns: readonly TableColumn[];
}

/** Options of {@link KeptRuns}. */
export interface KeptRunsOptions {
  /** Maximum number of runs. A further one replaces the one that was used least recently. */
  readonly maxRuns: number;
  /** Milliseconds after its last use after which a run is dropped. */
  readonly maxIdleMs: number;
  readonly startTimer: StartTimer;
}

interface Entry {
  readonly run: KeptRun;
  readonly stopTimer: () => void;
}

/** The runs whose rows can be requested. Each has an engine of its own, which ends with it. */
export class KeptRuns {
  readonly #options: KeptRunsOptions;
  /** The runs in the order of their last use. */
  readonly #entries = new Map<string, Entry>();

  /** @param options - Limits */
  constructor(options: KeptRunsOptions) {
    this.#options = options;
  }

  /**
   * Keeps a run, from the call on.
   *
   * @param id - Its id
   * @param run - Its rows
   * @returns A promise that resolves once the run that it replaces is closed
   */
  async keep(id: string, run: KeptRun): Promise<void> {
    this.#entries.set(id, { run, stopTimer: this.#startTimer(id) });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#options.maxRuns && oldest !== undefined) await this.drop(oldest);
  }

  /**
   * Finds a run, which counts as a use.
   *
   * @param id - Its id
   * @returns Its rows
   * @throws DataError `gone` when it is no longer stored
   */
  use(id: string): KeptRun {
    const entry = this.#entries.get(id);
    if (entry === undefined)
      throw new DataError("gone", "Could not read the rows: they are no longer kept. Run the request again.");
    entry.stopTimer();
    this.#entries.delete(id);
    this.#entries.set(id, { run: entry.run, stopTimer: this.#startTimer(id) });
    return entry.run;
  }

  /**
   * Drops a run and ends its engine.
   *
   * @param id - Its id; unknown ones are ignored
   */
  async drop(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    entry?.stopTimer();
    await entry?.run.results.close();
  }

  /** Drops all runs. */
  async close(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((id) => this.drop(id)));
  }

  #startTimer(id: string): () => void {
    const { startTimer, maxIdleMs } = this.#options;
    return startTimer(() => void this.drop(id), maxIdleMs);
  }
}
