import type { Exchange } from "./exchange.js";
import type { ImportedList, Say } from "./imported-api.js";
import { inferSchema } from "./infer-schema.js";
import { itemsAt, itemsPathIn, listPathsIn } from "./recorded-items.js";
import { argumentsOf, recordedPaging } from "./recorded-paging.js";
import { searchBody } from "./search-body.js";
import { isSecretName } from "./security.js";

/** The part of a list that its requests and responses show. */
export type RecordedList = Pick<ImportedList, "query" | "json" | "headers" | "itemsPath" | "body" | "paging">;

/** What is known about a list besides its requests. */
export interface RecordedListOptions {
  /** What the documentation says about it. Default: nothing. */
  readonly description?: string;
  /** Names what is not carried over. */
  readonly say: Say;
}

/**
 * Reads a list from its requests and responses. Arguments that do not page are named, because a recording does not say
 * whether the list needs them.
 *
 * @param exchanges - At least one request, and the responses, all by GET or all by POST
 * @param options - What else is known about it
 * @returns The list
 */
export function recordedList(
  exchanges: readonly Exchange[],
  { description = "", say }: RecordedListOptions,
): RecordedList {
  const bodies = exchanges.map(({ body }) => body).filter((body) => body !== undefined);
  const itemsPath = itemsPathIn(bodies);
  const isList = bodies.length === 0 || listPathsIn(bodies).length > 0;
  const read = { itemsOf: (body: unknown) => itemsAt(body, itemsPath), description, say };
  const paging = isList ? recordedPaging(exchanges, read) : "none";
  const paged = argumentsOf(paging);
  const posted = exchanges.map(({ json }) => json).filter((json) => json !== undefined);
  const search = posted.length === 0 ? undefined : searchBody(posted, paged);
  if (search !== undefined) say("it is read by POST: check that this changes nothing");
  const sent = exchanges.flatMap(({ url }) => [...url.searchParams.keys()]);
  for (const name of new Set(isList ? [...sent, ...(search?.leftOut ?? [])] : []))
    if (!paged.includes(name) && !isSecretName(name))
      say(`its argument "${name}": add it to ${search === undefined ? "query" : "json"}, or as a filter`);
  return {
    query: [...new Set(exchanges.flatMap((one) => [...(one.json === undefined ? one.sent.keys() : [])]))],
    headers: [...new Set(exchanges.flatMap(({ headers }) => [...headers.keys()]))],
    // A response that is not a list ends with an error, so a wrong guess is noticed.
    body: bodies.length === 0 ? { type: "array", items: { type: "object" } } : inferSchema(bodies),
    paging,
    ...(search !== undefined && { json: search.json, ...(itemsPath !== undefined && { itemsPath }) }),
  };
}
