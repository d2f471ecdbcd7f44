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
  /** A counter that goes up as long as the event loop turns. */
  readonly beats: SharedArrayBuffer;
  readonly maxHoldMs: number;
  /** Is 1 while a thread examines the main thread. */
  readonly lock: SharedArrayBuffer;
  /** Expression that describes the current request in the main thread. */
  readonly describe: string;
}

/** What a {@link LoopWatchdog} needs. */
export interface LoopWatchdogOptions {
  /** How long code may hold the event loop, in milliseconds; `0` for as long as it likes. */
  readonly maxHoldMs: number;
  /** Called when the event loop turns again. */
  readonly onHeld: (held: HeldLoop) => void;
}

/** Under this key the thread finds the current request; nothing else can be evaluated from another thread. */
const describeKey = "wellhead.currentRequest";

/** Under this key the process keeps the lock of all its watchdogs: two that examine it at once stop it for ever. */
const lockKey = Symbol.for("wellhead.watchdogLock");

/**
 * Notices code that holds the event loop, such as an endless loop of a connector, while it does. A thread of its own watches
 * whether the event loop turns. If it does not, the thread interrupts the main thread with the inspector of Node, asks it on
 * whose behalf it works, and writes a line to standard error. Until then it costs nothing but a counter.
 */
export class LoopWatchdog {
  readonly #options: LoopWatchdogOptions;
  readonly #beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  readonly #counter = new Int32Array(this.#beats);
  #thread: Worker | undefined;

  /** @param options - Limit, and what is told */
  constructor(options: LoopWatchdogOptions) {
    this.#options = options;
  }

  /** Begins to watch, unless somebody debugs the process: then it is held deliberately. */
  start(): void {
    const { maxHoldMs, onHeld } = this.#options;
    if (maxHoldMs === 0 || this.#thread !== undefined || inspectorUrl() !== undefined) return;
    Reflect.set(globalThis, Symbol.for(describeKey), describeCurrent);
    const data: WatchdogData = {
      beats: this.#beats,
      maxHoldMs,
      lock: lockOfProcess(),
      describe: `globalThis[Symbol.for("${describeKey}")]?.()`,
    };
    const program = new URL("../../dist/host/watchdog-thread.js", import.meta.url);
    this.#thread = new Worker(program, { workerData: data, execArgv: [] });
    this.#thread.unref();
    this.#thread.on("error", () => undefined);
    this.#thread.on("message", onHeld);
  }

  /** Tells the thread that the event loop turns; to be called several times a second. */
  beat(): void {
    Atomics.add(this.#counter, 0, 1);
  }

  /** Ends the thread. */
  stop(): void {
    void this.#thread?.terminate();
  }
}

function lockOfProcess(): SharedArrayBuffer {
  const known: unknown = Reflect.get(globalThis, lockKey);
  if (known instanceof SharedArrayBuffer) return known;
  const lock = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  Reflect.set(globalThis, lockKey, lock);
  return lock;
}

function describeCurrent(): Partial<HeldLoop> {
  return currentRequest.getStore()?.describe?.() ?? {};
}
