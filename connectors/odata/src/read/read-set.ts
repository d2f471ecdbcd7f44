import {
  type Http,
  inputInvalid,
  memberAt,
  type Page,
  type PageStep,
  type Paging,
  upstreamInvalid,
} from "@wellhead/sdk";
import { optionIds } from "../filter/set-filter.js";
import type { ServiceModel, SetModel, TypeModel } from "../metadata/model.js";
import { keyPages, orderedKey } from "./key-pages.js";
import { announcesMore, countsRows, followLinks } from "./next-link.js";
import { type QueryOptions, relatedAddress, setAddress } from "./set-address.js";

/** An entity set, and how it is reached. */
export interface ReachedSet {
  readonly http: Http;
  /** Root of the service. */
  readonly root: string;
  readonly set: SetModel;
  /** Types by qualified name. */
  readonly types: ServiceModel["types"];
}

/** What is read of an entity set. */
export interface SetQuery {
  /** Condition. Default: none. */
  readonly filter?: string | undefined;
  /** Order that a person has chosen. Default: that of the service. */
  readonly order?: string | undefined;
  readonly select?: readonly string[] | undefined;
  readonly expand?: readonly string[] | undefined;
  /** Number of rows that are needed. Default: all. */
  readonly limit?: number | undefined;
}

/** Number of entities that a page should have. */
const pageSize = 1000;

/**
 * Reads the entities of a set. It follows the links of the service, unless they count rows: then it pages by the key.
 *
 * @param reached - The set
 * @param query - What is read
 * @returns The entities, in batches
 * @throws ConnectorError `upstream_invalid` when the set cannot be read without the risk of losing rows
 */
export async function* readSet(reached: ReachedSet, query: SetQuery): AsyncGenerator<readonly object[]> {
  const { expand = [] } = query;
  for await (const items of readPages(reached, query)) {
    const entities = items.filter((item): item is object => typeof item === "object" && item !== null);
    if (entities.length < items.length)
      throw upstreamInvalid("Could not read the set: expected objects in its value, got another value.");
    const whole: object[] = [];
    for (const entity of entities) whole.push(await withAllRelated(reached, entity, expand));
    yield whole;
  }
}

async function* readPages(
  { http, root, set }: ReachedSet,
  query: SetQuery,
): AsyncGenerator<readonly unknown[]> {
  const { filter, order, select = [], expand = [], limit } = query;
  const asked = {
    $select: select.length === 0 ? undefined : [...new Set([...set.type.key, ...select])].join(","),
    $expand: expand.length === 0 ? undefined : expand.join(","),
  };
  const addressOf = (options: QueryOptions) => setAddress(root, set.name, { ...asked, ...options });
  const headers = { prefer: `odata.maxpagesize=${Math.min(limit ?? pageSize, pageSize)}` };
  const list = new NotedPages(({ count }) => limit === undefined || limit > count);
  const address = addressOf({ $filter: filter, $orderby: order });
  for await (const items of http.pages(address, {
    headers,
    items: "value",
    paging: list.paging,
    key: keyReader(set.type),
  })) {
    if (list.countsRows) break;
    yield items;
  }
  if (!list.countsRows) return;
  const key = orderedKey(set.type);
  if (key === undefined || order !== undefined) throw countedFault(order);
  const paging = keyPages(key, filter, addressOf);
  yield* http.pages(address, { headers, items: "value", paging });
}

/**
 * Creates a function that returns the key of an entity as text. Nothing is specified about the order of a set, or of what
 * the token in a link consists, so a set of several pages is read again until it stays the same.
 */
function keyReader(type: TypeModel | undefined): ((item: unknown) => string | undefined) | undefined {
  const names = type?.key ?? [];
  const isKnown = names.every((name) => type?.properties.some((one) => one.name === name));
  if (names.length === 0 || !isKnown) return undefined;
  return (item) => {
    const values = names.map((name) => memberAt(item, name));
    return values.includes(undefined) ? undefined : JSON.stringify(values);
  };
}

/** Follows the links of the service, and stops after the first page when they count rows and more rows are needed. */
class NotedPages {
  countsRows = false;
  readonly paging: Paging;

  constructor(needsMore: (page: Page) => boolean) {
    const after = (page: Page): PageStep => {
      const step = followLinks.after(page);
      this.countsRows = page.index === 0 && !("end" in step) && countsRows(page) && needsMore(page);
      return this.countsRows ? { end: "no further page" } : step;
    };
    this.paging = { ...followLinks, after };
  }
}

function countedFault(order: string | undefined): Error {
  const reason = "the service continues a page by the number of rows before it, so rows could be lost";
  if (order === undefined)
    return upstreamInvalid(`Could not read the set: ${reason}, and the set has no key that can be ordered.`);
  return inputInvalid(`Could not read the set in this order: ${reason}. Leave the order empty.`, {
    field: optionIds.order,
  });
}

/**
 * Completes the related entities of an entity. A list of which only a part is on the page is read from its start, because
 * the remaining part may move in the meantime.
 */
async function withAllRelated(
  { http, root, set, types }: ReachedSet,
  entity: object,
  expand: readonly string[],
): Promise<object> {
  const more: Record<string, readonly unknown[]> = {};
  for (const name of expand.filter((one) => announcesMore(entity, one))) {
    const related = set.type.navigation.find((one) => one.name === name)?.type ?? "";
    const pages = http.pages(relatedAddress(root, set, { entity, name }), {
      items: "value",
      paging: followLinks,
      key: keyReader(types.get(related)),
    });
    const all: unknown[] = [];
    for await (const items of pages) all.push(...items);
    more[name] = all;
  }
  return { ...entity, ...more };
}
