import { cursorInBody, type Http, inputInvalid, memberAt, type Paging, upstreamInvalid } from "@wellhead/sdk";
import type { ListModel } from "../schema/find-lists.js";
import type { ListQuery } from "./list-query.js";
import { isTooCostly } from "./query-too-large.js";

/** Sizes of a page, from the largest. A smaller one is requested when the API refuses the cost of the query. */
const sizes = [100, 50, 20, 10, 5];

/** What is read, and from where. */
export interface ReadListOptions {
  readonly http: Http;
  /** Address of the API. */
  readonly url: string;
  readonly list: ListModel;
  readonly query: ListQuery;
  /** Name of the member that identifies an item. Default: items have no identity. */
  readonly key: string | undefined;
  /** Whether cursors point to items that keep their order. */
  readonly isStable: boolean;
}

/**
 * Reads the items of a list.
 *
 * @param options - The list and its query
 * @returns The items, in batches
 * @throws ConnectorError for the kind of failure; data next to errors is never used
 */
export async function* readList(options: ReadListOptions): AsyncGenerator<readonly object[]> {
  const { list } = options;
  if (list.form === "array") {
    yield* itemsOf(options);
    return;
  }
  for (const size of sizes) {
    let hasRead = false;
    try {
      for await (const items of itemsOf(options, size)) {
        hasRead = true;
        yield items;
      }
      return;
    } catch (error) {
      // Rows that were read cannot be taken back, and the smallest page costs as little as the query can.
      if (hasRead || !isTooCostly(error) || size === sizes.at(-1)) throw error;
    }
  }
}

/** Reads an array, or a connection in pages of a size. */
async function* itemsOf(options: ReadListOptions, size?: number): AsyncGenerator<readonly object[]> {
  const { http, url, query, key, isStable } = options;
  const variables = { ...query.variables, ...(size !== undefined && { first: size }) };
  const pages = http.pages(url, {
    json: { query: query.query, variables },
    items: (body) => nodesOf(body, options),
    ...(size !== undefined && { paging: connectionPaging(query.place) }),
    key,
    // Relay specifies nothing about what a cursor consists of.
    order: isStable ? "stable" : "unknown",
  });
  for await (const items of pages) {
    const objects = items.filter((item): item is object => typeof item === "object" && item !== null);
    if (objects.length < items.length)
      throw upstreamInvalid("Could not read the list: expected objects, got another value.");
    yield objects;
  }
}

/** Pages by the end cursor, as Relay specifies. */
function connectionPaging(place: readonly string[]): Paging {
  const page = ["data", ...place, "pageInfo"].join(".");
  const cursor = `${page}.endCursor`;
  const paging = cursorInBody({ cursor, more: `${page}.hasNextPage`, parameter: "variables.after" });
  return {
    ...paging,
    name: "end cursor",
    after: (read) => {
      if (typeof memberAt(read.body, `${page}.hasNextPage`) !== "boolean")
        throw upstreamInvalid(`Could not read the list: expected true or false at "${page}.hasNextPage".`);
      return paging.after(read);
    },
  };
}

/** Returns the items of a page. Items that an account may not see are null. */
function nodesOf(body: unknown, { list, query }: ReadListOptions): unknown {
  const { place } = query;
  for (const [index, name] of place.slice(0, -1).entries()) {
    const path = ["data", ...place.slice(0, index + 1)].join(".");
    if (memberAt(body, path) === null)
      throw inputInvalid(
        `Could not read the list: "${name}" does not exist with these arguments. Check the filter.`,
      );
  }
  const found = memberAt(body, ["data", ...place].join("."));
  // A list that is null without an error is empty, as the schema allows.
  if (found === null && list.form === "array") return [];
  const items = list.form === "array" ? found : memberAt(found, list.form);
  if (!Array.isArray(items)) return items;
  const all: readonly unknown[] = items;
  const nodes =
    list.form === "edges" ? all.map((edge) => (edge === null ? null : memberAt(edge, "node"))) : all;
  return nodes.filter((node) => node !== null);
}
