import type { RequestControl } from "../deadline/request-control.js";

/** The requests under way: to count them, and to end them when the service stops. */
export class ActiveRequests {
  readonly #requests = new Map<RequestControl, string>();
  readonly #idle: (() => void)[] = [];

  /** How many there are. */
  get count(): number {
    return this.#requests.size;
  }

  /**
   * @param endpoint - Name of an endpoint
   * @returns How many requests to it are under way
   */
  countOf(endpoint: string): number {
    let count = 0;
    for (const name of this.#requests.values()) if (name === endpoint) count += 1;
    return count;
  }

  /**
   * @param control - Ends the request
   * @param endpoint - Name of the endpoint that answers it
   */
  add(control: RequestControl, endpoint: string): void {
    this.#requests.set(control, endpoint);
  }

  /** @param control - Of a request that is over */
  remove(control: RequestControl): void {
    this.#requests.delete(control);
    if (this.#requests.size === 0 && this.#idle.length > 0)
      for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** @param reason - Why every request still under way is to end */
  abortAll(reason: unknown): void {
    for (const control of this.#requests.keys()) control.abort(reason);
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
    for (const control of this.#requests.keys()) {
      if (control.aborted || control.readerWaitStart === undefined || control.readerWaitStart > start)
        continue;
      slowest = control;
      start = control.readerWaitStart;
    }
    return slowest;
  }

  /** @returns When no request is under way */
  idle(): Promise<void> {
    if (this.#requests.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
    });
  }
}
