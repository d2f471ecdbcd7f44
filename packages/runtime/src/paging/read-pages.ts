import {
  type PageRequest,
  Pages,
  type PagesOptions,
  type Paging,
  type Position,
  type PositionedBatch,
} from "@wellhead/sdk";
import { type CallMethod, planCall } from "../http/call-plan.js";
import type { HttpSession } from "../http/http-session.js";
import { readJson } from "../http/read-reply.js";
import { type FetchedPage, ListReading, type PagePosition } from "./list-reading.js";
import { ListRemarks } from "./list-remarks.js";

/** Paging of a list with one page. */
const singlePage: Paging = {
  name: "single page",
  repeatsAreFaults: false,
  first: (request) => request,
  after: () => ({ end: "no next page" }),
};

/**
 * Reads a list page by page. The next page is fetched while the caller processes the current one. Stops only on proof
 * of the end. A repeated page or cursor, too many empty pages and too many pages are errors.
 *
 * @param session - Returns the client of the request
 * @param path - Path of the list
 * @param options - Query, paging and where the items are
 * @returns The items, a batch per page
 */
export function readPages<Item>(
  session: () => HttpSession,
  path: string,
  options: PagesOptions<Item>,
): Pages<Item> {
  const { shape } = options;
  const pages = new Pages((position) => iteratePages(session, path, { options, position }));
  // Without a shape the author states the type; this code does not depend on it.
  if (shape === undefined) return pages as Pages<Item>;
  return pages.map((item) => shape.read(item, "item"));
}

async function* iteratePages(
  session: () => HttpSession,
  path: string,
  { options, position }: { readonly options: PagesOptions; readonly position: Position | undefined },
): AsyncGenerator<PositionedBatch<unknown>> {
  const paging = options.paging ?? session().paging ?? singlePage;
  const control = new AbortController();
  const signal = AbortSignal.any([session().signal, control.signal]);
  const first = (isAgain: boolean): PageRequest =>
    paging.first(firstRequest(path, options, isAgain ? options.again : undefined));
  // The platform returns the position sealed, so this function has created it.
  const start = position as PagePosition | undefined;
  const remarks = new ListRemarks({
    paging,
    isSinglePage: paging === singlePage,
    hasKeys: options.key !== undefined,
    onRemark: (sentence, { request: { json }, url }) => session().remark(sentence, methodOf(json), url),
  });
  const reading = new ListReading(paging, { options, start, first, remarks });
  const fetchNext = () =>
    fetchOne(session(), reading.request, { options, signal, endStatuses: reading.endStatuses });
  try {
    for (let pending = fetchNext(); ; ) {
      const { items: found, isEnded, isAgain } = reading.read(await pending);
      const items = isAgain && found.length > 0 ? await completed(found, options) : found;
      if (isEnded) {
        yield { items, after: undefined };
        return;
      }
      pending = fetchNext();
      // The failure is awaited in the next iteration. Until then, it must not count as unhandled.
      pending.catch(() => undefined);
      // The position consists of texts, numbers and the JSON of a request, which an interface does not show to the
      // compiler.
      yield { items, after: reading.position as unknown as Position };
    }
  } finally {
    control.abort();
  }
}

function firstRequest(
  path: string,
  { query = {}, json }: PagesOptions,
  again: PagesOptions["again"],
): PageRequest {
  return { path, query: { ...query, ...again?.query }, ...(json && { json: { ...json, ...again?.json } }) };
}

async function completed(items: readonly unknown[], { again }: PagesOptions): Promise<readonly unknown[]> {
  return again === undefined ? items : await again.complete(items);
}

/** A list with a body is read by POST. */
function methodOf(json: PageRequest["json"] | undefined): CallMethod {
  return json === undefined ? "GET" : "POST";
}

interface FetchOptions {
  readonly options: PagesOptions;
  readonly signal: AbortSignal;
  /** Statuses that mean that there is no such page. */
  readonly endStatuses: readonly number[];
}

/** Fetches a page; `undefined` when the upstream says that there is no such page. */
async function fetchOne(
  session: HttpSession,
  { path, query, json }: PageRequest,
  { options, signal, endStatuses }: FetchOptions,
): Promise<FetchedPage | undefined> {
  const plan = planCall(
    { method: methodOf(json), path, baseUrl: session.baseUrl },
    { query, json, headers: options.headers, idempotent: true },
  );
  const { parse, encoding } = options;
  const read = readJson(session, parse && { parse, encoding });
  return await session.perform(
    { ...plan, expectedStatuses: endStatuses },
    async (reply, clock) => {
      if (!endStatuses.includes(reply.status)) return { answer: await read(reply, clock), url: plan.url };
      clock.end();
      reply.drop();
      return undefined;
    },
    signal,
  );
}
