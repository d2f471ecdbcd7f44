import {
  cursorInBody,
  linkHeader,
  offset,
  type Page,
  type PagesOptions,
  type Paging,
  pageNumber,
} from "@wellhead/sdk";
import {
  type AnswerRaw,
  type RawUpstream,
  rawAnswer,
  startRawUpstream,
} from "@wellhead/test-support/upstream-faults/raw-upstream";
import { afterEach, describe, expect, it } from "vitest";
import { openTestHttp } from "../../test/open-test-http.js";
import { ListRemarks } from "./list-remarks.js";

let upstream: RawUpstream | undefined;

afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

/** Reads a list and returns what the log says about it. */
async function remarksOn(answer: AnswerRaw, options: PagesOptions = {}): Promise<readonly string[]> {
  upstream = await startRawUpstream(answer);
  const { http, lines } = openTestHttp({ definition: { baseUrl: upstream.url } });
  for await (const batch of http.pages("list", options)) void batch;
  return lines
    .map((line) => (JSON.parse(line) as readonly string[])[0] ?? "")
    .filter((text) => text.startsWith("A list"));
}

/** Answers each page with a body and headers. */
function pagesOf(
  ...pages: ReadonlyArray<{ readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }>
): AnswerRaw {
  return (socket, { index }) => {
    const { body, headers = {} } = pages[index] ?? { body: [] };
    socket.write(rawAnswer(JSON.stringify(body), linesOf(headers)));
  };
}

