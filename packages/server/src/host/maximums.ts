import { type ConnectorLimits, type QuotaMaximums, quotaLimits, rateLimits } from "../limits/quota-limits.js";

/** The current maximums of callers, accounts and connectors, which can change while the service runs. */
export class Maximums {
  #limits: QuotaMaximums;
  #ofConnectors: ReadonlyMap<string, Partial<ConnectorLimits>> = new Map();
  readonly #listeners: (() => void)[] = [];

  /** @param limits - Limits of the service */
  constructor(limits: QuotaMaximums) {
    this.#limits = limits;
  }

  /**
   * @param limit - Name of a limit
   * @param connector - Id of the connector that it is for
   * @returns Its value: that of the connector, else that of the service
   */
  of(limit: keyof QuotaMaximums, connector: string): number {
    const own: Partial<QuotaMaximums> | undefined = this.#ofConnectors.get(connector);
    return own?.[limit] ?? this.#limits[limit];
  }

  /**
   * @param connector - Id of a connector
   * @returns Whether the account of its requests has to be known
   */
  needAccount(connector: string): boolean {
    const { requests, streams } = quotaLimits.account;
    return [requests, streams, rateLimits.account].some((limit) => this.of(limit, connector) > 0);
  }

  /** @param listener - Called after each change */
  watch(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Replaces the limits of the service. What is in progress continues, even if it is more than a new maximum. A maximum
   * that was 0 counts only what begins from now on.
   *
   * @param limits - The new limits
   */
  setLimits(limits: QuotaMaximums): void {
    this.#limits = limits;
    for (const listener of this.#listeners) listener();
  }

  /**
   * Replaces the limits that connectors have for themselves, as {@link setLimits} does.
   *
   * @param ofConnectors - Limits by connector id
   */
  setConnectors(ofConnectors: ReadonlyMap<string, Partial<ConnectorLimits>>): void {
    this.#ofConnectors = ofConnectors;
    for (const listener of this.#listeners) listener();
  }
}
