import type { UpstreamAnswer, UpstreamRequest } from "@wellhead/runtime/testing";
import { afterEach, describe, expect, it } from "vitest";
import type { PagingConfig } from "../config/paging-config.js";
import { type ServedRest, serveRest, type TestSource } from "./serve-rest.js";

let served: ServedRest | undefined;

afterEach(async () => {
  await served?.close();
  served = undefined;
});

/** Serves a source of an API, and returns a function that reads its rows. */
async function serve(...given: Parameters<typeof serveRest>): Promise<ServedRest["read"]> {
  served = await serveRest(...given);
  return served.read;
}

const items = Array.from({ length: 7 }, (_, index) => ({ id: index + 1 }));
const list: TestSource = { path: "list", items: "data" };

/** Answers with three items from a position, and whatever announces the next page. */
function pageFrom(start: number, announce: (end: number) => object): UpstreamAnswer {
  const end = Math.min(items.length, start + 3);
  return { body: { data: items.slice(start, end), ...announce(end) } };
}

const hasMore = (end: number) => end < items.length;

describe("names with dots and JSON Pointers", () => {
  it.each<readonly [string, PagingConfig, (end: number, base: string) => object]>([
    [
      "@odata.nextLink",
      { kind: "nextUrlInBody", next: "@odata.nextLink", optional: true },
      (end, base) => (hasMore(end) ? { "@odata.nextLink": `${base}/list?at=${end}` } : {}),
    ],
    [
      "page.next as one name",
      { kind: "cursorInBody", cursor: "page.next", parameter: "at" },
      (end) => ({ "page.next": hasMore(end) ? end : null, page: { size: 3 } }),
    ],
    [
      "page.next as a path",
      { kind: "cursorInBody", cursor: "page.next", parameter: "at" },
      (end) => ({ page: { next: hasMore(end) ? end : null } }),
    ],
    [
      "a JSON Pointer",
      { kind: "cursorInBody", cursor: "/page~1next/1", parameter: "at" },
      (end) => ({ "page/next": [0, hasMore(end) ? end : null] }),
    ],
    [
      "@odata.count",
      { kind: "offset", parameter: "at", total: "@odata.count" },
      () => ({ "@odata.count": 7 }),
    ],
  ])("are followed: %s", async (_name, paging, announce) => {
    const read = await serve({ ...list, paging }, ({ url }) =>
      pageFrom(Number(url.searchParams.get("at") ?? 0), (end) => announce(end, url.origin)),
    );
    expect(await read()).toEqual({ status: 200, body: items });
    expect(served?.upstream.requests).toHaveLength(3);
  });
});

/** Answers by page number; `past` answers after the last page. */
function numbered(past: UpstreamAnswer, announce: (end: number) => object = () => ({})) {
  return ({ url }: UpstreamRequest): UpstreamAnswer => {
    const page = Number(url.searchParams.get("page") ?? 1);
    return page > 3 ? past : pageFrom(page * 3 - 3, announce);
  };
}

