import { randomUUID } from "node:crypto";
import { url as inspectorUrl } from "node:inspector";
import { Worker } from "node:worker_threads";
import { currentRequest } from "../deadline/current-request.js";

/** What held the event loop, as far as it could be found out. */
export interface HeldLoop {
  /** For how long it was held when that was noticed, in milliseconds. */
  readonly heldMs: number;
  /** Id of the connector on whose behalf the code runs. */
  readonly connector?: string;
  readonly endpoint?: string;
  readonly requestId?: string;
  /** Functions and lines, the innermost one first. */
  readonly at?: readonly string[];
}

/** What the thread of the watchdog is started with. */
export interface WatchdogData {
  /** Two numbers: how often the event loop turned, and 1 while a debugger may stop it deliberately. */
  readonly signs: SharedArrayBuffer;
  /** Expression that describes what the main thread runs: a {@link HeldLoop} without its time. */
  readonly describe: string;
}

/** What a {@link LoopWatchdog} needs. */
export interface LoopWatchdogOptions {
  /** How long code may hold the event loop, in milliseconds; `0` for as long as it likes. */
  readonly maxHoldMs: number;
  /** Called when the event loop turns again. */
  readonly onHeld: (held: HeldLoop) => void;
  /** Called when the thread cannot be started or has failed: nothing is watched then. */
  readonly onFailed: (error: unknown) => void;
}

/** Name of the evaluated expression in stacks. */
const evaluatedName = "wellhead-watchdog";

/** How many functions a report names. */
const maxFrames = 8;

const signs = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
const written = new Int32Array(signs);

/** The watchdogs of all services in this process. They share a thread, as they share the event loop. */
const watching = new Set<LoopWatchdog>();
let thread: Worker | undefined;

/**
 * Notices code that holds the event loop, such as an endless loop of a connector, while it does. A thread watches whether the
 * event loop turns. If it does not, the thread has the main thread describe what it runs, by the inspector of Node, and writes
 * a line to standard error.
 *
 * The inspector evaluates one expression between two instructions of the main thread and nothing else: no debugger is enabled
 * and nothing is ever paused, so the main thread goes on whatever becomes of the thread and its session.
 */
export class LoopWatchdog {
  readonly options: LoopWatchdogOptions;

  /** @param options - Limit, and what is called when it is exceeded */
  constructor(options: LoopWatchdogOptions) {
    this.options = options;
  }

  /** Begins to watch. */
  start(): void {
    const { maxHoldMs, onFailed } = this.options;
    if (maxHoldMs === 0) return;
    try {
      thread ??= startThread();
    } catch (error) {
      // Such as in a process that may start no threads.
      onFailed(error);
      return;
    }
    watching.add(this);
    tellLimit();
  }

  /** Tells the thread that the event loop turns; to be called several times a second. */
  beat(): void {
    Atomics.add(written, 0, 1);
    Atomics.store(written, 1, inspectorUrl() === undefined ? 0 : 1);
  }

  /** Ends watching. The thread sleeps until a service of this process starts again. */
  stop(): void {
    if (watching.delete(this)) tellLimit();
  }
}

/** Tells the thread the shortest time that the event loop may be held; 0 when nobody watches. */
function tellLimit(): void {
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
  started.on("message", (held: HeldLoop) => {
    for (const { options } of watching) if (held.heldMs >= options.maxHoldMs) options.onHeld(held);
  });
  started.on("error", (error: unknown) => {
    thread = undefined;
    for (const watchdog of watching) watchdog.options.onFailed(error);
    watching.clear();
  });
  // Only now: a listener would keep the process alive again.
  started.unref();
  return started;
}

/** Called by the inspector in the middle of whatever the main thread runs, so it changes nothing and calls no other code. */
function describeMainThread(): Omit<HeldLoop, "heldMs"> {
  return { ...currentRequest.getStore()?.describe?.(), at: runningFrames() };
}

/** @returns Functions and lines that run now, none when the event loop turned before it was asked */
function runningFrames(): string[] {
  const prepareStackTrace: unknown = Reflect.get(Error, "prepareStackTrace");
  const { stackTraceLimit } = Error;
  // A preparation by the application would run its code here. A frozen `Error` keeps its own.
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
