/** The requests under way: to count them, and to end them when the service stops. */
export class ActiveRequests {
  readonly #requests = new Map<AbortController, string>();
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
   * @param controller - Ends the request when it is aborted
   * @param endpoint - Name of the endpoint that answers it
   */
  add(controller: AbortController, endpoint: string): void {
    this.#requests.set(controller, endpoint);
  }

  /** @param controller - Of a request that is over */
  remove(controller: AbortController): void {
    this.#requests.delete(controller);
    if (this.#requests.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** @param reason - Why every request still under way is to end */
  abortAll(reason: unknown): void {
    for (const controller of this.#requests.keys()) controller.abort(reason);
  }

  /** @returns When no request is under way */
  idle(): Promise<void> {
    if (this.#requests.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle.push(resolve);
    });
  }
}
