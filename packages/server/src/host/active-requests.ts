import { LinkedList } from "../deadline/linked-list.js";
import type { RequestControl } from "../deadline/request-control.js";

/** The endpoint and the connector that a request is for. */
export interface RequestFacts {
  /** Name of the endpoint that answers it. */
  readonly endpoint: string;
  /** Id of the connector that answers it. */
  readonly connector: string;
}

/** The requests in progress of one connector. */
export interface ConnectorShare {
  readonly connector: string;
  readonly requests: number;
  /** Bytes that its callers have not read yet. */
  readonly bufferedBytes: number;
}

/** A stream of rows that is in progress. */
export interface StreamShare {
  readonly connector: string;
  readonly requestId?: string | undefined;
  /** Bytes that its caller has not read yet. */
  readonly bufferedBytes: number;
}

/** The connectors and the streams with the largest buffers, the largest first. */
export interface RetainedMemory {
  readonly connectors: readonly ConnectorShare[];
  readonly streams: readonly StreamShare[];
}

/** Maximum number of connectors, and of streams, in a {@link RetainedMemory}. */
const maxNamed = 3;

/** Keeps the requests in progress, to count them and to abort them when the service stops. */
export class ActiveRequests {
  readonly #requests = new LinkedList<RequestControl>();
  /** Number of streams of rows in progress, by connector id. */
  readonly #streams = new Map<string, number>();
  readonly #idle: (() => void)[] = [];
  readonly #streamsRows: (endpoint: string) => boolean;
  #streamCount = 0;

  /** @param streamsRows - Returns whether the endpoint of a name streams rows */
  constructor(streamsRows: (endpoint: string) => boolean) {
    this.#streamsRows = streamsRows;
  }

  /** Number of requests in progress. */
  get count(): number {
    return this.#requests.size;
  }

  /** Number of requests in progress that send rows. */
  get streamCount(): number {
    return this.#streamCount;
  }

  /**
   * @param connector - Id of a connector
   * @returns Number of its requests in progress that send rows
   */
  streamsOf(connector: string): number {
    return this.#streams.get(connector) ?? 0;
  }

  /**
   * Adds a request that begins.
   *
   * @param control - Control of the request
   * @param facts - The endpoint and the connector it is for
   */
  add(control: RequestControl, facts: RequestFacts): void {
    control.active = { link: this.#requests.append(control), facts };
    this.#countStream(facts, 1);
  }

  /** @param control - Control of a request that has ended */
  remove(control: RequestControl): void {
    const { active } = control;
    if (active === undefined) return;
    control.active = undefined;
    this.#requests.remove(active.link);
    this.#countStream(active.facts, -1);
    if (this.#requests.size === 0 && this.#idle.length > 0)
      for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** @returns The requests in progress, the oldest first */
  all(): readonly RequestControl[] {
    return this.#requests.values();
  }

  /**
   * Notes how much each request has sent. Must be called once a second.
   *
   * @param now - The current time
   */
  sample(now: number): void {
    for (const { activity } of this.#requests.values()) activity.sample(now);
  }

  /** @param reason - Why every request in progress is aborted */
  abortAll(reason: unknown): void {
    for (const control of this.#requests.values()) control.abort(reason);
  }

  /**
   * Finds the request whose rows have waited the longest for the caller to read.
   *
   * @param minWait - Minimum wait in milliseconds
   * @returns Control of the request; `undefined` if none has waited that long
   */
  slowestReader(minWait: number): RequestControl | undefined {
    let start = performance.now() - minWait;
    let slowest: RequestControl | undefined;
    for (const control of this.#requests.values()) {
      if (control.aborted || control.readerWaitStart === undefined || control.readerWaitStart > start)
        continue;
      slowest = control;
      start = control.readerWaitStart;
    }
    return slowest;
  }

  /** @returns The connectors and the streams with the largest buffers */
  heldMemory(): RetainedMemory {
    const connectors = new Map<string, { connector: string; requests: number; bufferedBytes: number }>();
    const streams: StreamShare[] = [];
    for (const control of this.#requests.values()) {
      if (control.active === undefined) continue;
      const { connector, endpoint } = control.active.facts;
      const bufferedBytes = control.bufferedBytes?.() ?? 0;
      const share = connectors.get(connector) ?? { connector, requests: 0, bufferedBytes: 0 };
      share.requests += 1;
      share.bufferedBytes += bufferedBytes;
      connectors.set(connector, share);
      if (this.#streamsRows(endpoint))
        streams.push({ connector, requestId: control.request?.describe().requestId, bufferedBytes });
    }
    return {
      connectors: [...connectors.values()]
        .toSorted((one, other) => other.bufferedBytes - one.bufferedBytes || other.requests - one.requests)
        .slice(0, maxNamed),
      streams: streams.toSorted((one, other) => other.bufferedBytes - one.bufferedBytes).slice(0, maxNamed),
    };
  }

  /** @returns A promise that resolves once no request is in progress */
  idle(): Promise<void> {
    if (this.#requests.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
    });
  }

  #countStream({ endpoint, connector }: RequestFacts, change: 1 | -1): void {
    if (!this.#streamsRows(endpoint)) return;
    this.#streamCount += change;
    const count = this.streamsOf(connector) + change;
    if (count === 0) this.#streams.delete(connector);
    else this.#streams.set(connector, count);
  }
}

/**
 * Batches the requests that arrive in one turn of the event loop, so that they are answered in a row.
 *
 * Node emits each request as soon as it is read, before it reads from the next connection. If the requests are answered
 * in a row after the last one is read, the code of each step is still in the caches of the processor. A busy service
 * then answers twice as many requests a second. A request waits only until all data that has arrived is read.
 */
export class Arrivals {
  #waiting: (() => void)[] = [];

  /** @param then - Called when all data that has arrived is read; must not throw */
  whenRead(then: () => void): void {
    if (this.#waiting.length === 0) setImmediate(() => this.#answer());
    this.#waiting.push(then);
  }

  #answer(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const then of waiting) then();
  }
}
