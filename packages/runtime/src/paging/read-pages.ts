import { createHash } from "node:crypto";
import {
  type HttpAnswer,
  memberAt,
  type PageRequest,
  Pages,
  type PagesOptions,
  type Paging,
  type Position,
  type PositionedBatch,
  upstreamInvalid,
} from "@wellhead/sdk";
import { planCall } from "../http/call-plan.js";
import type { HttpSession } from "../http/http-session.js";
import { noItems } from "../http/items/read-items.js";
import { readJson } from "../http/read-reply.js";

/**
 * Maximum number of consecutive empty pages that point to a next one. After that, the list is assumed to be endless.
 */
const maxEmpty = 3;

/** Paging of a list with one page. */
const singlePage: Paging = {
  name: "single page",
  repeatsAreFaults: false,
  first: (request) => request,
  after: () => ({ end: "no next page" }),
};

interface FetchedPage {
  readonly answer: HttpAnswer;
  readonly bytes: Uint8Array;
  readonly url: URL;
}

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

/** The position after a page: the request of the next page, and the data that detects a repeated or last page. */
interface PagePosition {
  readonly request: PageRequest;
  /** Key of the request. */
  readonly key: string;
  /** Number of the next page, from 0. */
  readonly index: number;
  /** Number of items before it. */
  readonly seen: number;
  /** Digest of the page before it. */
  readonly digest: string;
}

async function* iteratePages(
  session: () => HttpSession,
  path: string,
  { options, position }: { readonly options: PagesOptions; readonly position: Position | undefined },
): AsyncGenerator<PositionedBatch<unknown>> {
  const paging = options.paging ?? session().paging ?? singlePage;
  const control = new AbortController();
  const signal = AbortSignal.any([session().signal, control.signal]);
  // The platform returns the position sealed, so this function has created it.
  const start = position as PagePosition | undefined;
  const watch = new PageWatch(paging, { maxPages: options.maxPages ?? 10_000, start });
  const { endStatuses = [] } = paging;
  const fetchPage = (request: PageRequest, statuses: readonly number[]) =>
    fetchOne(session(), request, { options, signal, endStatuses: statuses });
  let request = start?.request ?? paging.first(firstRequest(path, options));
  let pending = fetchPage(request, start === undefined ? [] : endStatuses);
  let seen = start?.seen ?? 0;
  try {
    for (let index = start?.index ?? 0; ; index += 1) {
      const page = await pending;
      if (page === undefined) {
        yield { items: [], after: undefined };
        return;
      }
      const { answer, bytes, url } = page;
      const items = itemsOf(answer.body, options.items);
      seen += items.length;
      const digest = watch.note(items.length, bytes);
      const { headers, body } = answer;
      const step = paging.after({ request, url, headers, body, index, count: items.length, seen });
      if ("end" in step) {
        yield { items, after: undefined };
        return;
      }
      watch.next(step.key, index);
      request = step.next;
      pending = fetchPage(request, endStatuses);
      // The failure is awaited in the next iteration. Until then, it must not count as unhandled.
      pending.catch(() => undefined);
      const after: PagePosition = { request, key: step.key, index: index + 1, seen, digest };
      // The position consists of texts, numbers and the JSON of a request, which an interface does not show to the
      // compiler.
      yield { items, after: after as unknown as Position };
    }
  } finally {
    control.abort();
  }
}

function firstRequest(path: string, { query = {}, json }: PagesOptions): PageRequest {
  return { path, query, ...(json && { json }) };
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
    { method: json === undefined ? "GET" : "POST", path, baseUrl: session.baseUrl },
    { query, json, headers: options.headers, idempotent: true },
  );
  const read = readJson(session, options.parse);
  return await session.perform(
    { ...plan, expectedStatuses: endStatuses },
    async (reply, clock) => {
      if (!endStatuses.includes(reply.status)) return { ...(await read(reply, clock)), url: plan.url };
      clock.end();
      reply.drop();
      return undefined;
    },
    signal,
  );
}

function itemsOf(body: unknown, place: PagesOptions["items"]): readonly unknown[] {
  const found = typeof place === "function" ? place(body) : memberAt(body, place ?? "");
  if (Array.isArray(found)) return found;
  throw noItems(found, typeof place === "string" ? place : "");
}

/** Detects the ways in which a list never ends. */
class PageWatch {
  readonly #paging: Paging;
  readonly #maxPages: number;
  readonly #keys = new Set<string>();
  readonly #digests = new Set<string>();
  #empty = 0;

  /**
   * @param paging - The paging
   * @param options - Maximum number of pages, and where the reading began; default: at the first page
   */
  constructor(
    paging: Paging,
    { maxPages, start }: { readonly maxPages: number; readonly start: PagePosition | undefined },
  ) {
    this.#paging = paging;
    this.#maxPages = maxPages;
    if (start === undefined) return;
    this.#keys.add(start.key);
    this.#digests.add(start.digest);
  }

  /** Records a page and returns its digest; throws when an earlier page was identical and the paging forbids that. */
  note(count: number, bytes: Uint8Array): string {
    this.#empty = count === 0 ? this.#empty + 1 : 0;
    if (!this.#paging.repeatsAreFaults || count === 0) return "";
    const digest = createHash("sha1").update(bytes).digest("base64");
    if (this.#digests.has(digest))
      throw this.#fault(
        "the same page was returned twice, so the source seems to ignore which page is requested",
      );
    this.#digests.add(digest);
    return digest;
  }

  /** Records the pointer to the next page; throws when it was seen before or when there are too many pages. */
  next(key: string, index: number): void {
    if (this.#empty > maxEmpty)
      throw this.#fault(`${this.#empty} empty pages in a row each announce another one`);
    if (this.#keys.has(key)) throw this.#fault("the same next page was announced twice");
    if (index + 1 >= this.#maxPages) throw this.#fault(`it has more than ${this.#maxPages} pages`);
    this.#keys.add(key);
  }

  #fault(found: string): Error {
    return upstreamInvalid(`Could not read a list by ${this.#paging.name}: ${found}.`);
  }
}
