import type { ConsoleData, ConsoleReach } from "./console-data.js";

/** Options of {@link consoleRoutes}. */
export interface ConsoleOptions {
  /** Folder of the built page. */
  readonly folder: string;
  /** Base addresses of the connectors the page lists: paths of this service, or URLs of other services. */
  readonly connectors: readonly string[];
  /** Credentials of the caller, sent only to the listed addresses outside this service. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Results of conformance runs, by base address. Default: none. */
  readonly conformance?: Readonly<Record<string, ConformanceCount>>;
  /**
   * Creates what answers the page's requests for rows, charts and exports, with the first of them. Without it, the page
   * shows connectors but no rows.
   */
  readonly data?: (reach: ConsoleReach) => Promise<ConsoleData>;
  /**
   * Tells the page what happens while it is open, such as a new revision of a connector. Called for every open page.
   * Default: nothing happens.
   *
   * @param send - Sends an event with data that can be JSON
   * @returns A function that ends the events, called when the page is closed
   */
  readonly events?: (send: (event: string, data: unknown) => void) => () => void;
  /** Whether the page is served although `NODE_ENV` is `production`. Default: `false`. */
  readonly inProduction?: boolean;
}

/** The result of a conformance run. */
export interface ConformanceCount {
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
}
