import type { IncomingMessage } from "node:http";
import type { AuditLog } from "../audit/audit-log.js";
import { Deadlines } from "../deadline/deadlines.js";
import type { Limits } from "../limits/limits.js";
import { describeCause } from "../logs/describe-cause.js";
import type { ServiceLog } from "../logs/service-log.js";
import type { Metrics, Refusal } from "../metrics/metrics.js";
import type { ServiceAccounts } from "../oauth/service-accounts.js";
import type { RouteName } from "../route/route.js";
import { ReaderStalled } from "../stream/reader-stalled.js";
import type { OnStreamError } from "../stream/send-rows.js";
import { Turns } from "../stream/turns.js";
import type { FailureThrottle } from "../throttle/failure-throttle.js";
import { ActiveRequests } from "./active-requests.js";
import { AddressLimits } from "./address-limits.js";
import { Admission, type Slot } from "./admission.js";
import { Arrivals } from "./arrivals.js";
import { LoopDelay } from "./loop-delay.js";
import { LoopWatchdog } from "./loop-watchdog.js";
import { MemoryWatch } from "./memory-watch.js";
import { RefusalLog } from "./refusal-log.js";

/** How long rows wait for a caller, in milliseconds, before it is slow enough to make space for another. */
const minSlowRead = 5_000;

/** Rows are refused when a further stream would wait for each of its turns longer than this share of `maxQueueDelay`. */
const maxTurnWaitShare = 0.2;

/** Which part of all streams is kept for connectors that have few. */
const keptShare = 0.25;

/** What all connectors of one service share. Nothing of any request is in it. */
export interface HostOptions {
  readonly limits: Limits;
  readonly log: ServiceLog;
  readonly metrics: Metrics;
  readonly audit: AuditLog;
  /** Slows down callers who try wrong accounts. */
  readonly failures: FailureThrottle;
  readonly onStreamError: OnStreamError;
  readonly formulaEscape: boolean;
  /** What signing in and refreshing need. */
  readonly accounts: ServiceAccounts;
  /** The present instant. */
  readonly now: () => Date;
}

/** The service around its connectors: limits, log, metrics, and the requests in progress. */
export class Host {
  readonly options: HostOptions;
  readonly arrivals = new Arrivals();
  readonly requests = new ActiveRequests();
  readonly turns = new Turns();
  /** End the requests whose connector takes too long. */
  readonly deadlines: Deadlines;
  readonly admission: Admission;
  readonly loopDelay: LoopDelay;
  /** Limits what the callers of one address have in progress. */
  readonly addresses: AddressLimits;
  /** Reports when memory is short, so that requests can be refused. */
  readonly memory: MemoryWatch;
  /** Tells the operator whose code holds the event loop. */
  readonly watchdog: LoopWatchdog;
  /** Tells the operator how many requests were refused. */
  readonly refusals: RefusalLog;
  /** Ids of the connectors that run in this process. */
  readonly connectors = new Set<string>();
  /** Ids of the isolated connectors whose process does not respond at the moment. */
  readonly hangingWorkers = new Set<string>();
  /** Ids of the requests that the service makes of itself; nobody else can guess one. */
  readonly ownRequests = new Set<string>();
  /** Whether the service takes requests. */
  listening = false;
  #draining = false;

  /** @param options - Limits, log, metrics */
  constructor(options: HostOptions) {
    this.options = options;
    this.deadlines = new Deadlines(options.limits.answerTimeout);
    this.addresses = new AddressLimits(options.limits);
    this.refusals = new RefusalLog(options.log);
    this.admission = new Admission({
      maxQueueDelayMs: options.limits.maxQueueDelay,
      turns: this.turns,
      isLate: (connector) => this.late || this.hangingWorkers.has(connector),
      now: () => performance.now(),
      after: (milliseconds, then) => void setTimeout(then, milliseconds).unref(),
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
      this.admission.beat(delay);
    });
    this.watchdog = new LoopWatchdog({
      maxHoldMs: options.limits.maxLoopHold,
      onHeld: (held) => {
        options.log.error(held, "The event loop was held: nothing else ran until this code returned.");
        options.metrics.held({ connector: held.connector ?? "" });
      },
      onFailed: (error) =>
        options.log.warn(
          { cause: describeCause(error) },
          "Could not watch the event loop: its thread failed. Code that holds it will not be named.",
        ),
    });
  }

