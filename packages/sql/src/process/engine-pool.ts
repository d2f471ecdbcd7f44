import { EngineProcess, type EngineProcessOptions } from "./engine-process.js";
import { type Asker, FairSlots } from "./fair-slots.js";

/** How many engines there may be. */
export interface EnginePoolOptions extends EngineProcessOptions {
  /** Maximum number of engines at work at once, which callers share as {@link FairSlots} says. */
  readonly maxEngines: number;
  /** Milliseconds to wait for one of them. */
  readonly queueTimeoutMs: number;
}

/** Engines that wait for the next request, and how long they do. */
const mostIdle = 2;
const idleTime = 30_000;
/** Requests after which an engine makes way for a fresh one. */
const mostRequests = 200;

/** An engine that waits. */
interface Idle {
  readonly engine: EngineProcess;
  readonly uses: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * Engines: each does one thing at a time. Those that are given back unfit for more are ended, which frees whatever
 * they held; a fresh one is then started for the next request, so that it need not wait.
 */
export class EnginePool {
  readonly #options: EnginePoolOptions;
  readonly #idle: Idle[] = [];
  readonly #busy = new Set<EngineProcess>();
  readonly #slots: FairSlots;
  #isClosed = false;

  /**
   * Makes a pool without an engine; the first request starts one.
   *
   * @param options - How many there may be and what each may take
   */
  constructor(options: EnginePoolOptions) {
    this.#options = options;
    this.#slots = new FairSlots({ slots: options.maxEngines, queueTimeoutMs: options.queueTimeoutMs });
  }

  /** Numbers of the processes that are at work. */
  get busy(): readonly (number | undefined)[] {
    return [...this.#busy].map(({ pid }) => pid);
  }

  /**
   * Lends an engine, waiting for one if need be.
   *
   * @param asker - Who asks; its signal ends the waiting, and the engine
   * @returns The engine and how to give it back: `true` when it can be asked again
   * @throws ConnectorError `rate_limited` or `upstream_unavailable` when none became free in time
   */
  async lend(asker: Asker): Promise<{ engine: EngineProcess; giveBack: (isFit: boolean) => void }> {
    const { signal } = asker;
    const release = await this.#slots.take(asker);
    if (signal.aborted) release();
    signal.throwIfAborted();
    const { engine, uses } = this.#takeFor(release);
    this.#busy.add(engine);
    const abort = () => giveBack(false);
    const giveBack = (isFit: boolean) => {
      if (!this.#busy.delete(engine)) return;
      signal.removeEventListener("abort", abort);
      release();
      if (isFit && !engine.isLost && uses < mostRequests && this.#idle.length < mostIdle)
        this.#keep(engine, uses);
      else {
        engine.kill();
        this.#startSpare();
      }
    };
    signal.addEventListener("abort", abort, { once: true });
    return { engine, giveBack };
  }

  /** Ends all engines. */
  close(): void {
    this.#isClosed = true;
    for (const { engine, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      engine.kill();
    }
    for (const engine of this.#busy) engine.kill();
  }

  /** Starts the engine of the next request, so that it need not wait; where that fails, the request starts its own. */
  #startSpare(): void {
    if (this.#idle.length > 0 || this.#isClosed) return;
    try {
      this.#keep(new EngineProcess(this.#options), 0);
    } catch {
      // The next request is told why no engine can be started.
    }
  }

  #takeFor(release: () => void): { readonly engine: EngineProcess; readonly uses: number } {
    try {
      return this.#take();
    } catch (error) {
      release();
      throw error;
    }
  }

  #take(): { readonly engine: EngineProcess; readonly uses: number } {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (!idle.engine.isLost) return { engine: idle.engine, uses: idle.uses + 1 };
    }
    return { engine: new EngineProcess(this.#options), uses: 1 };
  }

  #keep(engine: EngineProcess, uses: number): void {
    const timer = setTimeout(() => {
      const index = this.#idle.findIndex((idle) => idle.engine === engine);
      if (index >= 0) this.#idle.splice(index, 1);
      engine.kill();
    }, idleTime);
    timer.unref();
    this.#idle.push({ engine, uses, timer });
  }
}
