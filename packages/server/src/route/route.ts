import { type EndpointName, endpoints } from "@wellhead/contract";

/** What answers a request: an endpoint of the contract, or the description of the service. */
export type RouteName = EndpointName | "openapi";

/** Where a request leads. */
export type Route =
  | { readonly kind: "endpoint"; readonly name: RouteName }
  | { readonly kind: "options" | "wrong-method"; readonly allow: string }
  | { readonly kind: "unknown" };

type Methods = ReadonlyMap<string, RouteName>;

const table: ReadonlyMap<string, Methods> = makeTable();

/**
 * Finds what answers a request. A path answers with and without one trailing slash, HEAD where GET does,
 * OPTIONS everywhere.
 *
 * @param method - HTTP method
 * @param path - Path below the connector's base address
 * @param offers - Whether the connector has an endpoint of the given kind at all
 * @returns Endpoint, or why there is none
 * @see The connector contract, "General rules"
 */
export function route(method: string, path: string, offers: (name: RouteName) => boolean): Route {
  const methods = [...(table.get(withoutSlash(path)) ?? [])].filter(([, name]) => offers(name));
  if (methods.length === 0) return { kind: "unknown" };
  const wanted = method === "HEAD" ? "GET" : method;
  const found = methods.find(([known]) => known === wanted);
  if (found !== undefined) return { kind: "endpoint", name: found[1] };
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
  return [...table.keys()].some((path) => path.split("/")[1] === segment);
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function makeTable(): ReadonlyMap<string, Methods> {
  const paths = new Map<string, Map<string, RouteName>>();
  const add = (path: string, method: string, name: RouteName): void => {
    paths.set(path, (paths.get(path) ?? new Map<string, RouteName>()).set(method, name));
  };
  for (const [name, { path, method }] of Object.entries(endpoints)) {
    if (isEndpointName(name)) add(path, method, name);
  }
  add("/openapi.json", "GET", "openapi");
  return paths;
}

function isEndpointName(name: string): name is EndpointName {
  return Object.hasOwn(endpoints, name);
}