describe("a list that does not announce its next page", () => {
  it.each([400, 404, 410, 416, 422])("ends with %d where the file says so", async (status) => {
    const paging: PagingConfig = { kind: "pageNumber", endStatuses: [status] };
    const read = await serve({ ...list, paging }, numbered({ status, body: { error: "no such page" } }));
    expect(await read()).toEqual({ status: 200, body: items });
  });

  it("does not end with a status of its first page, or with another status", async () => {
    const paging: PagingConfig = { kind: "pageNumber", endStatuses: [404] };
    let read = await serve({ ...list, paging }, () => ({ status: 404, body: {} }));
    expect(await read()).toMatchObject({ status: 400 });
    await served?.close();
    read = await serve({ ...list, paging }, numbered({ status: 400, body: {} }));
    const { body } = await read();
    expect(JSON.stringify(body)).toMatch(/__streamError/);
  });

  it.each<readonly [string, PagingConfig, UpstreamAnswer["headers"]]>([
    ["pages", { kind: "pageNumber", pages: "meta.pages" }, {}],
    ["header:X-Total-Pages", { kind: "pageNumber", pages: "header:X-Total-Pages" }, { "x-total-pages": "3" }],
  ])("ends with the number of pages at %s", async (_place, paging, headers) => {
    const answer = numbered({ status: 500, body: {} }, () => ({ meta: { pages: 3 } }));
    const read = await serve({ ...list, paging }, (request) => ({
      ...answer(request),
      ...(headers && { headers }),
    }));
    expect(await read()).toEqual({ status: 200, body: items });
    expect(served?.upstream.requests).toHaveLength(3);
  });

  it("is not cut off where a page before the last has no items or the number of pages is missing", async () => {
    const paging: PagingConfig = { kind: "pageNumber", pages: "meta.pages" };
    let read = await serve({ ...list, paging }, () => ({ body: { data: [], meta: { pages: 2 } } }));
    expect(await read()).toMatchObject({ status: 502, body: { error: /expected 2 pages/ } });
    await served?.close();
    read = await serve({ ...list, paging }, () => ({ body: { data: [], meta: {} } }));
    expect(await read()).toMatchObject({ status: 502, body: { error: /number of pages at "meta.pages"/ } });
  });

  it("is read to its empty page where the number of pages is smaller than that of a page with items", async () => {
    const paging: PagingConfig = { kind: "pageNumber", pages: "meta.pages" };
    const answer = numbered({ body: { data: [], meta: { pages: 0 } } }, () => ({ meta: { pages: 0 } }));
    const read = await serve({ ...list, paging }, answer);
    expect(await read()).toEqual({ status: 200, body: items });
  });

  it("is read whole by short pages although the API allows fewer items than requested", async () => {
    const size = { parameter: "n", value: 100 };
    const paging: PagingConfig = { kind: "pageNumber", size, shortPageEnds: true };
    const read = await serve({ ...list, paging }, numbered({ status: 500, body: {} }));
    expect(await read()).toEqual({ status: 200, body: items });
    expect(served?.upstream.requests).toHaveLength(3);
  });

  it("ends after one short page when the API refuses a second", async () => {
    const size = { parameter: "n", value: 100 };
    const paging: PagingConfig = { kind: "pageNumber", size, shortPageEnds: true };
    const read = await serve({ ...list, paging }, ({ url }) =>
      url.searchParams.get("page") === "1" ? { body: { data: items } } : { status: 404, body: {} },
    );
    expect(await read()).toEqual({ status: 200, body: items });
  });

  it("is not cut off by a short page before the total is reached", async () => {
    const paging: PagingConfig = { kind: "offset", total: "total", shortPageEnds: true };
    const pages: Readonly<Record<string, readonly unknown[]>> = {
      0: items.slice(0, 3),
      3: items.slice(3, 4),
      4: items.slice(4),
    };
    const read = await serve({ ...list, paging }, ({ url }) => ({
      body: { data: pages[url.searchParams.get("offset") ?? ""] ?? [], total: items.length },
    }));
    expect(await read()).toEqual({ status: 200, body: items });
  });

  it.each([[items.length], [3]])(
    "reads beyond a total that stops counting at 3, of which %i are stated",
    async (total) => {
      const paging: PagingConfig = { kind: "offset", total: "total", totalStopsAt: 3 };
      const read = await serve({ ...list, paging }, ({ url }) =>
        pageFrom(Number(url.searchParams.get("offset") ?? 0), () => ({ total })),
      );
      expect(await read()).toEqual({ status: 200, body: items });
    },
  );

  it("continues after the id of its last item", async () => {
    const paging: PagingConfig = { kind: "lastItem", value: "id", parameter: "after" };
    const read = await serve({ ...list, paging }, ({ url }) =>
      pageFrom(Number(url.searchParams.get("after") ?? 0), () => ({})),
    );
    expect(await read()).toEqual({ status: 200, body: items });
  });

  it("continues after the sort values of its last item, in the body", async () => {
    const source: TestSource = {
      path: "search",
      body: { size: 3 },
      items: "hits.hits",
      paging: { kind: "lastItem", value: "sort", parameter: "search_after" },
      fields: { id: { type: "number", path: "_source.id" } },
    };
    const read = await serve(source, ({ body }) => {
      const { search_after: after } = JSON.parse(body) as { search_after?: [string, number] };
      const start = after?.[1] ?? 0;
      const hits = items.slice(start, start + 3).map((one) => ({ _source: one, sort: ["a", one.id] }));
      return { body: { hits: { hits } } };
    });
    expect(await read()).toEqual({ status: 200, body: items });
  });

  it("sends an array that the body announces back as an array", async () => {
    const source: TestSource = {
      ...list,
      body: {},
      paging: { kind: "cursorInBody", cursor: "next", parameter: "/from.it/after" },
    };
    const read = await serve(source, ({ body }) => {
      const { "from.it": from } = JSON.parse(body) as { "from.it"?: { after: [number, null] } };
      return pageFrom(from?.after[0] ?? 0, (end) => ({ next: hasMore(end) ? [end, null] : null }));
    });
    expect(await read()).toEqual({ status: 200, body: items });
  });

  it("is an error where a page could end between items with the same value", async () => {
    const paging: PagingConfig = { kind: "lastItem", value: "day", parameter: "after" };
    const days = [1, 2, 2, 3].map((day, id) => ({ id, day }));
    const read = await serve({ ...list, paging }, ({ url }) => {
      const after = Number(url.searchParams.get("after") ?? 0);
      return { body: { data: days.filter(({ day }) => day > after).slice(0, 3) } };
    });
    expect(await read()).toMatchObject({ status: 502, body: { error: /the same value at "day"/ } });
  });

  it("is an error when its last item has no such value, or is the same again", async () => {
    const paging: PagingConfig = { kind: "lastItem", value: "key", parameter: "after" };
    let read = await serve({ ...list, paging }, () => pageFrom(0, () => ({})));
    expect(await read()).toMatchObject({ status: 502, body: { error: /at "key" of the last item/ } });
    await served?.close();
    read = await serve({ ...list, paging: { ...paging, value: "id" } }, () => pageFrom(0, () => ({})));
    expect(JSON.stringify((await read()).body)).toContain("the same page was returned twice");
  });
});

