import { randomUUID } from "node:crypto";
import { url as inspectorUrl } from "node:inspector";
import { Worker } from "node:worker_threads";
import { currentRequest } from "../deadline/current-request.js";

/** The code that held the event loop, as far as it could be determined. */
export interface BlockedLoop {
  /** How long the event loop had been held when that was noticed, in milliseconds. */
  readonly heldMs: number;
  /** Id of the connector on whose behalf the code runs. */
  readonly connector?: string;
  readonly endpoint?: string;
  readonly requestId?: string;
  /** Stack frames, the innermost one first. */
  readonly at?: readonly string[];
}

/** Data that the thread of the watchdog is started with. */
export interface WatchdogData {
  /** Two numbers: a counter of calls of `beat()`, and 1 while a debugger may pause the main thread on purpose. */
  readonly signs: SharedArrayBuffer;
  /** Expression that returns what the main thread runs, as a {@link BlockedLoop} without `heldMs`. */
  readonly describe: string;
}

/** What a {@link LoopWatchdog} needs. */
export interface LoopWatchdogOptions {
  /** Maximum time code may hold the event loop, in milliseconds; `0` for no maximum. */
  readonly maxHoldMs: number;
  /** Called when the event loop turns again after it was held. */
  readonly onHeld: (held: BlockedLoop) => void;
  /** Called when the thread has failed twice. The event loop is not watched until it can be started. */
  readonly onFailed: (error: unknown) => void;
}

/** Message of the line that the thread writes while the event loop is blocked. */
export const blockedMessage = "The event loop is blocked: nothing else runs until this code returns.";

/**
 * Reads a line of standard error that a watchdog has written. The process that wrote it cannot report in another way,
 * because its event loop is blocked.
 *
 * @param line - A line
 * @returns The code that holds the event loop; `undefined` for any other line
 */
export function readBlockedLoop(line: string): BlockedLoop | undefined {
  if (!line.startsWith("{") || !line.includes(blockedMessage)) return undefined;
  // The thread has written this line as a BlockedLoop.
  return JSON.parse(line) as BlockedLoop;
}

/**
 * Watches the event loop of a process that has no service yet: whoever reads its standard error gets a line for
 * {@link readBlockedLoop} while code holds it.
 *
 * @param maxHoldMs - Maximum time code may hold the event loop, in milliseconds
 * @returns A function that ends the watch
 */
export function watchEventLoop(maxHoldMs: number): () => void {
  const watchdog = new LoopWatchdog({ maxHoldMs, onHeld: () => undefined, onFailed: () => undefined });
  watchdog.beat();
  watchdog.start();
  const timer = setInterval(() => watchdog.beat(), beatMs).unref();
  return () => {
    clearInterval(timer);
    watchdog.stop();
  };
}

/** Name of the evaluated expression in stack traces. */
const evaluatedName = "wellhead-watchdog";

/** Milliseconds after which a thread that failed is started again. */
const restartMs = 2000;

/** Maximum number of stack frames in a report. */
const maxFrames = 8;

const signs = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
const written = new Int32Array(signs);

/** The watchdogs of all services in this process. They share a thread, as they share the event loop. */
const watching = new Set<LoopWatchdog>();
let thread: Worker | undefined;

/**
 * Detects code that holds the event loop, such as an endless loop of a connector, while it runs. A thread checks
 * whether the event loop turns. If it does not, the thread uses Node's inspector to have the main thread describe what
 * it runs, and writes a line to standard error.
 *
 * The inspector only evaluates one expression between two instructions of the main thread. No debugger is enabled and
 * nothing is ever paused, so the main thread continues even if the thread or its session fails.
 */
export class LoopWatchdog {
  readonly options: LoopWatchdogOptions;
  #failures = 0;
  #restart: NodeJS.Timeout | undefined;

  /** @param options - Limit, and the callback for when it is exceeded */
  constructor(options: LoopWatchdogOptions) {
    this.options = options;
  }

  /** Starts watching. */
  start(): void {
    if (this.options.maxHoldMs === 0) return;
    try {
      thread ??= startThread();
    } catch (error) {
      // For example, a process may not be allowed to start threads.
      this.fail(error);
      return;
    }
    watching.add(this);
    sendLimit();
  }

