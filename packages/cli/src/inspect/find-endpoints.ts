import type { Application, Connector } from "@wellhead/client";
import { type EndpointName, endpoints } from "@wellhead/contract";

/** An endpoint of the contract and whether the connector says it answers there. */
export interface FoundEndpoint {
  readonly name: EndpointName;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly offered: boolean;
}

/**
 * Finds which endpoints a connector offers: what its description says, and one call for the logo.
 *
 * @param connector - The connector
 * @param application - Its description
 * @returns Every endpoint of the contract
 */
export async function findEndpoints(
  connector: Connector,
  application: Application,
): Promise<FoundEndpoint[]> {
  const offered: Readonly<Record<string, boolean>> = {
    datalist: application.sources.some(({ filter }) =>
      // The platform itself makes the suggestions of a date.
      filter.some(({ hasDatalist, type }) => hasDatalist && type !== "date"),
    ),
    logo: (await connector.logo()) !== undefined,
    schema: application.hasSchema,
    timezone: application.hasTimezone,
  };
  const kinds = new Set(application.accountKinds.map(({ id }) => id));
  const groups = { always: true, optional: false, oauth1: kinds.has("oauth"), oauth2: kinds.has("oauth2") };
  return Object.entries(endpoints)
    .filter(([name]) => name !== "validateFilter")
    .map(([name, endpoint]) => ({
      // Entries of the table have its keys.
      name: name as EndpointName,
      method: endpoint.method,
      path: endpoint.path,
      summary: endpoint.summary,
      offered: offered[name] ?? groups[endpoint.offered],
    }));
}
