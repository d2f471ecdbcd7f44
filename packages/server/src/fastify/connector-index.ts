import type { ConnectorFacts } from "../isolate/worker-messages.js";

/** One connector of a service, as the index lists it. */
export interface ConnectorEntry {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Path of its base address. */
  readonly path: string;
}

/**
 * Lists the connectors of a service, for the index at `/`.
 *
 * @param connectors - The connectors
 * @returns One entry each, in order
 */
export function connectorIndex(connectors: readonly ConnectorFacts[]): {
  readonly connectors: ConnectorEntry[];
} {
  return {
    connectors: connectors.map(({ id, name, version, description }) => ({
      id,
      name,
      version,
      description,
      path: `/${id}/`,
    })),
  };
}
