import { type Members, membersOf, textOf } from "../openapi/members.js";
import { leavesOf } from "./exchange.js";
import { itemsPathIn } from "./recorded-items.js";

/** Words in the last part of a path, or in the name of an operation, that say that a request by POST only reads. */
const readingWords = words(
  "search query list find filter fetch get read report graphql rpc select lookup all",
);
/** Words that say that it writes. */
const writingWords = words("create insert update delete remove save put set add send submit mutation upsert");

/** Members whose texts belong to the protocol of the API, not to what somebody has searched for. */
const protocolNames = /^(?:jsonrpc|method|operationName|sort|sort_?by|order|order_?by|direction)$/i;

/** A request by POST, and its response. */
export interface PostedRequest {
  readonly path: string;
  readonly sent: unknown;
  readonly body: unknown;
}

/**
 * Returns whether a request by POST reads a list and changes nothing.
 *
 * @param posted - The request, and its response
 * @returns Whether it does, as far as its names say
 */
export function isSearch({ path, sent, body }: PostedRequest): boolean {
  const { method, operationName, query } = membersOf(sent);
  const last = path.split("/").findLast((part) => part !== "" && !part.startsWith("{")) ?? "";
  const named = words([last, textOf(method), textOf(operationName)].join(" "));
  if (/(?:^|\})\s*mutation\b/.test(textOf(query)) || hasAny(named, writingWords)) return false;
  return hasAny(named, readingWords) && itemsPathIn([body]) !== undefined;
}

/** Splits names such as `listOrders` and `items.search` into words in lower case. */
function words(names: string): ReadonlySet<string> {
  return new Set(names.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/).map((word) => word.toLowerCase()));
}

function hasAny(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((word) => word !== "" && others.has(word));
}

/** The body of a search. */
export interface SearchBody {
  readonly json: Members;
  /** Paths of the members whose values are left out. */
  readonly leftOut: readonly string[];
}

/**
 * Returns the body that all requests of a list have in common, without its paging. Texts and numbers are left out, because
 * a recording has people's data, except those of the protocol and a GraphQL query without values.
 *
 * @param bodies - Bodies of the requests
 * @param paged - Paths of the members that page
 * @returns The body, and what is left out
 */
export function searchBody(bodies: readonly Members[], paged: readonly (string | undefined)[]): SearchBody {
  const leftOut = new Set<string>();
  const isInAll = (path: string, value: unknown): boolean =>
    bodies.every((body) => leavesOf(body).some((leaf) => leaf.path === path && leaf.value === value));
  const keep = (value: unknown, names: readonly string[]): unknown => {
    const path = names.join(".");
    if (paged.includes(path)) return undefined;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return Object.fromEntries(
        Object.entries(value)
          .map(([name, member]) => [name, keep(member, [...names, name])] as const)
          .filter(([, member]) => member !== undefined),
      );
    const name = names.at(-1) ?? "";
    const isPlain =
      value === null || typeof value === "boolean" || (Array.isArray(value) && value.length === 0);
    const isProtocol =
      typeof value === "string" && /^[\w.:$-]{1,60}$/.test(value) && protocolNames.test(name);
    const isQuery = typeof value === "string" && path === "query" && /^\s*(?:query\b|\{)[^"]*$/.test(value);
    const isKept = Array.isArray(value)
      ? isPlain
      : (isPlain || isProtocol || isQuery) && isInAll(path, value);
    if (isKept) return value;
    leftOut.add(path);
    return undefined;
  };
  const json = membersOf(bodies.map((body) => keep(body, []))[0]);
  return { json, leftOut: [...leftOut] };
}
