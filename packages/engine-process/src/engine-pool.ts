import { upstreamUnavailable } from "@wellhead/sdk";
import { EngineError, EngineProcess, type EngineProcessOptions } from "./engine-process.js";
import { type Asker, FairSlots } from "./fair-slots.js";

/** The limits of the pool, and the options of its engines. */
export interface EnginePoolOptions extends EngineProcessOptions {
  /** Maximum number of engines in use at once. `FairSlots` divides them among callers. */
  readonly maxEngines: number;
  /** Maximum time in milliseconds that a request waits for an engine. */
  readonly queueTimeoutMs: number;
}

/** Maximum number of idle engines, and the milliseconds after which an idle engine is ended. */
const maxIdle = 2;
const idleTime = 30_000;
/** Number of requests after which an engine is replaced by a new one. */
const maxRequests = 200;

/** An idle engine. */
interface Idle {
  readonly engine: EngineProcess;
  readonly uses: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * A pool of engines. Each engine serves one request at a time. An engine that is returned as unusable is killed, which
 * frees all its resources. The pool then starts a new engine in advance, so that the next request does not have to
 * wait.
 */
export class EnginePool {
  readonly #options: EnginePoolOptions;
  readonly #idle: Idle[] = [];
  readonly #busy = new Set<EngineProcess>();
  readonly #slots: FairSlots;
  #isClosed = false;

  /**
   * Creates an empty pool. The first request starts an engine.
   *
   * @param options - The limits of the pool and of its engines
   */
  constructor(options: EnginePoolOptions) {
    this.#options = options;
    this.#slots = new FairSlots({ slots: options.maxEngines, queueTimeoutMs: options.queueTimeoutMs });
  }

  /** Process ids of the engines in use. */
  get busy(): readonly (number | undefined)[] {
    return [...this.#busy].map(({ pid }) => pid);
  }

  /**
   * Lends an engine, waiting until one is free.
   *
   * @param asker - The request; its signal cancels the wait and kills the engine
   * @returns The engine, and a function that returns it to the pool: pass `true` when it can serve another request
   * @throws ConnectorError `rate_limited` or `upstream_unavailable` when no engine became free in time
   */
  async acquire(asker: Asker): Promise<{
    engine: EngineProcess;
    /** Returns the engine to the pool, or ends it when it cannot serve another request. */
    returnEngine: (isFit: boolean) => void;
  }> {
    const { signal } = asker;
    const release = await this.#slots.take(asker);
    if (signal.aborted) release();
    signal.throwIfAborted();
    const { engine, uses } = this.#takeFor(release);
    this.#busy.add(engine);
    const abort = () => returnEngine(false);
    const returnEngine = (isFit: boolean) => {
      if (!this.#busy.delete(engine)) return;
      signal.removeEventListener("abort", abort);
      release();
      if (isFit && !engine.isLost && uses < maxRequests && this.#idle.length < maxIdle)
        this.#keep(engine, uses);
      else {
        engine.kill();
        this.#startSpare();
      }
    };
    signal.addEventListener("abort", abort, { once: true });
    return { engine, returnEngine };
  }

  /** Kills all engines. */
  close(): void {
    this.#isClosed = true;
    for (const { engine, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      engine.kill();
    }
    for (const engine of this.#busy) engine.kill();
  }

  /** Starts an engine for the next request in advance. If that fails, the next request starts its own. */
  #startSpare(): void {
    if (this.#idle.length > 0 || this.#isClosed) return;
    try {
      this.#keep(new EngineProcess(this.#options), 0);
    } catch {
      // The next request reports why no engine can be started.
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
    return { engine: startEngine(this.#options), uses: 1 };
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

function startEngine(options: EngineProcessOptions): EngineProcess {
  try {
    return new EngineProcess(options);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw upstreamUnavailable(`Could not start an engine for the query: ${error.message}. Try again later.`, {
      retryAfter: 5,
      cause: error,
    });
  }
}
