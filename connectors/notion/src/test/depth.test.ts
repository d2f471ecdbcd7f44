import { createRequire } from "node:module";
import { configureEgress } from "@wellhead/runtime";
import { skipWaits, type TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { afterEach, describe, expect, it } from "vitest";
import { notionConnector } from "../notion-connector.js";
import { notionContent } from "./notion-content.js";
import { type NotionContent, secret, startNotion } from "./start-notion.js";

let upstream: TestUpstream;
let app: App;

afterEach(async () => {
  await app.close();
  await upstream.close();
});

type Row = Readonly<Record<string, unknown>>;

async function serve(content: Partial<NotionContent>) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  skipWaits();
  const rows = notionContent(1);
  upstream = await startNotion(() => ({ ...rows, ...content }));
  app = await createApp({
    connectors: [notionConnector({ baseUrl: `${upstream.url}/v1`, signIn: false })],
    logger: false,
  });
  const { url } = await app.listen({ port: 0 });
  return async (source: string, filter: object = {}) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ source, filter, account: { auth: "token", token: secret } }),
    });
    return (await response.json()) as readonly Row[];
  };
}

/** Returns pages that were edited a minute apart, the newest last. */
function foundPages(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    object: "page",
    id: `p${index}`,
    created_time: "2026-01-01T00:00:00.000Z",
    last_edited_time: new Date(Date.UTC(2026, 0, 2) + index * 60_000).toISOString(),
    created_by: { object: "user", id: "u1" },
    last_edited_by: { object: "user", id: "u1" },
    in_trash: false,
    url: `https://notion.so/p${index}`,
    parent:
      index === 2 ? { type: "data_source_id", data_source_id: "ds1" } : { type: "page_id", page_id: "top" },
    properties: { title: { id: "title", type: "title", title: [{ plain_text: `Page ${index}` }] } },
  }));
}

describe("the text of a page", () => {
  it("is Markdown, with the blocks that Notion left out at their places", async () => {
    const texts = {
      p0: { markdown: '# One\n<unknown url="https://notion.so/b1"/>\nEnd', left: ["b1", "b2"] },
      b1: { markdown: "two ($&)", left: ["b3"] },
      b2: { markdown: "three" },
      b3: { markdown: "four" },
    };
    const read = await serve({ found: foundPages(1), texts });
    expect(await read("pages")).toEqual([
      {
        id: "p0",
        title: "Page 0",
        parent: "page",
        parent_id: "top",
        created: "2026-01-01T00:00:00.000Z",
        created_by: "u1",
        edited: "2026-01-02T00:00:00.000Z",
        edited_by: "u1",
        text: "# One\ntwo ($&)\nEnd\n\nthree\n\nfour",
        text_is_whole: true,
        address: "https://notion.so/p0",
      },
    ]);
  });

  it("says that something is missing if a block is not shared with the integration", async () => {
    const read = await serve({
      found: foundPages(1),
      texts: { p0: { markdown: "# One", left: ["hidden"] } },
    });
    expect(await read("pages")).toMatchObject([{ text: "# One", text_is_whole: false }]);
  });

  it("is not requested if it is not wanted", async () => {
    const read = await serve({ found: foundPages(230) });
    const rows = await read("pages", { without_text: true });
    expect(rows).toHaveLength(229);
    expect(upstream.requests.every(({ url }) => url.pathname.endsWith("/search"))).toBe(true);
  });
});

describe("pages", () => {
  const texts = Object.fromEntries(foundPages(300).map(({ id }) => [id, { markdown: `Text of ${id}` }]));

  it("are those outside of databases, and rows if they are wanted", async () => {
    const read = await serve({ found: foundPages(4), texts });
    expect((await read("pages")).map(({ id }) => id)).toEqual(["p3", "p1", "p0"]);
    expect((await read("pages", { rows: true })).map(({ id }) => id)).toEqual(["p3", "p2", "p1", "p0"]);
  });

  it("are those of a period, which ends the search where it begins", async () => {
    const read = await serve({ found: foundPages(300), texts });
    const edited = { _min: "2026-01-02T04:55:00Z" };
    expect((await read("pages", { edited })).map(({ id }) => id)).toEqual([
      "p299",
      "p298",
      "p297",
      "p296",
      "p295",
    ]);
    expect(upstream.requests.filter(({ url }) => url.pathname.endsWith("/search"))).toHaveLength(1);
  });

  it("have their open comments", async () => {
    const comment = (id: string) => ({
      object: "comment",
      id,
      discussion_id: "d1",
      rich_text: [{ plain_text: "Really" }, { plain_text: "?" }],
      created_by: { object: "user", id: "u1" },
      display_name: { type: "user", resolved_name: "Ada" },
      created_time: "2026-01-01T00:00:00.000Z",
      last_edited_time: "2026-01-01T00:00:00.000Z",
    });
    const comments = {
      p0: Array.from({ length: 120 }, (_, index) => comment(`c${index}`)),
      p1: [comment("d0")],
    };
    const read = await serve({ found: foundPages(2), comments });
    const rows = await read("comments");
    expect(rows).toHaveLength(121);
    expect(rows[0]).toMatchObject({ id: "d0", page_id: "p1", author: "Ada", text: "Really?" });
  });
});

interface Endpoint {
  readonly method: string;
  readonly queryParams: readonly string[];
  readonly bodyParams: readonly string[];
  readonly path: (parameters: Readonly<Record<string, string>>) => string;
}

it("sends only what the endpoints of Notion's library take", async () => {
  const library = createRequire(import.meta.url);
  const endpoints = library(
    library.resolve("@notionhq/client").replace("index.js", "api-endpoints"),
  ) as Record<string, Endpoint>;
  const parts = { page_id: "*", property_id: "*", data_source_id: "*" };
  const [page] = foundPages(1);
  const read = await serve({
    found: page === undefined ? [] : [page],
    texts: { p0: { markdown: "" } },
    comments: { p0: [] },
  });
  await read("rows", { source: "ds1", created: { _min: "2026-01-01" }, edited: { _min: "2026-01-01" } });
  for (const source of ["pages", "comments", "data-sources", "users"]) await read(source);
  const unknown = upstream.requests.flatMap(({ method, url, body }) => {
    const path = url.pathname.replace("/v1/", "");
    const endpoint = Object.values(endpoints).find((one) => {
      const pattern = typeof one.path === "function" ? one.path(parts).replaceAll("*", "[^/]+") : "";
      return one.method === method.toLowerCase() && new RegExp(`^${pattern}$`).test(path);
    });
    if (endpoint === undefined) return [`${method} ${path}`];
    const sent = body === "" ? [] : Object.keys(JSON.parse(body) as object);
    return [
      ...[...url.searchParams.keys()].filter((name) => !endpoint.queryParams.includes(name)),
      ...sent.filter((name) => !endpoint.bodyParams.includes(name)),
    ];
  });
  expect(unknown).toEqual([]);
  expect(upstream.requests.length).toBeGreaterThan(6);
});
