import { cursorInBody, nextUrlInBody, type Paging, pageNumber } from "@wellhead/sdk";
import {
  type AnswerRaw,
  type RawUpstream,
  rawAnswer,
  startRawUpstream,
} from "@wellhead/test-support/upstream-faults/raw-upstream";
import { afterEach, describe, expect, it } from "vitest";
import { listKinds, listUpstream } from "../../test/list-upstream.js";
import { openTestHttp } from "../../test/open-test-http.js";

let upstream: RawUpstream | undefined;

afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

async function itemsOf<Item>(pages: AsyncIterable<readonly Item[]>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const batch of pages) items.push(...batch);
  return items;
}

async function readIds(paging: Paging, answer: AnswerRaw, maxPages?: number) {
  upstream = await startRawUpstream(answer);
  const { http, waits } = openTestHttp({ definition: { baseUrl: upstream.url, paging } });
  const ids: number[] = [];
  let fault = "";
  try {
    const options = { items: "items", query: { q: "x" }, maxPages };
    for await (const batch of http.pages<{ id: number }>("list", options))
      ids.push(...batch.map(({ id }) => id));
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error);
  }
  return { ids, fault, waits, requests: upstream.requests };
}

describe("http.pages() of a list that is read by POST", () => {
  const postKinds = Object.entries(listKinds).filter(([, { points }]) => !points);

  it.each([...postKinds, ["cursorInBody", listKinds["cursorInBody"]] as const])(
    "reads it whole by %s, with the arguments in the body",
    async (_name, kind) => {
      if (kind === undefined) throw new Error("there is no such kind of paging");
      upstream = await startRawUpstream(listUpstream(kind, { count: () => 7, size: 2, once: "cut" }));
      const { http } = openTestHttp({ definition: { baseUrl: upstream.url, paging: kind.paging } });
      const json = { q: { word: "x" } };
      const items = await itemsOf(http.pages<{ id: number }>("list", { items: "items", json }));
      expect(items.map(({ id }) => id)).toEqual(numbers(7));
      for (const { body, head } of upstream.requests) {
        expect(head).toMatch(/^POST \/list HTTP/);
        expect(JSON.parse(body)).toMatchObject({ ...json, size: 2 });
      }
    },
  );

  it("puts arguments where a path of member names leads, and leaves the author's body as it was", async () => {
    const json = { query: "{}", variables: { first: 2, filter: { open: true } } };
    const given = JSON.stringify(json);
    upstream = await startRawUpstream((socket, { body }) => {
      const { variables } = JSON.parse(body) as typeof json & { variables: { after?: string } };
      const isLast = variables.after === "c1";
      const pageInfo = { endCursor: isLast ? null : "c1", hasNextPage: !isLast };
      socket.write(rawAnswer(JSON.stringify({ data: { nodes: [variables], pageInfo } })));
    });
    const paging = cursorInBody({
      cursor: "data.pageInfo.endCursor",
      more: "data.pageInfo.hasNextPage",
      parameter: "variables.after",
    });
    const { http } = openTestHttp({ definition: { baseUrl: upstream.url, paging } });
    const nodes = http.pages("graphql", { items: "data.nodes", json });
    expect(await itemsOf(nodes)).toEqual([json.variables, { ...json.variables, after: "c1" }]);
    expect(JSON.stringify(json)).toBe(given);
  });
});

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

describe.each(Object.entries(listKinds))("http.pages() by %s", (name, kind) => {
  const { paging } = kind;

  it.each([0, 1, 2, 3, 4, 7])("reads a list of %i whole, two by two", async (count) => {
    const { ids, fault, requests } = await readIds(
      paging,
      listUpstream(kind, { count: () => count, size: 2 }),
    );
    expect({ ids, fault }).toEqual({ ids: numbers(count), fault: "" });
    expect(requests[0]?.target).toMatch(/[?&]q=x/);
    expect(requests[0]?.target).toMatch(/[?&]size=2/);
  });

  it("reads a list whose last page points to an empty one", async () => {
    const { ids, fault } = await readIds(
      paging,
      listUpstream(kind, { count: () => 4, size: 2, pointerOnLast: true }),
    );
    expect({ ids, fault }).toEqual({ ids: numbers(4), fault: "" });
  });

  it("fails when the same page or pointer comes again", async () => {
    const { ids, fault, requests } = await readIds(
      paging,
      listUpstream(kind, { count: () => 10, size: 2, repeats: true }),
    );
    expect(fault).toMatch(/the same (?:page was returned|next page was announced) twice/);
    expect(ids.length).toBeLessThanOrEqual(4);
    expect(requests.length).toBeLessThanOrEqual(3);
  });

  it("reads what is left of a list that shrinks meanwhile, and fails where its total shows that", async () => {
    const { ids, fault } = await readIds(
      paging,
      listUpstream(kind, { count: (index) => (index === 0 ? 6 : 4), size: 2 }),
    );
    const [left, sign] = name.includes("total")
      ? [2, "it had 6 items, then 4, so some may be missing"]
      : [4, ""];
    expect({ ids, fault }).toEqual({ ids: numbers(left), fault: expect.stringContaining(sign) as string });
    expect(fault === "").toBe(sign === "");
  });

  it("waits out a 429 in the middle", async () => {
    const { ids, fault, waits } = await readIds(
      paging,
      listUpstream(kind, { count: () => 5, size: 2, once: "429" }),
    );
    expect({ ids, fault, waits }).toEqual({ ids: numbers(5), fault: "", waits: [1000] });
  });

  it("reads a page again that was cut in the middle", async () => {
    const { ids, fault } = await readIds(
      paging,
      listUpstream(kind, { count: () => 5, size: 2, once: "cut" }),
    );
    expect({ ids, fault }).toEqual({ ids: numbers(5), fault: "" });
  });

  it("fails at the page ceiling", async () => {
    const { fault } = await readIds(paging, listUpstream(kind, { count: () => 100, size: 2 }), 4);
    expect(fault).toMatch(/it has more than 4 pages/);
  });
});

