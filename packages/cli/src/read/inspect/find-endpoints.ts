import type { Application, Connector } from "@wellhead/client";
import { type EndpointName, endpointFacts } from "@wellhead/contract/vocabulary";
import type { Ask } from "../../remote/connect.js";

/** An endpoint of the contract that a connector implements. */
export interface FoundEndpoint {
  readonly name: EndpointName;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/** Options of `findEndpoints()`. */
export interface FindEndpointsOptions {
  readonly connector: Connector;
  readonly application: Application;
  /** Sends a request and returns the status, or `undefined` when no response comes. */
  readonly ask: Ask;
}

/** Statuses that a server returns for a path it does not serve. */
const absent = new Set([404, 405, 501]);

/**
 * Finds the endpoints a connector implements. Sends one request without an account to each endpoint that the
 * connector's description implies; any status may come back, but 404, 405, 501 or no response mean that the endpoint
 * does not exist.
 *
 * @param options - The connector, its description, and the function that sends requests
 * @returns The endpoints that exist
 */
export async function findEndpoints({
  connector,
  application,
  ask,
}: FindEndpointsOptions): Promise<readonly FoundEndpoint[]> {
  const list = firstList(application);
  const expected: Readonly<Record<string, boolean>> = {
    datalist: list !== undefined,
    schema: application.hasSchema,
    timezone: application.hasTimezone,
  };
  const kinds = new Set(application.accountKinds.map(({ id }) => id));
  const groups = { always: true, optional: false, oauth1: kinds.has("oauth"), oauth2: kinds.has("oauth2") };
  const query = list === undefined ? "" : `?${new URLSearchParams(list).toString()}`;
  const body = { source: application.sources[0]?.id ?? "", account: {}, filter: {} };
  const answers = async (name: string, method: string, path: string): Promise<boolean> => {
    if (name === "application") return true;
    if (name === "logo") return (await connector.logo()) !== undefined;
    const status = await ask(
      method,
      name === "datalist" ? `${path}${query}` : path,
      name === "data" ? body : {},
    );
    return status !== undefined && !absent.has(status);
  };
  const found = await Promise.all(
    Object.entries(endpointFacts).map(async ([name, { method, path, summary, offered }]) => {
      const isExpected = name === "logo" || (expected[name] ?? groups[offered]);
      if (!isExpected || !(await answers(name, method, path))) return [];
      // `Object.entries` widens the keys of the table to `string`.
      return [{ name: name as EndpointName, method, path, summary }];
    }),
  );
  return found.flat();
}

/**
 * Returns the first field with live options. Date fields are skipped, because the platform itself suggests their
 * values.
 */
function firstList({
  sources,
}: Application): { readonly source: string; readonly field: string } | undefined {
  for (const { id, filter } of sources) {
    const field = filter.find(({ hasDatalist, type }) => hasDatalist && type !== "date");
    if (field !== undefined) return { source: id, field: field.id };
  }
  return undefined;
}
