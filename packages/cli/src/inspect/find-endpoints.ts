import { type EndpointName, endpoints } from "@wellhead/contract";
import { type CallerHeaders, send } from "../remote/call.js";
import { record } from "../remote/loose.js";
import { joinAddress } from "../remote/read-address.js";
import type { RemoteApplication } from "../remote/remote-application.js";

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
 * @param base - Base address of the connector
 * @param application - Its description
 * @param headers - Credentials of the caller
 * @returns Every endpoint of the contract
 */
export async function findEndpoints(
  base: URL,
  application: RemoteApplication,
  headers: CallerHeaders,
): Promise<FoundEndpoint[]> {
  const offered: Readonly<Record<string, boolean>> = {
    datalist: application.sources.some(({ filter }) =>
      // The platform itself makes the suggestions of a date.
      filter.some(({ datalist, type }) => datalist && type !== "date"),
    ),
    logo: await hasLogo(base, headers),
    schema: application.raw["type"] === "crunch",
    timezone: record(application.raw["features"])["timezone"] === true,
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

async function hasLogo(base: URL, headers: CallerHeaders): Promise<boolean> {
  const { status, body } = await send({
    method: "GET",
    url: joinAddress(base, "/logo"),
    accept: "image/svg+xml",
    headers,
  });
  body.destroy();
  return status === 200 || (status >= 300 && status < 400);
}
