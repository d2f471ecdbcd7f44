import {
  cursorInBody,
  cursorInHeader,
  linkHeader,
  nextUrlInBody,
  offset,
  type Paging,
  pageNumber,
} from "@wellhead/sdk";
import { type AnswerRaw, rawAnswer } from "@wellhead/test-support/upstream-faults/raw-upstream";

/** A list of an upstream, and how the upstream behaves. For tests. */
export interface ListUpstreamOptions {
  /** Number of items in the list when page `index` is requested. */
  readonly count: (index: number) => number;
  readonly size: number;
  /** Whether the last page still points to a next page, which is empty. */
  readonly pointerOnLast?: boolean;
  /** Whether every request returns the first page. */
  readonly repeats?: boolean;
  /** Whether all pages are empty and still point to a next one. */
  readonly hollow?: boolean;
  /** What happens to the first request for the second page. */
  readonly once?: "429" | "cut";
}

/** One kind of paging with an upstream that uses it. For tests. */
export interface ListKind {
  readonly paging: Paging;
  /** Creates the response with these items; `next` is where the next page starts. */
  readonly answer: (
    items: readonly unknown[],
    facts: { readonly next: number | undefined; readonly total: number; readonly path: string },
  ) => Buffer;
  /** Reads the position of the page from the query. */
  readonly start: (query: URLSearchParams, size: number) => number;
  /** Whether each page points to the next one. */
  readonly points: boolean;
}

const size = { parameter: "size", value: 2 };
const total = "total";

function body(items: readonly unknown[], more: object = {}): string {
  return JSON.stringify({ items, ...more });
}

/** The six kinds of paging, and the variants of the counted ones. */
export const listKinds: Readonly<Record<string, ListKind>> = {
  pageNumber: {
    paging: pageNumber({ size }),
    answer: (items) => rawAnswer(body(items)),
    start: (query, per) => (Number(query.get("page")) - 1) * per,
    points: false,
  },
  "pageNumber with total": {
    paging: pageNumber({ size, total, first: 0 }),
    answer: (items, facts) => rawAnswer(body(items, { total: facts.total })),
    start: (query, per) => Number(query.get("page")) * per,
    points: false,
  },
  "pageNumber with short page": {
    paging: pageNumber({ size, shortPageEnds: true }),
    answer: (items) => rawAnswer(body(items)),
    start: (query, per) => (Number(query.get("page")) - 1) * per,
    points: false,
  },
  offset: {
    paging: offset({ size }),
    answer: (items) => rawAnswer(body(items)),
    start: (query) => Number(query.get("offset")),
    points: false,
  },
  "offset with total in header": {
    paging: offset({ size, parameter: "startAt", total: "header:X-Total-Count" }),
    answer: (items, facts) => rawAnswer(body(items), [`x-total-count: ${facts.total}`]),
    start: (query) => Number(query.get("startAt")),
    points: false,
  },
  cursorInBody: {
    paging: cursorInBody({ cursor: "meta.next", size }),
    answer: (items, { next }) =>
      rawAnswer(body(items, { meta: { next: next === undefined ? null : `c${next}` } })),
    start: (query) => Number((query.get("cursor") ?? "c0").slice(1)),
    points: true,
  },
  "cursorInBody with more": {
    paging: cursorInBody({ cursor: "next", more: "has_more", size }),
    answer: (items, { next }) =>
      rawAnswer(body(items, { next: `c${next ?? 0}`, has_more: next !== undefined })),
    start: (query) => Number((query.get("cursor") ?? "c0").slice(1)),
    points: true,
  },
  nextUrlInBody: {
    paging: nextUrlInBody({ size }),
    answer: (items, { next, path }) =>
      rawAnswer(body(items, { next: next === undefined ? "" : `${path}?at=${next}` })),
    start: (query) => Number(query.get("at")),
    points: true,
  },
  linkHeader: {
    paging: linkHeader({ size }),
    answer: (items, { next, path }) =>
      rawAnswer(body(items), [
        `link: <${path}?at=0>; rel="first"${next === undefined ? "" : `, <${path}?at=${next}&a=1,2>; title="a, b"; rel="next last"`}`,
      ]),
    start: (query) => Number(query.get("at")),
    points: true,
  },
  cursorInHeader: {
    paging: cursorInHeader({ header: "X-Next", parameter: "after", size }),
    answer: (items, { next }) => rawAnswer(body(items), next === undefined ? [] : [`x-next: ${next}`]),
    start: (query) => Number(query.get("after")),
    points: true,
  },
};

/**
 * Creates an upstream that holds a list and pages it in one way. For tests.
 *
 * @param kind - The kind of paging
 * @param options - The list and the upstream's behaviour
 * @returns The function that responds to requests
 */
export function listUpstream(kind: ListKind, options: ListUpstreamOptions): AnswerRaw {
  let pages = 0;
  let spoilt = false;
  return (socket, { target, body: sent }) => {
    const url = new URL(target, "http://list.example");
    // The arguments of a list that is read by POST are in the body.
    const given =
      sent === "" ? url.searchParams : new URLSearchParams(JSON.parse(sent) as Record<string, string>);
    const start = options.repeats === true ? 0 : kind.start(given, options.size);
    if (start > 0 && options.once !== undefined && !spoilt) {
      spoilt = true;
      if (options.once === "429") socket.write(rawAnswer("{}", ["retry-after: 1"], "429 Slow"));
      else socket.end("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{");
      return;
    }
    const count = options.count(pages);
    pages += 1;
    const length = options.hollow === true ? 0 : Math.max(0, Math.min(options.size, count - start));
    const items = Array.from({ length }, (_, index) => ({ id: start + index }));
    const after = start + Math.max(length, options.hollow === true ? 1 : 0);
    const more = options.hollow === true || options.repeats === true || after < count;
    const pointer = more || (options.pointerOnLast === true && length > 0) ? after : undefined;
    socket.write(kind.answer(items, { next: pointer, total: count, path: url.pathname }));
  };
}