function linesOf(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

const items = [{ id: 1 }, { id: 2 }];
const next = { link: '<https://api.example/list?page=2>; rel="next"' };

describe("a list that is read as one page", () => {
  it.each([
    [{ body: items, headers: next }, 'the header Link with rel="next"', "linkHeader()"],
    [{ body: items, headers: { "x-next-cursor": "c2" } }, "the header x-next-cursor", "cursorInHeader("],
    [
      { body: { items, links: { next: "/list?page=2" } } },
      '"links.next"',
      'nextUrlInBody({ next: "links.next" })',
    ],
    [{ body: { items, _links: { next: { href: "/list?page=2" } } } }, '"_links.next.href"', "nextUrlInBody("],
    [{ body: { items, "@odata.nextLink": "https://a.example/" } }, '"@odata.nextLink"', "nextUrlInBody("],
    [{ body: { items, meta: { next_cursor: "c2" } } }, '"meta.next_cursor"', "cursorInBody("],
    [{ body: { items, paging: { next: { after: "c2" } } } }, '"paging.next.after"', "cursorInBody("],
    [{ body: { items, page: { after: "c2" } } }, '"page.after"', 'cursorInBody({ cursor: "page.after" })'],
    [{ body: { items, total: { value: 3, relation: "eq" } } }, '3 in "total.value"', "one page of 2 items"],
    [{ body: { items, nextPageToken: "t" } }, '"nextPageToken"', "cursorInBody("],
    [{ body: { items, pageInfo: { hasNextPage: true } } }, '"pageInfo.hasNextPage": true', "Set its paging."],
    [{ body: { items, isLast: false } }, '"isLast": false', "Set its paging."],
    [{ body: { items, meta: { total: 3 } } }, '3 in "meta.total"', "one page of 2 items"],
    [
      { body: { items }, headers: { "x-total-count": "3" } },
      "3 in the header x-total-count",
      "one page of 2 items",
    ],
  ])("is remarked where its response announces more: %j", async (page, place, advice) => {
    const options = Array.isArray(page.body) ? {} : { items: "items" };
    const remarks = await remarksOn(pagesOf(page), options);
    expect(remarks).toHaveLength(1);
    expect(remarks[0]).toContain("A list may be incomplete: GET /list ");
    expect(remarks[0]).toContain(place);
    expect(remarks[0]).toContain(advice);
  });

  it.each([
    { items },
    { items, next: null, total: 2 },
    { items, next: "", has_more: false },
    // The flag says more than a cursor, which may be for changes.
    { items, next_cursor: "c2", has_more: false },
    // The last page has this cursor, too.
    { items, paging: { cursors: { after: "c2" } } },
    { items, after: "c2", value: 9 },
    { items, has_more: "yes", next: {}, total: "3" },
    // Members of items are not about the list.
    { items: [{ id: 1, next: "/list/2", total: 9 }] },
  ])("is not remarked otherwise: %j", async (body) => {
    expect(await remarksOn(pagesOf({ body }), { items: "items" })).toEqual([]);
  });

  it("is remarked five times at most per request", async () => {
    upstream = await startRawUpstream(
      pagesOf(...Array.from({ length: 9 }, () => ({ body: items, headers: next }))),
    );
    const { http, lines } = openTestHttp({ definition: { baseUrl: upstream.url } });
    for (let list = 0; list < 9; list += 1) for await (const batch of http.pages("list")) void batch;
    expect(lines.filter((line) => line.includes("may be incomplete"))).toHaveLength(5);
  });
});

describe("a list that is read by pages", () => {
  it("is remarked where its paging ends before the response says so", async () => {
    const size = { parameter: "per_page", value: 100 };
    const short = await remarksOn(pagesOf({ body: items, headers: next }), {
      paging: pageNumber({ size, shortPageEnds: true }),
    });
    expect(short[0]).toContain("because the paging by page number found the end (short page)");
    const total = await remarksOn(pagesOf({ body: { items, total: 9 } }), {
      items: "items",
      paging: cursorInBody({ cursor: "meta.after" }),
    });
    expect(total[0]).toContain('GET /list announces 9 items in "total", and the list ended after 2');
  });

  it("is not remarked where an empty page or a flag of the paging ends it", async () => {
    const empty = pagesOf({ body: items, headers: next }, { body: [], headers: next });
    expect(await remarksOn(empty, { paging: pageNumber() })).toEqual([]);
    const flag = pagesOf({ body: { items, next_cursor: "c2", more: { pages: false } } });
    const paging = cursorInBody({ cursor: "next_cursor", more: "more.pages" });
    expect(await remarksOn(flag, { items: "items", paging })).toEqual([]);
    const followed: AnswerRaw = (socket, { index, head }) => {
      const host = /^host: (\S+)/im.exec(head)?.[1];
      const link = index === 0 ? { link: `<http://${host}/list?page=2>; rel="next"` } : {};
      socket.write(rawAnswer(JSON.stringify(items), linesOf(link)));
    };
    expect(await remarksOn(followed, { paging: linkHeader() })).toEqual([]);
  });
});

describe("a list with shorter pages than requested", () => {
  const pages: AnswerRaw = (socket, { target }) => {
    const { searchParams } = new URL(target, "http://list.example");
    const all = Array.from({ length: 11 }, (_, id) => ({ id }));
    const asked = Math.min(4, Number(searchParams.get("per_page")));
    const start = (Number(searchParams.get("page")) - 1) * asked;
    socket.write(rawAnswer(JSON.stringify(all.slice(start, start + asked))));
  };
  const by = (value: number) => pageNumber({ size: { parameter: "per_page", value } });

  it("is remarked once, with what to request, where it is read twice for that reason", async () => {
    const remarks = await remarksOn(pages, { paging: by(40), key: "id" });
    expect(remarks).toEqual([
      'A list is read twice: the pages of GET /list have 4 items, and 40 were requested with "per_page", so that the pages cannot overlap. If 4 is the maximum of the API, request 4.',
    ]);
  });

  it("is not remarked where the paging knows that items are left out", async () => {
    const plain = by(40);
    const after: Paging["after"] = (page) => {
      const step = plain.after(page);
      return "end" in step ? step : { ...step, start: 5 * (page.index + 1) };
    };
    expect(await remarksOn(pages, { paging: { ...plain, after }, key: "id" })).toEqual([]);
  });

  it("is not remarked without keys, or where its pages are as long as requested", async () => {
    expect(await remarksOn(pages, { paging: by(40) })).toEqual([]);
    expect(await remarksOn(pages, { paging: by(4), key: "id" })).toEqual([]);
    const counted = offset({ parameter: "page", size: { parameter: "per_page", value: 4 } });
    expect(await remarksOn(pagesOf({ body: items }, { body: [] }), { paging: counted, key: "id" })).toEqual(
      [],
    );
  });
});

describe("`ListRemarks`", () => {
  const counted = pageNumber({ size: { parameter: "per_page", value: 40 } });

  /** What a page has. Default: 4 items, none of which was read before, of 40 that were requested. */
  interface GivenPage {
    readonly length?: number;
    readonly count?: number;
    readonly asked?: string | undefined;
  }

  /** Notes pages and returns the remarks, with the index of the page that shows each. */
  function remarksOf(pages: readonly GivenPage[], { paging = counted, hasKeys = true } = {}) {
    const remarks: (readonly [index: number, sentence: string])[] = [];
    const onRemark = (sentence: string, { index }: Page) => remarks.push([index, sentence]);
    const list = new ListRemarks({ paging, isSinglePage: false, hasKeys, onRemark });
    for (const [index, page] of pages.entries()) {
      const { length = 4, count = length } = page;
      const asked = "asked" in page ? page.asked : "40";
      const query = { page: index, ...(asked !== undefined && { per_page: asked }) };
      const url = new URL("http://list.example/list");
      list.note(
        { request: { path: "list", query }, url, headers: {}, body: [], index, length, count, seen: length },
        { next: { path: "list", query }, key: String(index) },
      );
    }
    return remarks;
  }

  it("says once, at the second page, that pages are shorter than requested", () => {
    const remarks = remarksOf([{}, {}, {}, {}]);
    expect(remarks).toEqual([
      [1, expect.stringContaining('have 4 items, and 40 were requested with "per_page"')],
    ]);
  });

  it.each([
    ["GET", { path: "list", query: {} }],
    ["POST", { path: "list", query: {}, json: {} }],
  ] as const)("names a list by %s and at most 200 characters of its path", (method, request) => {
    const named = [200, 201].map((length) => {
      const sentences: string[] = [];
      const list = new ListRemarks({
        paging: counted,
        isSinglePage: true,
        hasKeys: false,
        onRemark: (sentence) => sentences.push(sentence),
      });
      const url = new URL(`http://list.example/${"a".repeat(length - 1)}`);
      const page = { request, url, headers: {}, body: { next: "c" }, index: 0, length: 1, count: 1, seen: 1 };
      list.note(page, { end: "no next page" });
      return / list may be incomplete: (\S+ \S+) was/.exec(sentences.join())?.[1];
    });
    expect(named).toEqual([`${method} /${"a".repeat(199)}`, `${method} /${"a".repeat(199)}…`]);
  });

  it.each<[string, readonly GivenPage[], { paging?: Paging; hasKeys?: boolean }?]>([
    ["items have no keys", [{}, {}], { hasKeys: false }],
    ["pages are not found by their number", [{}, {}], { paging: cursorInBody({ cursor: "next" }) }],
    ["pages are as long as requested", [{ asked: "4" }, { asked: "4" }]],
    ["pages are longer than requested", [{ asked: "3" }, { asked: "3" }]],
    ["no number was requested", [{ asked: undefined }, { asked: undefined }]],
    ["what was requested is not a number", [{ asked: "max40" }, { asked: "40max" }]],
    ["what was requested starts with a number", [{ asked: "40max" }, { asked: "40max" }]],
    ["what was requested ends with a number", [{ asked: "max40" }, { asked: "max40" }]],
    ["pages overlap", [{}, { count: 3 }]],
    ["the second page is the last", [{}, { length: 3 }]],
    ["pages are empty", [{ length: 0 }, { length: 0 }]],
  ])("says nothing where %s", (_what, pages, options) => {
    expect(remarksOf(pages, options)).toEqual([]);
  });
});
