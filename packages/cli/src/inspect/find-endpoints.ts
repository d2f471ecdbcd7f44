import type { Application, Connector } from "@wellhead/client";
import { type EndpointName, endpoints } from "@wellhead/contract";
import type { Ask } from "../remote/connect.js";

/** An endpoint of the contract that a connector answers. */
export interface FoundEndpoint {
  readonly name: EndpointName;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/** What is needed to find the endpoints of a connector. */
export interface FindEndpointsOptions {
  readonly connector: Connector;
  readonly application: Application;
  /** Sends a request and returns the status, or `undefined` when no answer comes. */
  readonly ask: Ask;
}

/** Statuses of a server that has nothing at a path. */
const absent = new Set([404, 405, 501]);

/**
 * Finds which endpoints a connector has: each that its description lets expect is sent one request without an account,
 * which it may refuse; 404, 405, 501 or silence mean that it is not there.
 *
 * @param options - The connector, its description, and how to ask it
 * @returns The endpoints that answer
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
    Object.entries(endpoints).map(async ([name, { method, path, summary, offered }]) => {
      const isExpected = name === "logo" || (expected[name] ?? groups[offered]);
      if (!isExpected || !(await answers(name, method, path))) return [];
      // Entries of the table have its keys.
      return [{ name: name as EndpointName, method, path, summary }];
    }),
  );
  return found.flat();
}

/** The first field whose options are asked for; the platform itself makes the suggestions of a date. */
function firstList({
  sources,
}: Application): { readonly source: string; readonly field: string } | undefined {
  for (const { id, filter } of sources) {
    const field = filter.find(({ hasDatalist, type }) => hasDatalist && type !== "date");
    if (field !== undefined) return { source: id, field: field.id };
  }
  return undefined;
}
