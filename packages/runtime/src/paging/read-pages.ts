import { createHash } from "node:crypto";
import {
  type HttpAnswer,
  memberAt,
  type Page,
  type PageRequest,
  Pages,
  type PagesOptions,
  type Paging,
  upstreamInvalid,
} from "@wellhead/sdk";
import { planCall } from "../http/call-plan.js";
import type { HttpSession } from "../http/http-session.js";
import { noItems } from "../http/items/read-items.js";
import { readJson } from "../http/read-reply.js";

/** Maximum consecutive empty pages that point to a next one; after more the list is assumed to be endless. */
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
  const items = iteratePages(session, path, options);
  // Without a shape the author states the type; this code does not depend on it.
  if (shape === undefined) return new Pages(items as AsyncIterable<readonly Item[]>);
  return new Pages(items).map((item) => shape.read(item, "item"));
}

async function* iteratePages(
  session: () => HttpSession,
  path: string,
  options: PagesOptions,
): AsyncGenerator<readonly unknown[]> {
  const paging = options.paging ?? session().paging ?? singlePage;
  const control = new AbortController();
  const signal = AbortSignal.any([session().signal, control.signal]);
  const watch = new PageWatch(paging, options.maxPages ?? 10_000);
  const fetchPage = (request: PageRequest) => fetchOne(session(), request, { options, signal });
  let request = paging.first({
    path,
    query: options.query ?? {},
    ...(options.json && { json: options.json }),
  });
  let pending = fetchPage(request);
  try {
    for (let index = 0, seen = 0; ; index += 1) {
      const { answer, bytes, url } = await pending;
      const items = itemsOf(answer.body, options.items);
      seen += items.length;
      watch.note(items.length, bytes);
      const page: Page = {
        request,
        url,
        headers: answer.headers,
        body: answer.body,
        index,
        count: items.length,
        seen,
      };
      const step = paging.after(page);
      if ("next" in step) {
        watch.next(step.key, index);
        request = step.next;
        pending = fetchPage(request);
        // It is awaited in the next iteration; until then a failure must not count as unhandled.
        pending.catch(() => undefined);
      }
      if (items.length > 0) yield items;
      if ("end" in step) return;
    }
  } finally {
    control.abort();
  }
}

async function fetchOne(
  session: HttpSession,
  { path, query, json }: PageRequest,
  { options, signal }: { readonly options: PagesOptions; readonly signal: AbortSignal },
): Promise<FetchedPage> {
  const plan = planCall(
    { method: json === undefined ? "GET" : "POST", path, baseUrl: session.baseUrl },
    { query, json, headers: options.headers, idempotent: true },
  );
  const { answer, bytes } = await session.perform(plan, readJson(session), signal);
  return { answer, bytes, url: plan.url };
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

  constructor(paging: Paging, most: number) {
    this.#paging = paging;
    this.#maxPages = most;
  }

  /** Records a page; throws when an earlier page was identical and the paging forbids that. */
  note(count: number, bytes: Uint8Array): void {
    this.#empty = count === 0 ? this.#empty + 1 : 0;
    if (!this.#paging.repeatsAreFaults || count === 0) return;
    const digest = createHash("sha1").update(bytes).digest("base64");
    if (this.#digests.has(digest))
      throw this.#fault(
        "the same page was returned twice, so the source seems to ignore which page is requested",
      );
    this.#digests.add(digest);
  }

  /** Records the pointer to the next page; throws when it was seen before or when there are too many pages. */
  next(key: string, index: number): void {
    if (this.#empty > maxEmpty)
      throw this.#fault(`${this.#empty} empty pages in a row each announce another one`);
    if (this.#keys.has(key)) throw this.#fault("the same next page was announced twice");
    if (index + 1 >= this.#maxPages) throw this.#fault(`it has it has more than ${this.#maxPages} pages`);
    this.#keys.add(key);
  }

  #fault(found: string): Error {
    return upstreamInvalid(`Could not read a list by ${this.#paging.name}: ${found}.`);
  }
}
