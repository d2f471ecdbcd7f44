import { type EndpointName, endpoints } from "@wellhead/contract";

/** The handler of a request: an endpoint of the contract, or the OpenAPI description of the service. */
export type RouteName = EndpointName | "openapi";

/** The result of routing a request. */
export type Route =
  | { readonly kind: "endpoint"; readonly name: RouteName }
  | { readonly kind: "options" | "wrong-method"; readonly allow: string }
  | { readonly kind: "unknown" };

/** Endpoints by method, then by path. */
const table: ReadonlyMap<string, ReadonlyMap<string, RouteName>> = makeTable();

/**
 * Finds the endpoint of a request. A path matches with and without one trailing slash. HEAD is allowed where GET is,
 * and OPTIONS on every known path.
 *
 * @param method - HTTP method
 * @param path - Path below the connector's base address
 * @param offers - Returns whether the connector has the endpoint of the given name
 * @returns The endpoint, or the reason why there is none
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

/** Returns the route of a request whose path and method do not both match an endpoint. */
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
 * Reports whether a name is the first segment of a path of the contract. A connector cannot be mounted at such a name.
 *
 * @param segment - First segment of a path, without slashes
 * @returns Whether the path of an endpoint starts with it
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
