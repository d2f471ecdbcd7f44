import type { IncomingMessage } from "node:http";
import { performance as loopPerformance } from "node:perf_hooks";
import { Deadlines } from "../deadline/request-control.js";
import type { Refusal } from "../observe/metrics/metrics.js";
import type { Faces } from "../request/faces.js";
import type { Service } from "../request/service.js";
import { ReaderStalled } from "../stream/response-sink.js";
import { Turns } from "../stream/turns.js";
import { describeCause } from "../wire/thrown.js";
import { ActiveRequests, Arrivals } from "./active-requests.js";
import { Admission, type QueuedShare } from "./admission.js";
import { ArrivingBytes } from "./arriving-bytes.js";
import { LoopDelay, LoopWatchdog } from "./event-loop.js";
import { MemoryWatch } from "./memory-watch.js";
import type { ActivitySource } from "./process-activity.js";
import { Maximums, Quotas } from "./quotas.js";
import { Rates } from "./rates.js";
import { RefusalBudget, RefusalLog } from "./refusals.js";
import type { CallerRequest, Slot } from "./request-queue.js";

/**
 * Minimum time that rows must have waited for a caller before its stream may be replaced by another, in milliseconds.
 */
const minSlowRead = 5_000;

/** A request for rows begins once a stream waits for each of its turns no longer than this share of `maxQueueDelay`. */
const maxTurnWaitShare = 0.2;

/** Interval in which the rates of the requests in progress are measured, in milliseconds. */
const sampleMs = 1000;

/** Share of `maxStreams` that is reserved for connectors with few streams. */
const reservedShare = 0.25;

/** The service around its connectors: limits, log, metrics, and the requests in progress. */
export class Host {
  readonly options: Service;
  /** The wire formats in which the connectors are served. */
  readonly faces: Faces;
  readonly arrivals = new Arrivals();
  readonly requests: ActiveRequests;
  readonly turns = new Turns();
  /** Abort the requests whose connector takes too long. */
  readonly deadlines: Deadlines;
  readonly admission: Admission;
  readonly loopDelay: LoopDelay;
  /** The maximums of callers, accounts and connectors. */
  readonly maximums: Maximums;
  /** Limits what each address, caller, account and connector has in progress. */
  readonly quotas: Quotas;
  /** Limits the bytes per second of each caller, account and connector. */
  readonly rates: Rates;
  /** Limits the memory of bodies that have not ended. */
  readonly arrivingBytes: ArrivingBytes;
  /** Reports when memory is short, so that requests can be refused. */
  readonly memory: MemoryWatch;
  /** Reports whose code holds the event loop. */
  readonly watchdog: LoopWatchdog;
  /** Holds refusals back while they would take too much time. */
  readonly refusalBudget: RefusalBudget;
  /** Logs how many requests were refused. */
  readonly refusals: RefusalLog;
  /** Ids of the connectors that run in this process. */
  readonly connectors = new Set<string>();
  /** Ids of the isolated connectors whose process currently does not respond. */
  readonly hangingWorkers = new Set<string>();
  /** The workers of the isolated connectors, which know what the requests forwarded to them are doing. */
  readonly workers = new Set<ActivitySource>();
  /** Ids of the requests that the service sends to itself. Nobody else can guess one. */
  readonly ownRequests = new Set<string>();
  /** Whether the service accepts requests. */
  listening = false;
  #draining = false;
  #awaitsFirstRequest = false;
  #sampledAt = 0;

  /**
   * @param options - Limits, log, metrics
   * @param faces - The wire formats in which the connectors are served
   */
  constructor(options: Service, faces: Faces) {
    this.options = options;
    this.faces = faces;
    this.arrivingBytes = new ArrivingBytes(options.limits.maxArrivingBytes);
    this.requests = new ActiveRequests((endpoint) => faces.streamsRows(endpoint));
    this.deadlines = new Deadlines(options.limits.answerTimeout);
    this.maximums = new Maximums(options.limits);
    const clock = { maximums: this.maximums, now: () => performance.now(), after };
    this.quotas = new Quotas({ ...clock, maxQueueDelayMs: options.limits.maxQueueDelay });
    this.rates = new Rates(clock);
    this.refusals = new RefusalLog(options.log);
    this.refusalBudget = new RefusalBudget({
      now: () => performance.now(),
      processorMs,
      // Tests replace the global `performance` with one that has a clock only.
      idleMs: () => loopPerformance.eventLoopUtilization().idle,
      after,
    });
    this.admission = new Admission({
      maxQueueDelayMs: options.limits.maxQueueDelay,
      turns: this.turns,
      isLate: (connector) => this.late || this.hangingWorkers.has(connector),
      isCrowded: ({ endpoint, connector }, active) =>
        faces.streamsRows(endpoint) &&
        this.turns.waitMs(connector, active) > options.limits.maxQueueDelay * maxTurnWaitShare,
      now: () => performance.now(),
      after,
    });
    this.memory = new MemoryWatch({
      maxHeapPercent: options.limits.maxHeapPercent,
      maxResidentBytes: options.limits.maxResidentBytes,
      requests: this.requests,
      onShort: (memory) =>
        options.log.warn(
          memory,
          "Memory is short: new requests are refused. Look for a leak in the connectors with the most in progress, or raise the limit.",
        ),
      now: () => performance.now(),
    });
    this.loopDelay = new LoopDelay((delay) => {
      this.watchdog.beat();
      this.memory.beat();
      this.#sample();
      this.admission.beat(delay);
    });
    this.watchdog = new LoopWatchdog({
      maxHoldMs: options.limits.maxLoopHold,
      onHeld: (held) => {
        options.log.error(held, "The event loop was blocked: nothing else ran until this code returned.");
        options.metrics.held({ connector: held.connector ?? "" });
      },
      onFailed: (error) =>
        options.log.warn(
          { cause: describeCause(error) },
          "Could not watch the event loop: its thread failed twice. Until it can be started, code that blocks the loop is not named.",
        ),
    });
  }

