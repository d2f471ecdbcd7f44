import { memberAt, upstreamInvalid } from "@wellhead/sdk";
import type { ParentsConfig } from "../config/source-config.js";
import { makePaging } from "../paging/make-paging.js";
import { expandPath, expandQuery } from "../template/expand-template.js";
import type { ReadContext } from "./read-context.js";

/** Reads a list with the given filter values. */
type ReadList = (context: ReadContext) => AsyncIterable<readonly unknown[]>;

/**
 * Reads the child lists of all parents, one after another.
 *
 * @param context - Client, filter values and signal of the request
 * @param parents - The list of parents
 * @param readList - Reads the child list of the parents in `{parent}`
 * @returns The items
 * @throws ConnectorError `upstream_invalid` when more calls than the maximum would be needed
 */
export async function* readChildren(
  context: ReadContext,
  parents: ParentsConfig,
  readList: ReadList,
): AsyncGenerator<readonly unknown[]> {
  const { column, maxCalls = 1000 } = parents;
  let calls = 0;
  for await (const parent of parentsOf(context, parents)) {
    calls += 1;
    if (calls > maxCalls) {
      throw upstreamInvalid(
        `Could not read the lists of all parents: there are more than ${maxCalls} calls to make. Narrow the filter, or raise "maxCalls".`,
      );
    }
    const values = { ...context.values, parent };
    for await (const items of readList({ ...context, values })) {
      yield column === undefined ? items : items.map((item) => withParent(item, { [column]: parent }));
    }
  }
}

/** Yields values of `{parent}`, each for one parent or for a batch. */
async function* parentsOf(
  { http, values = {} }: ReadContext,
  { path, query, items, paging, value, batch = 1 }: ParentsConfig,
): AsyncGenerator<string> {
  let group: string[] = [];
  const pages = http.pages(expandPath(path, values), {
    query: expandQuery(query, values),
    items,
    ...(paging && { paging: makePaging(paging, items) }),
  });
  for await (const page of pages) {
    for (const parent of page) {
      group.push(valueOf(parent, value));
      if (group.length < batch) continue;
      yield group.join(",");
      group = [];
    }
  }
  if (group.length > 0) yield group.join(",");
}

function valueOf(parent: unknown, path: string): string {
  const found = typeof parent === "object" ? memberAt(parent, path) : parent;
  if (typeof found === "string" || typeof found === "number") return String(found);
  throw upstreamInvalid(`Could not read a parent: expected text or a number at "${path}". Check "parents".`);
}

function withParent(item: unknown, parent: object): unknown {
  const isObject = typeof item === "object" && item !== null && !Array.isArray(item);
  return isObject ? { ...item, ...parent } : { value: item, ...parent };
}
