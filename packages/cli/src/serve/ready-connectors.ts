import type { Connector } from "@wellhead/sdk";

/**
 * Connectors that are served by their name alone: everybody brings an account. A driver is loaded when its
 * connector is asked for.
 */
export const readyConnectors: ReadonlyMap<string, () => Promise<Connector>> = new Map([
  ["postgres", async () => (await import("@wellhead/postgres")).postgres()],
]);
