import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  cursorInBody,
  cursorInHeader,
  type PagesOptions,
  type Paging,
  pageNumber,
  shape,
} from "@wellhead/sdk";
import {
  type RawUpstream,
  rawAnswer,
  startRawUpstream,
} from "@wellhead/test-support/upstream-faults/raw-upstream";
import { afterEach, describe, expect, it } from "vitest";
import { openTestHttp } from "../../test/open-test-http.js";

let upstream: RawUpstream | undefined;

afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

/** Opens a list with these items per page; each page except the last points to the next one by a cursor. */
async function openList(pages: ReadonlyArray<readonly unknown[]>) {
  upstream = await startRawUpstream((socket, { target }) => {
    const at = Number(new URL(target, "http://list.example").searchParams.get("cursor") ?? 0);
    const next = at + 1 < pages.length ? String(at + 1) : null;
    socket.write(rawAnswer(JSON.stringify({ items: pages[at], next })));
  });
  const { url, requests } = upstream;
  const { http } = openTestHttp({ definition: { baseUrl: url, paging: cursorInBody({ cursor: "next" }) } });
  return { http, requests };
}

async function readList(pages: ReadonlyArray<readonly unknown[]>, options?: PagesOptions) {
  const { http, requests } = await openList(pages);
  const items: unknown[] = [];
  let fault = "";
  try {
    for await (const batch of http.pages("list", { items: "items", ...options })) items.push(...batch);
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error);
  }
  return { items, fault, requests };
}

