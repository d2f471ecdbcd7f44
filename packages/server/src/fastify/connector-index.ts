import { ConnectorError } from "@wellhead/sdk";
import type { FastifyRequest } from "fastify";
import type { ConnectorFacts } from "../isolate/worker-messages.js";

/** One connector of a service, as the index lists it. */
interface ConnectorEntry {
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
  readonly connectors: readonly ConnectorEntry[];
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

/**
 * @param request - A request to a path of no connector
 * @returns The error that it is answered with
 */
export function unknownConnector({ url }: FastifyRequest): ConnectorError {
  const [path = ""] = url.split("?", 1);
  return new ConnectorError(
    "unknown_connector",
    `Could not find a connector at "${path.slice(0, 80)}". See "/" for the paths of the connectors.`,
  );
}
