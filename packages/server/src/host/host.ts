import type { IncomingMessage } from "node:http";
import { ConnectorError } from "@wellhead/sdk";
import type { AuditLog } from "../audit/audit-log.js";
import { Deadlines } from "../deadline/deadlines.js";
import type { Limits } from "../limits/limits.js";
import type { ServiceLog } from "../logs/service-log.js";
import type { Metrics } from "../metrics/metrics.js";
import type { ServiceAccounts } from "../oauth/service-accounts.js";
import type { RouteName } from "../route/route.js";
import { ReaderStalled } from "../stream/reader-stalled.js";
import type { OnStreamError } from "../stream/send-rows.js";
import { Turns } from "../stream/turns.js";
import { ActiveRequests } from "./active-requests.js";
import { Arrivals } from "./arrivals.js";
import { LoopDelay } from "./loop-delay.js";

/** How long rows wait for a caller, in milliseconds, before it is slow enough to make space for another. */
const minSlowRead = 5_000;

/** What all connectors of one service share. Nothing of any request is in it. */
export interface HostOptions {
  readonly limits: Limits;
  readonly log: ServiceLog;
  readonly metrics: Metrics;
  readonly audit: AuditLog;
  readonly onStreamError: OnStreamError;
  readonly formulaEscape: boolean;
  /** What signing in and refreshing need. */
  readonly accounts: ServiceAccounts;
  /** The present instant. */
  readonly now: () => Date;
}

/** The service around its connectors: limits, log, metrics, and the requests under way. */
export class Host {
  readonly options: HostOptions;
  readonly arrivals = new Arrivals();
  readonly requests = new ActiveRequests();
  readonly turns = new Turns();
  /** End the requests whose connector takes too long. */
  readonly deadlines: Deadlines;
  readonly loopDelay = new LoopDelay();
  /** Ids of the requests that the service makes of itself; nobody else can guess one. */
  readonly ownRequests = new Set<string>();
  /** Whether the service takes requests. */
  listening = false;
  #draining = false;

  /** @param options - Limits, log, metrics */
  constructor(options: HostOptions) {
    this.options = options;
    this.deadlines = new Deadlines(options.limits.answerTimeout);
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

  /** Whether the event loop turns fast enough to take more work. */
  get late(): boolean {
    return this.loopDelay.mean > this.options.limits.maxEventLoopDelay;
  }

  /**
   * Refuses a request the service has no room for. What costs next to nothing is never refused.
   *
   * @param name - The endpoint it is for
   * @param method - Its HTTP method
   * @throws ConnectorError `unavailable` when there is too much work already
   */
  admit(name: RouteName, method: string): void {
    if (method !== "POST") return;
    const { metrics } = this.options;
    const full = name === "data" && !this.#hasSpace();
    if (!full && !this.late) return;
    metrics.refused(full ? "streams" : "event_loop_delay");
    throw new ConnectorError(
      "unavailable",
      "Answer request: the service has too much to do, try again later",
      {
        retryAfter: full ? 5 : 2,
      },
    );
  }

  /** Whether another stream can begin; the one whose caller reads the least makes space for it. */
  #hasSpace(): boolean {
    if (this.requests.countOf("data") < this.options.limits.maxStreams) return true;
    const slowest = this.requests.slowestReader(minSlowRead);
    slowest?.abort(new ReaderStalled(0, performance.now() - (slowest.readerWaitStart ?? 0)));
    return slowest !== undefined;
  }

  /** Ends what the host itself runs. */
  stop(): void {
    this.loopDelay.stop();
  }
}
