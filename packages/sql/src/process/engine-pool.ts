import { upstreamUnavailable } from "@wellhead/sdk";
import { EngineProcess, type EngineProcessOptions } from "./engine-process.js";

/** How many engines there may be. */
export interface EnginePoolOptions extends EngineProcessOptions {
  /** Most engines at work at once. */
  readonly most: number;
  /** Milliseconds to wait for one of them. */
  readonly patience: number;
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
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  /**
   * Makes a pool without an engine; the first request starts one.
   *
   * @param options - How many there may be and what each may take
   */
  constructor(options: EnginePoolOptions) {
    this.#options = options;
  }

  /** Numbers of the processes that are at work. */
  get busy(): readonly (number | undefined)[] {
    return [...this.#busy].map(({ pid }) => pid);
  }

  /**
   * Lends an engine, waiting for one if need be.
   *
   * @param signal - Ends the waiting, and the engine
   * @returns The engine and how to give it back: `true` when it can be asked again
   * @throws ConnectorError `upstream_unavailable` when none became free in time
   */
  async lend(signal: AbortSignal): Promise<{ engine: EngineProcess; giveBack: (isFit: boolean) => void }> {
    const until = Date.now() + this.#options.patience;
    while (this.#busy.size >= this.#options.most) await this.#wait(until, signal);
    signal.throwIfAborted();
    const { engine, uses } = this.#take();
    this.#busy.add(engine);
    const abort = () => giveBack(false);
    const giveBack = (isFit: boolean) => {
      if (!this.#busy.delete(engine)) return;
      signal.removeEventListener("abort", abort);
      if (isFit && !engine.isLost && uses < mostRequests && this.#idle.length < mostIdle)
        this.#keep(engine, uses);
      else {
        engine.kill();
        if (this.#idle.length === 0 && !this.#isClosed) this.#keep(new EngineProcess(this.#options), 0);
      }
      for (const wake of this.#waiting) wake();
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

  async #wait(until: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const left = until - Date.now();
    if (left <= 0) {
      throw upstreamUnavailable("Read the database: all engines are at work, try again", { retryAfter: 5 });
    }
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, left);
      signal.addEventListener("abort", wake, { once: true });
      this.#waiting.add(wake);
    });
  }
}
