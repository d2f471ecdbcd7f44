import type { PageRequest } from "./paging.js";

/** Number of items requested per page. */
export interface PageSize {
  /** Name of the argument; in a body, a path of member names joined by dots. */
  readonly parameter: string;
  readonly value: number;
}

/** Arguments by name; those that are `undefined` are omitted. */
type Arguments = Readonly<Record<string, string | number | undefined>>;

/**
 * Adds paging arguments to a request: to the body of a list that is read by POST, else to the query.
 *
 * @param request - The request
 * @param given - Arguments by name; in a body, a name is a path of member names joined by dots
 * @param size - Items per page. Default: the upstream's own size
 * @returns A new request
 */
export function withArguments(request: PageRequest, given: Arguments, size?: PageSize): PageRequest {
  const all = { ...(size && { [size.parameter]: size.value }), ...given };
  const { path, query, json } = request;
  if (json === undefined) return { path, query: { ...query, ...all } };
  const sent = Object.entries(all).filter(([, value]) => value !== undefined);
  return { path, query, json: sent.reduce((body, [name, value]) => put(body, name.split("."), value), json) };
}

type Body = NonNullable<PageRequest["json"]>;

function put(body: Body, [name = "", ...deeper]: readonly string[], value: unknown): Body {
  if (deeper.length === 0) return { ...body, [name]: value };
  const inner = body[name];
  return { ...body, [name]: put(isBody(inner) ? inner : {}, deeper, value) };
}

function isBody(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