describe("http.pages()", () => {
  it("reads exactly as many pages as are allowed", async () => {
    const maxPages = 4;
    const right = await readList([[0], [1], [2], [3]], { maxPages });
    expect(right).toMatchObject({ items: [0, 1, 2, 3], fault: "" });
    const wrong = await readList([[0], [1], [2], [3], [4]], { maxPages });
    expect(wrong.fault).toContain("it has more than 4 pages");
    expect([right.requests.length, wrong.requests.length]).toEqual([4, 4]);
  });

  it("reads on over as many empty pages in a row as are allowed, and names the option after more", async () => {
    const pages = [[], [], [], [], [], [1]];
    expect(await readList(pages, { maxEmptyPages: 5 })).toMatchObject({ items: [1], fault: "" });
    expect((await readList(pages)).fault).toContain("4 empty pages in a row each announce another one");
    expect((await readList(pages, { maxEmptyPages: 4 })).fault).toContain("raise maxEmptyPages");
  });

  it("reads on over three empty pages in a row, as often as they come", async () => {
    const read = await readList([[], [], [], [1], [], [], [], [2], []]);
    expect(read).toMatchObject({ items: [1, 2], fault: "" });
    expect(read.requests).toHaveLength(9);
  });

  it("takes empty pages for what they are where the author's own paging goes on after them", async () => {
    upstream = await startRawUpstream((socket, { index }) =>
      socket.write(rawAnswer(index === 2 ? "[7]" : "[]")),
    );
    const { http } = openTestHttp({ definition: { baseUrl: upstream.url } });
    const paging: Paging = {
      name: "by day",
      repeatsAreFaults: true,
      first: (request) => request,
      after: ({ request, index }) =>
        index === 2 ? { end: "no further page" } : { next: request, key: String(index) },
    };
    const batches: unknown[] = [];
    for await (const batch of http.pages("list", { paging })) batches.push(batch);
    expect(batches).toEqual([[7]]);
  });

  it("fails at the fourth empty page in a row", async () => {
    const read = await readList([[1], [], [], [], [], [2]]);
    expect(read).toMatchObject({ items: [1], fault: expect.stringContaining("4 empty pages") as string });
    expect(read.requests).toHaveLength(5);
  });

  it("treats equal pages as different when each has its own cursor", async () => {
    const answers = [["x-next: 1"], ["x-next: 2"], []];
    upstream = await startRawUpstream((socket, { index }) =>
      socket.write(rawAnswer("[7,7]", answers[index] ?? [])),
    );
    const paging = cursorInHeader({ header: "x-next" });
    const { http } = openTestHttp({ definition: { baseUrl: upstream.url } });
    const batches: unknown[] = [];
    for await (const batch of http.pages("list", { paging })) batches.push(batch);
    expect(batches).toEqual([
      [7, 7],
      [7, 7],
      [7, 7],
    ]);
  });

  it("says that a counted list ignores the page asked for only when it sends items again", async () => {
    upstream = await startRawUpstream((socket, { index }) =>
      socket.write(rawAnswer(index === 1 ? "[]" : "[7]")),
    );
    const { http } = openTestHttp({ definition: { baseUrl: upstream.url, paging: pageNumber() } });
    const read = async () => {
      const items: unknown[] = [];
      for await (const batch of http.pages("list", {})) items.push(...batch);
      return items;
    };
    expect(await read()).toEqual([7]);
    await expect(read()).rejects.toThrow("page number: the same page was returned twice");
  });

  it("finds that a counted list sends items again although what is around them differs", async () => {
    upstream = await startRawUpstream((socket, { index }) =>
      socket.write(rawAnswer(JSON.stringify({ took: index, total: 4, items: [{ a: 7 }, { a: 8 }] }))),
    );
    const { http } = openTestHttp({
      definition: { baseUrl: upstream.url, paging: pageNumber({ total: "total" }) },
    });
    const items: unknown[] = [];
    const read = async () => {
      for await (const batch of http.pages("list", { items: "items" })) items.push(...batch);
    };
    await expect(read()).rejects.toThrow("page number: the same page was returned twice");
    expect(items).toEqual([{ a: 7 }, { a: 8 }]);
  });

  it("reads one page where no paging is defined, with the query and the headers of the call", async () => {
    upstream = await startRawUpstream((socket) => socket.write(rawAnswer("[1,2]", ["link: <a>; rel=next"])));
    const { http } = openTestHttp({ definition: { baseUrl: upstream.url } });
    const batches: unknown[] = [];
    for await (const batch of http.pages("list", { query: { q: 1 }, headers: { "X-A": "b" } }))
      batches.push(batch);
    expect(batches).toEqual([[1, 2]]);
    expect(upstream.requests).toHaveLength(1);
    expect(upstream.requests[0]?.head).toMatch(/^GET \/list\?q=1 [^]*x-a: b(?:\r\n|$)/i);
  });

  it.each<[PagesOptions, string]>([
    [{ items: "data" }, '"data"'],
    [{ items: "next" }, '"next"'],
    [{ items: () => ({ 0: 1, length: 1 }) }, "expected an array of items, got object."],
    [{}, "got object."],
  ])("says what it found instead of items: %j", async (options, text) => {
    const read = await readList([[1]], { items: undefined, ...options });
    expect(read).toMatchObject({ items: [], fault: expect.stringContaining(text) as string });
  });

  it("checks every item of every page by the shape", async () => {
    const item = shape.object({ id: shape.required(shape.number) });
    const right = await readList([[{ id: 1, more: true }], [{ id: 2 }]], { shape: item });
    expect(right).toMatchObject({ items: [{ id: 1 }, { id: 2 }], fault: "" });
    const wrong = await readList([[{ id: 1 }], [{ id: 2 }, { id: "three" }]], { shape: item });
    expect(wrong).toMatchObject({ items: [{ id: 1 }], fault: expect.stringContaining("id") as string });
  });

  it("drops the requested page when its reader stops", async () => {
    let closed: Promise<unknown> | undefined;
    upstream = await startRawUpstream((socket, { index }) => {
      if (index === 0) socket.write(rawAnswer('{"items":[1],"next":"1"}'));
      else closed = once(socket, "close");
    });
    const definition = { baseUrl: upstream.url, paging: cursorInBody({ cursor: "next" }) };
    const { http, lines } = openTestHttp({ definition });
    const batches = http.pages("list", { items: "items" })[Symbol.asyncIterator]();
    expect(await batches.next()).toEqual({ done: false, value: [1] });
    await expect.poll(() => upstream?.requests.length).toBe(2);
    await batches.return?.(undefined);
    await closed;
    await expect.poll(() => lines.at(-1)).toContain("Upstream call dropped");
  });

  it("yields a page before it says that the next one failed", async () => {
    upstream = await startRawUpstream((socket, { index }) =>
      socket.write(rawAnswer(index === 0 ? '{"items":[1],"next":"1"}' : "not JSON")),
    );
    const definition = { baseUrl: upstream.url, paging: cursorInBody({ cursor: "next" }) };
    const { http, lines } = openTestHttp({ definition });
    const batches = http.pages("list", { items: "items" })[Symbol.asyncIterator]();
    expect(await batches.next()).toEqual({ done: false, value: [1] });
    // The failure happens long before it is awaited, which must not count as an unhandled rejection.
    await expect.poll(() => lines.length).toBe(2);
    await nextTurn();
    await expect(batches.next()).rejects.toMatchObject({ code: "upstream_invalid" });
    expect(await batches.next()).toEqual({ done: true, value: undefined });
  });
});

