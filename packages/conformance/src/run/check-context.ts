import type { Exchange, ProbeRequest } from "../probe/exchange.js";
import type { Probe } from "../probe/probe.js";
import type { Profile } from "../requirement/level.js";
import type { ConformanceOptions } from "./conformance-options.js";

/** Further parts of a request. */
export interface SendOptions {
  /** Headers on top of the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Any number other than 0 sends the request again though its answer is known; default: 0. */
  readonly fresh?: number;
}

/** What all checks of one run have in common. */
export interface RunState {
  readonly probe: Probe;
  readonly options: ConformanceOptions;
  readonly profile: Profile;
  /** Generation whose paths and forms are tried where a profile leaves the choice. */
  readonly generation: "v1" | "v2";
  readonly base: URL;
  /** Requests the suite's provider had received before the run. */
  readonly seenBefore: number;
  /** Values that must never stand in a report. */
  readonly secrets: Set<string>;
  /** What was worked out once for all checks, by the function that did. */
  readonly worked: Map<unknown, Promise<unknown>>;
}

/** What one check is given: a client, what the connector declares, and the caller's options. */
export class CheckContext {
  /** What all checks of one run have in common. */
  readonly run: RunState;
  /** Exchanges this check looked at, oldest first. */
  readonly exchanges: Exchange[] = [];

  /** @param run - What all checks of one run have in common */
  constructor(run: RunState) {
    this.run = run;
  }

  /** The caller's options. */
  get options(): ConformanceOptions {
    return this.run.options;
  }

  /** Whether only public texts count, not what Wellhead adds. */
  get isPublic(): boolean {
    return this.run.profile !== "all";
  }

  /**
   * Sends any request.
   *
   * @param request - What to send
   * @param fresh - Any number other than 0 sends it again though its answer is known
   * @returns The exchange
   */
  async send(request: ProbeRequest, fresh = 0): Promise<Exchange> {
    const exchange = await this.run.probe.send(request, fresh);
    this.exchanges.push(exchange);
    return exchange;
  }

  /**
   * Sends a GET.
   *
   * @param path - Path below the connector's address
   * @param options - Headers, freshness
   * @returns The exchange
   */
  get(path: string, options: SendOptions = {}): Promise<Exchange> {
    return this.send({ method: "GET", path, headers: { ...options.headers } }, options.fresh);
  }

  /**
   * Sends a POST with a JSON body.
   *
   * @param path - Path below the connector's address
   * @param body - A value to send as JSON; a string is sent as it is
   * @param options - Headers, freshness
   * @returns The exchange
   */
  post(path: string, body: unknown, options: SendOptions = {}): Promise<Exchange> {
    const headers = { "content-type": "application/json", ...options.headers };
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return this.send({ method: "POST", path, headers, body: text }, options.fresh);
  }

  /**
   * Works something out once for all checks of a run.
   *
   * @param work - What to do; its identity is the key
   * @returns What it gave, the first time it was asked
   */
  once<Value>(work: (context: CheckContext) => Promise<Value>): Promise<Value> {
    const known = this.run.worked.get(work);
    // The map is keyed by the very function whose result it holds, so the types agree.
    if (known !== undefined) return known as Promise<Value>;
    const result = work(this);
    this.run.worked.set(work, result);
    return result;
  }
}
