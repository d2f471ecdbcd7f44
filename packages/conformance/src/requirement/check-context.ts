import type { Exchange, ProbeRequest } from "../exchange/exchange.js";
import type { Probe } from "../probe/probe.js";
import type { ConformanceOptions } from "./conformance-options.js";
import type { Profile } from "./level.js";

/** Optional parts of a request. */
export interface SendOptions {
  /** Headers in addition to the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Any number other than 0 sends the request again although its response is cached. Default: 0. */
  readonly fresh?: number;
}

/** State shared by all checks of one run. */
export interface RunState {
  readonly probe: Probe;
  readonly options: ConformanceOptions;
  readonly profile: Profile;
  /** Generation whose paths and forms are used where a profile allows both. */
  readonly generation: "v1" | "v2";
  readonly base: URL;
  /** Number of requests the suite's provider had received before the run. */
  readonly seenBefore: number;
  /** Maximum number of requests of one check that are under way at once. */
  readonly parallel: number;
  /** Values that must never appear in a report. */
  readonly secrets: Set<string>;
  /** Results computed once for all checks, by the function that computed them. */
  readonly worked: Map<unknown, Promise<unknown>>;
}

/** The context of one check: a client, what the connector declares, and the caller's options. */
export class CheckContext {
  /** State shared by all checks of the run. */
  readonly run: RunState;
  /** Exchanges of this check, oldest first. */
  readonly exchanges: Exchange[] = [];

  /** @param run - State shared by all checks of the run */
  constructor(run: RunState) {
    this.run = run;
  }

  /** The caller's options. */
  get options(): ConformanceOptions {
    return this.run.options;
  }

  /** Whether only public texts count, without the additions of Wellhead. */
  get isPublic(): boolean {
    return this.run.profile !== "all";
  }

  /**
   * Sends a request.
   *
   * @param request - The request
   * @param fresh - Any number other than 0 sends it again although its response is cached
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
   * @param options - Headers, and whether to bypass the cache
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
   * @param options - Headers, and whether to bypass the cache
   * @returns The exchange
   */
  post(path: string, body: unknown, options: SendOptions = {}): Promise<Exchange> {
    const headers = { "content-type": "application/json", ...options.headers };
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return this.send({ method: "POST", path, headers, body: text }, options.fresh);
  }

  /**
   * Works on items, several at once if the connector is slow and several requests at once are known to be harmless.
   *
   * @param items - The items
   * @param work - The work on one of them
   * @returns The results in the order of the items
   */
  async inParallel<Item, Result>(
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
  ): Promise<readonly Result[]> {
    const results: Result[] = [];
    const waiting = [...items.entries()];
    const workers = Array.from({ length: this.run.parallel }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        results[next[0]] = await work(next[1]);
    });
    await Promise.all(workers);
    return results;
  }

  /**
   * Computes a value once for all checks of a run.
   *
   * @param work - The computation; its identity is the key
   * @returns The result of the first call
   */
  once<Value>(work: (context: CheckContext) => Promise<Value>): Promise<Value> {
    const known = this.run.worked.get(work);
    // The map is keyed by the function whose result it stores, so the types agree.
    if (known !== undefined) return known as Promise<Value>;
    const result = work(this);
    this.run.worked.set(work, result);
    return result;
  }
}