  /** The requests that wait to begin: for a slot of a tenant, or for their turn. */
  get queued(): readonly QueuedShare[] {
    return [...this.quotas.queued(), ...this.admission.queued()];
  }

  /** Whether the shutdown has begun. */
  get draining(): boolean {
    return this.#draining;
  }

  /** Begins the shutdown: the service is no longer ready, and each connection is closed after its next response. */
  drain(): void {
    this.#draining = true;
  }

  /**
   * Has the first request start the watchdog of the event loop. Its thread takes about 8 MiB, which a service without
   * requests should not need.
   */
  watchFromFirstRequest(): void {
    this.#awaitsFirstRequest = true;
  }

  /** Notes that a request of a caller has arrived. */
  requestArrived(): void {
    if (!this.#awaitsFirstRequest) return;
    this.#awaitsFirstRequest = false;
    this.watchdog.start();
  }

  /**
   * @param request - A request
   * @returns Whether the service sent it to itself
   */
  isOwn({ headers }: IncomingMessage): boolean {
    const id = headers["x-request-id"];
    return this.ownRequests.size > 0 && typeof id === "string" && this.ownRequests.has(id);
  }

  /** Whether the event loop is so late that only a few requests may be in progress. */
  get late(): boolean {
    return this.loopDelay.mean > this.options.limits.maxEventLoopDelay;
  }

  /**
   * Checks on arrival whether a request must be refused, so that its body need not be read.
   *
   * @param request - Its caller, and the endpoint and the id of the connector it is for
   * @returns Why it must be refused; `undefined` if it need not be
   */
  refusal(request: CallerRequest): Refusal | undefined {
    if (this.memory.refuses) return "memory";
    return this.admission.isOverloaded(request) ? "queue" : undefined;
  }

  /**
   * Waits until a request may begin.
   *
   * @param request - Its caller, and the endpoint and the id of the connector it is for
   * @param then - Called with its slot, or with the reason to refuse it; must not throw
   */
  begin(request: CallerRequest, then: (slot: Slot | Refusal) => void): void {
    const { endpoint, connector } = request;
    this.admission.enter(request, (slot) => {
      if (slot === undefined) return then("queue");
      // Many other requests may have arrived while this one waited.
      const refusal = this.memory.refuses ? "memory" : this.#streamRefusal(endpoint, connector);
      if (refusal === undefined) return then(slot);
      slot.cancel();
      return then(refusal);
    });
  }

  /** Returns `streams` if there are too many streams and none whose caller is slow enough to be replaced. */
  #streamRefusal(endpoint: string, connector: string): Refusal | undefined {
    if (!this.faces.streamsRows(endpoint) || this.requests.streamCount < this.#maxStreamsOf(connector))
      return undefined;
    const slowest = this.requests.slowestReader(minSlowRead);
    slowest?.abort(new ReaderStalled(0, performance.now() - (slowest.readerWaitStart ?? 0)));
    return slowest === undefined ? "streams" : undefined;
  }

  /** Returns the maximum number of streams of a connector, which leaves some streams for each other connector. */
  #maxStreamsOf(connector: string): number {
    const { maxStreams } = this.options.limits;
    const kept = Math.floor((maxStreams * reservedShare) / this.connectors.size);
    let max = maxStreams;
    for (const other of this.connectors)
      if (other !== connector) max -= Math.max(0, kept - this.requests.streamsOf(other));
    return max;
  }

  /** Notes once a second how much each request has sent. */
  #sample(): void {
    const now = performance.now();
    if (now - this.#sampledAt < sampleMs) return;
    this.#sampledAt = now;
    this.requests.sample(now);
  }

  /** Stops the measurements and the watchdog, and logs the last refusals. */
  stop(): void {
    this.loopDelay.stop();
    this.#awaitsFirstRequest = false;
    this.watchdog.stop();
    this.refusals.flush();
    this.options.readings.stop();
  }
}

/** Returns how much processor time this process has used, in milliseconds. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Calls a function after a delay, unless the process ends before. */
function after(milliseconds: number, then: () => void): void {
  setTimeout(then, milliseconds).unref();
}