describe("a name that no response has", () => {
  it.each<readonly [string, PagingConfig, UpstreamAnswer["headers"], string]>([
    ["cursor", { kind: "cursorInBody", cursor: "meta.nxt" }, {}, 'no "meta.nxt"'],
    ["cursor", { kind: "cursorInBody", cursor: "meta.nxt" }, {}, 'Did you mean "meta.next"'],
    ["more", { kind: "cursorInBody", cursor: "meta.next", more: "meta.mre" }, {}, 'Did you mean "meta.more"'],
    ["more", { kind: "cursorInBody", cursor: "meta.next", more: "meta.word" }, {}, "expected true or false"],
    ["next", { kind: "nextUrlInBody" }, {}, 'no "next"'],
    ["next", { kind: "nextUrlInBody", next: "@odata.nextlink" }, {}, 'Did you mean "@odata.nextLink"'],
    ["header", { kind: "cursorInHeader", header: "X-Nxt" }, { "x-next": "2" }, 'Did you mean "x-next"'],
    [
      "relation",
      { kind: "linkHeader", relation: "nxt" },
      { link: '</list?p=2>; rel="next"' },
      'Did you mean "next"',
    ],
    ["relation", { kind: "linkHeader" }, {}, "no Link header with the relation next"],
  ])("of a %s is refused, not read as the end: %j", async (_what, paging, headers, fault) => {
    const body = {
      data: items,
      meta: { next: "2", more: true, word: "yes" },
      "@odata.nextLink": "/list?p=2",
    };
    const read = await serve({ ...list, paging }, () => ({ body, ...(headers && { headers }) }));
    const answer = await read();
    expect(answer).toMatchObject({ status: 502, body: { code: "upstream_invalid" } });
    expect((answer.body as { error: string }).error).toContain(fault);
  });

  it.each<PagingConfig>([
    { kind: "cursorInBody", cursor: "next", optional: true },
    { kind: "nextUrlInBody", optional: true },
    { kind: "cursorInHeader", header: "X-Next", optional: true },
    { kind: "linkHeader", optional: true },
  ])("is the end of a list of one page where it is optional: %j", async (paging) => {
    const read = await serve({ ...list, paging }, () => ({ body: { data: items } }));
    expect(await read()).toEqual({ status: 200, body: items });
  });

  it("is no reason to refuse an empty list", async () => {
    const read = await serve({ ...list, paging: { kind: "nextUrlInBody" } }, () => ({ body: { data: [] } }));
    expect(await read()).toEqual({ status: 200, body: [] });
  });

  it("of a column is refused when a member is called almost the same", async () => {
    const fields = { id: "id", name: "text" } as const;
    const answer = () => ({ body: { data: [{ id: 1, Name: "Ada" }] } });
    const read = await serve({ ...list, fields }, answer);
    expect(await read()).toMatchObject({
      status: 502,
      body: { error: /column "name": no row has anything at "name". Did you mean "Name"\?/ },
    });
    await served?.close();
    const optional = { id: "id", name: { type: "text", optional: true } } as const;
    const lenient = await serve({ ...list, fields: optional }, answer);
    expect(await lenient()).toEqual({ status: 200, body: [{ id: "1", name: null }] });
  });
});