describe.each(Object.entries(listKinds).filter(([, { points }]) => points))(
  "http.pages() by %s",
  (_name, kind) => {
    it("fails after more than three empty pages that announce another", async () => {
      const answer = listUpstream(kind, { count: () => 9, size: 2, hollow: true });
      const { ids, fault, requests } = await readIds(kind.paging, answer);
      expect({ ids, fault }).toEqual({
        ids: [],
        fault: expect.stringMatching(/4 empty pages in a row/) as string,
      });
      expect(requests).toHaveLength(4);
    });
  },
);

describe.each(Object.entries(listKinds).filter(([name]) => name.includes("total")))(
  "http.pages() by %s",
  (_name, kind) => {
    it("fails when an empty page contradicts the total", async () => {
      const { fault } = await readIds(
        kind.paging,
        listUpstream(kind, { count: () => 9, size: 2, hollow: true }),
      );
      expect(fault).toMatch(/expected 9 items in all, got an empty page after 0/);
    });
  },
);

describe("http.pages()", () => {
  it("keeps to a total although the upstream sends fewer per page than asked", async () => {
    const { ids } = await readIds(
      pageNumber({ size: { parameter: "size", value: 100 }, total: "total" }),
      (socket, { index }) => {
        socket.write(rawAnswer(JSON.stringify({ total: 3, items: [{ id: index }] })));
      },
    );
    expect(ids).toEqual([0, 1, 2]);
  });

  it("fails when there is more and no cursor to it", async () => {
    const { fault } = await readIds(cursorInBody({ cursor: "next", more: "more" }), (socket) => {
      socket.write(rawAnswer('{"items":[{"id":1}],"more":true}'));
    });
    expect(fault).toMatch(/"more" announces a further page, and "next" has no cursor/);
  });

  it.each([
    ["another port", "http://127.0.0.1:1/x"],
    ["another host", "http://localhost/x"],
    ["another scheme", "https://127.0.0.1/x"],
    ["a user name", "http://a:b@127.0.0.1/x"],
    ["no address", "http://["],
    ["a scheme that is none of the web", "file:///etc/passwd"],
  ])("does not follow a next page with %s", async (_what, next) => {
    const { ids, fault, requests } = await readIds(nextUrlInBody(), (socket) => {
      socket.write(rawAnswer(JSON.stringify({ items: [{ id: 1 }], next })));
    });
    expect(fault).toMatch(/the next page is not/);
    expect({ ids, requests: requests.length }).toEqual({ ids: [], requests: 1 });
  });

  it("asks for the next page while the last is consumed, and for no more", async () => {
    const kind = listKinds["linkHeader"];
    if (kind === undefined) throw new Error("linkHeader is gone");
    upstream = await startRawUpstream(listUpstream(kind, { count: () => 10, size: 2 }));
    const { http } = openTestHttp({ definition: { baseUrl: upstream.url, paging: kind.paging } });
    const batches = http.pages<{ id: number }>("list", { items: "items" })[Symbol.asyncIterator]();
    await batches.next();
    await expect.poll(() => upstream?.requests.length).toBe(2);
    await batches.return?.(undefined);
    expect(upstream.requests).toHaveLength(2);
  });

  it("maps, filters and flattens items page by page", async () => {
    const kind = listKinds["offset"];
    if (kind === undefined) throw new Error("offset is gone");
    upstream = await startRawUpstream(listUpstream(kind, { count: () => 5, size: 2 }));
    const { http } = openTestHttp({ definition: { baseUrl: upstream.url, paging: kind.paging } });
    const odd = http
      .pages<{ id: number }>("list", { items: (body) => (body as { items: unknown }).items })
      .map(({ id }) => id)
      .filter((id) => id !== 2)
      .flatMap((id) => [id, -id]);
    const batches: Array<readonly number[]> = [];
    for await (const batch of odd) batches.push(batch);
    expect(batches).toEqual([
      [0, -0, 1, -1],
      [3, -3],
      [4, -4],
    ]);
  });

  it("ends with the reason when the request is aborted between pages", async () => {
    const kind = listKinds["cursorInBody"];
    if (kind === undefined) throw new Error("cursorInBody is gone");
    upstream = await startRawUpstream(listUpstream(kind, { count: () => 100, size: 2 }));
    const control = new AbortController();
    const definition = { baseUrl: upstream.url, paging: kind.paging };
    const { http } = openTestHttp({ definition, signal: control.signal });
    const read = async () => {
      for await (const batch of http.pages("list", { items: "items" }))
        if (batch.length > 0) control.abort(new Error("gone"));
    };
    await expect(read()).rejects.toThrow("gone");
  });
});