  /** Whether the service is about to stop. */
  get draining(): boolean {
    return this.#draining;
  }

  /** Begins to stop: the service is not ready any more, and connections are closed after their answer. */
  drain(): void {
    this.#draining = true;
  }

  /**
   * @param request - A request
   * @returns Whether the service makes it of itself
   */
  isOwn({ headers }: IncomingMessage): boolean {
    const id = headers["x-request-id"];
    return this.ownRequests.size > 0 && typeof id === "string" && this.ownRequests.has(id);
  }

  /** Whether the event loop is so late that only few requests may begin. */
  get late(): boolean {
    return this.loopDelay.mean > this.options.limits.maxEventLoopDelay;
  }

  /**
   * Reports whether a request can only be refused, so that its body need not be read.
   *
   * @param endpoint - The endpoint it is for
   * @param connector - Id of the connector it is for
   * @returns Why it is to be refused
   */
  refusal(endpoint: RouteName, connector: string): Refusal | undefined {
    if (this.memory.refuses) return "memory";
    return this.admission.isOverloaded(connector, endpoint)
      ? "queue"
      : this.#turnRefusal(endpoint, connector);
  }

  /**
   * Waits until a request may begin.
   *
   * @param request - The endpoint and the id of the connector it is for
   * @param then - Called with its slot, or with why it is to be refused; must not throw
   */
  begin(
    request: { readonly endpoint: RouteName; readonly connector: string },
    then: (slot: Slot | Refusal) => void,
  ): void {
    const { endpoint, connector } = request;
    this.admission.enter(request, (slot) => {
      if (slot === undefined) return then("queue");
      // Many may have arrived while it waited.
      const refusal = this.memory.refuses
        ? "memory"
        : (this.#turnRefusal(endpoint, connector) ?? this.#streamRefusal(endpoint, connector));
      if (refusal === undefined) return then(slot);
      slot.cancel();
      return then(refusal);
    });
  }

  /** Whether a further stream would wait for its turns for too long. */
  #turnRefusal(endpoint: RouteName, connector: string): Refusal | undefined {
    const maxWaitMs = this.options.limits.maxQueueDelay * maxTurnWaitShare;
    return endpoint === "data" && this.turns.waitMs(connector) > maxWaitMs ? "queue" : undefined;
  }

  /** Whether there is no space for a further stream; the one whose caller reads the least makes space for it. */
  #streamRefusal(endpoint: RouteName, connector: string): Refusal | undefined {
    if (endpoint !== "data" || this.requests.streamCount < this.#maxStreamsOf(connector)) return undefined;
    const slowest = this.requests.slowestReader(minSlowRead);
    slowest?.abort(new ReaderStalled(0, performance.now() - (slowest.readerWaitStart ?? 0)));
    return slowest === undefined ? "streams" : undefined;
  }

  /** A connector leaves space for some streams of each other one. */
  #maxStreamsOf(connector: string): number {
    const { maxStreams } = this.options.limits;
    const kept = Math.floor((maxStreams * keptShare) / this.connectors.size);
    let max = maxStreams;
    for (const other of this.connectors)
      if (other !== connector) max -= Math.max(0, kept - this.requests.streamsOf(other));
    return max;
  }

  /** Ends what the host itself runs. */
  stop(): void {
    this.loopDelay.stop();
    this.watchdog.stop();
    this.refusals.flush();
  }
}