describe("a total", () => {
  const size = 50;
  const paging = pageNumber({ size: { parameter: "per_page", value: size }, total: "total" });

  /** Reads items by their number, from an upstream that states a total and has its own answer to a page after the last. */
  async function readCounted(
    count: number,
    total: number,
    {
      after = "empty",
      key,
    }: { readonly after?: "empty" | "missing" | "last page again"; readonly key?: string | undefined },
  ): Promise<readonly number[]> {
    const all = Array.from({ length: count }, (_, id) => ({ id }));
    upstream = await startRawUpstream((socket, { target }) => {
      const query = new URL(target, "http://list.example").searchParams;
      const asked = Number(query.get("per_page"));
      const last = Math.max(1, Math.ceil(count / asked));
      const page = Number(query.get("page"));
      const shown = after === "last page again" ? Math.min(page, last) : page;
      const items = all.slice((shown - 1) * asked, shown * asked);
      if (after === "missing" && page > last) socket.write(rawAnswer("{}", [], "404 Not Found"));
      else socket.write(rawAnswer(JSON.stringify({ items, total, page })));
    });
    const { http } = openTestHttp({ definition: { baseUrl: upstream.url, paging } });
    const ids: number[] = [];
    for await (const batch of http.pages<{ id: number }>("list", {
      items: "items",
      ...(key !== undefined && { key }),
    }))
      ids.push(...batch.map(({ id }) => id));
    return ids;
  }

  const counts = [0, 1, size - 1, size, size + 1, 2 * size, 3 * size, 173];
  const answers = ["empty", "missing", "last page again"] as const;
  describe.each([undefined, "id"])("of items with the key %s", (key) => {
    it.each(answers)("that is true ends the list where the page after it is %s", async (after) => {
      for (const count of counts) {
        expect(await readCounted(count, count, { after, key })).toHaveLength(count);
        await upstream?.close();
      }
    });

    it.each([size, 2 * size])("that stops counting at %i ends no list", async (total) => {
      for (const count of counts.filter((one) => one >= total)) {
        const ids = await readCounted(count, total, { key });
        expect(ids).toEqual(Array.from({ length: count }, (_, id) => id));
        await upstream?.close();
      }
    });
  });

  it("is not over because its first page is refused", async () => {
    upstream = await startRawUpstream((socket) => socket.write(rawAnswer("{}", [], "404 Not Found")));
    const { http } = openTestHttp({ definition: { baseUrl: upstream.url } });
    const pages = http.pages("list", { paging: pageNumber({ endStatuses: [404] }), items: "items" });
    await expect(pages[Symbol.asyncIterator]().next()).rejects.toThrow("404");
  });

  it.each([
    [undefined, /^$/, [0, 1]],
    [2, /^$/, [0, 1]],
    [3, /expected 3 items in all, got no page after 2/, [0, 1]],
  ])(
    "ends where a page after the last is refused, unless it announced more: %o",
    async (total, fault, items) => {
      upstream = await startRawUpstream((socket, { index }) => {
        const page = JSON.stringify({ items: [index], total });
        socket.write(index < 2 ? rawAnswer(page) : rawAnswer("{}", [], "404 Not Found"));
      });
      const refusing = pageNumber({ endStatuses: [404], ...(total !== undefined && { total: "total" }) });
      const { http } = openTestHttp({ definition: { baseUrl: upstream.url } });
      const found: unknown[] = [];
      const reading = async (): Promise<string> => {
        for await (const batch of http.pages("list", { paging: refusing, items: "items" }))
          found.push(...batch);
        return "";
      };
      expect(await reading().catch(String)).toMatch(fault);
      expect(found).toEqual(items);
    },
  );
});
