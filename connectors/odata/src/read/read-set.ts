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
import type { SetModel } from "../metadata/model.js";
import { keyPages, orderedKey } from "./key-pages.js";
import { countsRows, followLinks, nextRelated } from "./next-link.js";
import { type QueryOptions, setAddress } from "./set-address.js";

/** An entity set, and how it is reached. */
export interface ReachedSet {
  readonly http: Http;
  /** Root of the service. */
  readonly root: string;
  readonly set: SetModel;
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
  const { http } = reached;
  const { expand = [] } = query;
  for await (const { items, url } of readPages(reached, query)) {
    const entities = items.filter((item): item is object => typeof item === "object" && item !== null);
    if (entities.length < items.length)
      throw upstreamInvalid("Could not read the set: expected objects in its value, got another value.");
    const whole: object[] = [];
    for (const entity of entities) whole.push(await withAllRelated(http, entity, { expand, url }));
    yield whole;
  }
}

/** Entities of a page, and its URL. */
interface SetPage {
  readonly items: readonly unknown[];
  readonly url: URL | undefined;
}

async function* readPages({ http, root, set }: ReachedSet, query: SetQuery): AsyncGenerator<SetPage> {
  const { filter, order, select = [], expand = [], limit } = query;
  const asked = {
    $select: select.length === 0 ? undefined : [...new Set([...set.type.key, ...select])].join(","),
    $expand: expand.length === 0 ? undefined : expand.join(","),
  };
  const addressOf = (options: QueryOptions) => setAddress(root, set.name, { ...asked, ...options });
  const headers = { prefer: `odata.maxpagesize=${Math.min(limit ?? pageSize, pageSize)}` };
  const list = new NotedPages(({ count }) => limit === undefined || limit > count);
  const address = addressOf({ $filter: filter, $orderby: order });
  for await (const items of http.pages(address, { headers, items: "value", paging: list.paging })) {
    if (list.countsRows) break;
    yield { items, url: list.url };
  }
  if (!list.countsRows) return;
  const key = orderedKey(set.type);
  if (key === undefined || order !== undefined) throw countedFault(order);
  const paging = keyPages(key, filter, addressOf);
  for await (const items of http.pages(address, { headers, items: "value", paging }))
    yield { items, url: new URL(address) };
}

/** Follows the links of the service, and stops after the first page when they count rows and more rows are needed. */
class NotedPages {
  /** URL of the last page. */
  url: URL | undefined;
  countsRows = false;
  readonly paging: Paging;

  constructor(needsMore: (page: Page) => boolean) {
    const after = (page: Page): PageStep => {
      this.url = page.url;
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

/** Reads the related entities that are not on the page. */
async function withAllRelated(
  http: Http,
  entity: object,
  { expand, url }: { readonly expand: readonly string[]; readonly url: URL | undefined },
): Promise<object> {
  const more: Record<string, readonly unknown[]> = {};
  for (const name of expand) {
    const link = nextRelated(entity, name);
    if (link === undefined) continue;
    const next = URL.canParse(link, url?.href) ? new URL(link, url?.href) : undefined;
    if (next === undefined || next.origin !== url?.origin)
      throw upstreamInvalid(`Could not read the entities in "${name}": the next page is not at the service.`);
    const found = memberAt(entity, name);
    const onPage: readonly unknown[] = Array.isArray(found) ? found : [];
    const all = [...onPage];
    for await (const items of http.pages(next.href, { items: "value", paging: followLinks }))
      all.push(...items);
    more[name] = all;
  }
  return { ...entity, ...more };
}
