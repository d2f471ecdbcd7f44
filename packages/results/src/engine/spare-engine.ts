import type { EngineProcess } from "@wellhead/engine-process/process";

/** Starts a timer that does not keep the program running; returns a function that stops it. */
export type StartTimer = (callback: () => void, milliseconds: number) => () => void;

/** Options of {@link SpareEngine}. */
export interface SpareEngineOptions {
  /** Maximum memory of an engine in bytes. Only results with the same maximum use the spare process. */
  readonly maxMemory: number;
  /** Milliseconds after which an unused process is ended. Default: 60 seconds. */
  readonly maxIdleMs?: number;
  /** Starts the timer. Default: the system's. */
  readonly startTimer?: StartTimer;
}

/**
 * An engine process that is started in advance for the next results. It does not hold any rows, because a process that
 * is kept after its use has closed its database.
 */
export class SpareEngine {
  /** Maximum memory of its process in bytes. */
  readonly maxMemory: number;
  readonly #maxIdleMs: number;
  readonly #startTimer: StartTimer;
  #spare: { readonly process: EngineProcess; readonly stopTimer: () => void } | undefined;
  #isClosed = false;

  /**
   * Starts nothing yet.
   *
   * @param options - Memory of the engines, and how long one waits
   */
  constructor({ maxMemory, maxIdleMs = 60_000, startTimer = startSystemTimer }: SpareEngineOptions) {
    this.maxMemory = maxMemory;
    this.#maxIdleMs = maxIdleMs;
    this.#startTimer = startTimer;
  }

  /** Process id of the waiting process; `undefined` when there is none. */
  get pid(): number | undefined {
    return this.#spare?.process.pid;
  }

  /**
   * Takes the waiting process.
   *
   * @param maxMemory - Maximum memory that the engine needs in bytes
   * @returns The process; `undefined` when none is waiting
   */
  take(maxMemory: number): EngineProcess | undefined {
    if (maxMemory !== this.maxMemory) return undefined;
    const spare = this.#spare;
    this.#spare = undefined;
    spare?.stopTimer();
    return spare?.process.isLost === true ? undefined : spare?.process;
  }

  /**
   * Keeps a process for the next results, or ends it when one is waiting.
   *
   * @param process - A process without a database
   */
  keep(process: EngineProcess): void {
    if (this.#isClosed || this.#spare?.process.isLost === false) {
      process.kill();
      return;
    }
    this.#end();
    this.#spare = { process, stopTimer: this.#startTimer(() => this.#end(), this.#maxIdleMs) };
  }

  /** Ends the waiting process. No other one is kept. */
  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  /** Whether another process can be kept. */
  get isWanted(): boolean {
    return !this.#isClosed && this.#spare?.process.isLost !== false;
  }

  #end(): void {
    this.#spare?.stopTimer();
    this.#spare?.process.kill();
    this.#spare = undefined;
  }
}

/**
 * Starts a timer of the system.
 *
 * @param callback - Called once
 * @param milliseconds - Delay of the call
 * @returns Stops the timer
 */
export function startSystemTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds).unref();
  return () => clearTimeout(timer);
}
