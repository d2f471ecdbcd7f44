import type { RequestControl } from "../deadline/request-control.js";
import { LinkedList } from "../list/linked-list.js";

/** What a request is for. */
export interface RequestFacts {
  /** Name of the endpoint that answers it. */
  readonly endpoint: string;
  /** Id of the connector that answers it. */
  readonly connector: string;
}

/** The requests in progress: to count them, and to end them when the service stops. */
export class ActiveRequests {
  readonly #requests = new LinkedList<RequestControl>();
  /** How many streams of rows each connector has. */
  readonly #streams = new Map<string, number>();
  readonly #idle: (() => void)[] = [];
  #streamCount = 0;

  /** How many there are. */
  get count(): number {
    return this.#requests.size;
  }

  /** How many of them send rows. */
  get streamCount(): number {
    return this.#streamCount;
  }

  /**
   * @param connector - Id of a connector
   * @returns How many of its requests send rows
   */
  streamsOf(connector: string): number {
    return this.#streams.get(connector) ?? 0;
  }

  /**
   * @param control - Ends the request
   * @param facts - What it is for
   */
  add(control: RequestControl, facts: RequestFacts): void {
    control.active = { link: this.#requests.append(control), facts };
    this.#countStream(facts, 1);
  }

  /** @param control - Of a request that is over */
  remove(control: RequestControl): void {
    const { active } = control;
    if (active === undefined) return;
    control.active = undefined;
    this.#requests.remove(active.link);
    this.#countStream(active.facts, -1);
    if (this.#requests.size === 0 && this.#idle.length > 0)
      for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** @param reason - Why every request in progress is to end */
  abortAll(reason: unknown): void {
    for (const control of this.#requests.values()) control.abort(reason);
  }

  /**
   * Finds the request whose caller has kept its rows waiting the longest.
   *
   * @param minWait - Milliseconds it waits at least
   * @returns What ends it, `undefined` when none waits so long
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

  /** @returns When no request is in progress */
  idle(): Promise<void> {
    if (this.#requests.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
    });
  }

  #countStream({ endpoint, connector }: RequestFacts, change: 1 | -1): void {
    if (endpoint !== "data") return;
    this.#streamCount += change;
    const count = this.streamsOf(connector) + change;
    if (count === 0) this.#streams.delete(connector);
    else this.#streams.set(connector, count);
  }
}
