import { type EndpointName, endpoints } from "@wellhead/contract";

/** What answers a request: an endpoint of the contract, or the description of the service. */
export type RouteName = EndpointName | "openapi";

/** Where a request leads. */
export type Route =
  | { readonly kind: "endpoint"; readonly name: RouteName }
  | { readonly kind: "options" | "wrong-method"; readonly allow: string }
  | { readonly kind: "unknown" };

/** Endpoints by method, then by path. */
const table: ReadonlyMap<string, ReadonlyMap<string, RouteName>> = makeTable();

/**
 * Finds what answers a request. A path answers with and without one trailing slash, HEAD where GET does,
 * OPTIONS everywhere.
 *
 * @param method - HTTP method
 * @param path - Path below the connector's base address
 * @param offers - Whether the connector has an endpoint of the given name at all
 * @returns Endpoint, or why there is none
 * @see The connector contract, "General rules"
 */
export function route(method: string, path: string, offers: (name: RouteName) => boolean): Route {
  const name = endpointOf(method, path);
  if (name !== undefined && offers(name)) return { kind: "endpoint", name };
  return routeWithout(method, withoutSlash(path), offers);
}

/**
 * Finds the endpoint that a method and a path name, whether a connector has it or not.
 *
 * @param method - HTTP method
 * @param path - Path below the connector's base address
 * @returns The endpoint; `undefined` when there is none
 */
export function endpointOf(method: string, path: string): RouteName | undefined {
  return table.get(method === "HEAD" ? "GET" : method)?.get(withoutSlash(path));
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** What to answer where no endpoint has both path and method. */
function routeWithout(method: string, path: string, offers: (name: RouteName) => boolean): Route {
  const methods = [...table].filter(([, paths]) => {
    const name = paths.get(path);
    return name !== undefined && offers(name);
  });
  if (methods.length === 0) return { kind: "unknown" };
  const allow = methods.flatMap(([known]) => (known === "GET" ? ["GET", "HEAD"] : [known]));
  return { kind: method === "OPTIONS" ? "options" : "wrong-method", allow: [...allow, "OPTIONS"].join(", ") };
}

/**
 * Tells whether a name is the first part of a path of the contract, so that no connector can be mounted there.
 *
 * @param segment - First part of a path, without slashes
 * @returns Whether an endpoint begins with it
 */
export function isEndpointSegment(segment: string): boolean {
  return [...table.values()].some((paths) =>
    [...paths.keys()].some((path) => path.split("/")[1] === segment),
  );
}

function makeTable(): ReadonlyMap<string, ReadonlyMap<string, RouteName>> {
  const get = new Map<string, RouteName>([["/openapi.json", "openapi"]]);
  const post = new Map<string, RouteName>();
  for (const [name, { path, method }] of Object.entries(endpoints)) {
    if (isEndpointName(name)) (method === "GET" ? get : post).set(path, name);
  }
  return new Map([
    ["GET", get],
    ["POST", post],
  ]);
}

function isEndpointName(name: string): name is EndpointName {
  return Object.hasOwn(endpoints, name);
}