  /**
   * Starts the thread again after a while: what it needs, such as open files, may be short for a moment only.
   *
   * @param error - Why it failed
   */
  fail(error: unknown): void {
    watching.delete(this);
    this.#failures += 1;
    if (this.#failures === 2) this.options.onFailed(error);
    this.#restart = setTimeout(() => this.start(), restartMs).unref();
  }

  /** Signals to the thread that the event loop turns. Must be called several times a second. */
  beat(): void {
    Atomics.add(written, 0, 1);
    Atomics.store(written, 1, inspectorUrl() === undefined ? 0 : 1);
  }

  /** Stops watching. If no other watchdog is left, the thread is idle until a service of this process starts. */
  stop(): void {
    clearTimeout(this.#restart);
    if (watching.delete(this)) sendLimit();
  }
}

/** Sends the thread the smallest `maxHoldMs` of all watchdogs, or 0 if there is none. */
function sendLimit(): void {
  const limits = Array.from(watching, ({ options }) => options.maxHoldMs);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, not a window
  thread?.postMessage(limits.length === 0 ? 0 : Math.min(...limits));
}

function startThread(): Worker {
  const key = `${evaluatedName}-${randomUUID()}`;
  Reflect.set(globalThis, Symbol.for(key), describeMainThread);
  const describe = `globalThis[Symbol.for("${key}")]()\n//# sourceURL=${evaluatedName}`;
  const program = new URL("../../dist/host/watchdog-thread.js", import.meta.url);
  const workerData: WatchdogData = { signs, describe };
  const started = new Worker(program, { workerData, execArgv: [], name: evaluatedName });
  started.on("message", (held: BlockedLoop) => {
    for (const { options } of watching) if (held.heldMs >= options.maxHoldMs) options.onHeld(held);
  });
  started.on("error", (error: unknown) => {
    thread = undefined;
    for (const watchdog of watching) watchdog.fail(error);
  });
  // Must be last: adding a listener would keep the process alive again.
  started.unref();
  return started;
}

/**
 * Describes the running code. The inspector calls this in the middle of it, so this must not change anything or run its
 * code.
 */
function describeMainThread(): Omit<BlockedLoop, "heldMs"> {
  return { ...currentRequest.getStore()?.request?.describe(), at: runningFrames() };
}

/** @returns The current stack frames; none if the event loop turned before the expression was evaluated */
function runningFrames(): string[] {
  const prepareStackTrace: unknown = Reflect.get(Error, "prepareStackTrace");
  const { stackTraceLimit } = Error;
  // A `prepareStackTrace` of the application would run its code here. If `Error` is frozen, it cannot be removed.
  Reflect.set(Error, "prepareStackTrace", undefined);
  Reflect.set(Error, "stackTraceLimit", maxFrames + 1);
  try {
    const holder = { stack: "" };
    Error.captureStackTrace(holder, describeMainThread);
    return holder.stack
      .split("\n")
      .filter((line) => /^ +at /.test(line) && !line.includes(evaluatedName))
      .map((line) => line.trim().slice("at ".length));
  } finally {
    Reflect.set(Error, "prepareStackTrace", prepareStackTrace);
    Reflect.set(Error, "stackTraceLimit", stackTraceLimit);
  }
}

/** Interval between two measurements, in milliseconds. */
export const beatMs = 20;

/** Period over which the mean is taken, in milliseconds. */
const meanOverMs = 1000;

/** Measures how late the event loop is: how long ready work waits until it runs. */
export class LoopDelay {
  readonly #timer: NodeJS.Timeout;
  readonly #onBeat: (delayMs: number) => void;
  #last = performance.now();
  #mean = 0;
  #total = 0;
  #beats = 0;
  #start = this.#last;

  /**
   * Starts the measurement. Its timer does not keep the process alive.
   *
   * @param onBeat - Called about 50 times a second with the delay since the last call, in milliseconds
   */
  constructor(onBeat: (delayMs: number) => void) {
    this.#onBeat = onBeat;
    this.#timer = setInterval(() => this.#beat(), beatMs).unref();
  }

  /** Mean delay over the last second, in milliseconds. */
  get mean(): number {
    return this.#mean;
  }

  /** Stops the measurement. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const now = performance.now();
    const delay = Math.max(0, now - this.#last - beatMs);
    this.#last = now;
    this.#total += delay;
    this.#beats += 1;
    if (now - this.#start >= meanOverMs) {
      this.#mean = this.#total / this.#beats;
      this.#total = 0;
      this.#beats = 0;
      this.#start = now;
    }
    this.#onBeat(delay);
  }
}
