import { configureEgress } from "@wellhead/runtime";
import { startUpstream, type UpstreamAnswer } from "@wellhead/runtime/testing";
import { describeMovingLists, type MovingItems, type MovingSource, readServed } from "@wellhead/test-support";
import type { PagingConfig } from "../config/paging-config.js";
import type { SourceConfig } from "../config/source-config.js";
import { restConnector } from "../rest-connector.js";

configureEgress({ allow: "127.0.0.1/32:*" });

const size = { parameter: "per", value: 10 };

/** Answers with a page of a list; by position, by page, or after an id. */
function answer(list: MovingItems, url: URL): UpstreamAnswer {
  const given = (name: string) => Number(url.searchParams.get(name) ?? 0);
  const all = list.nextPage();
  const per = Math.min(given("per") || 10, 10);
  if (url.searchParams.has("after") || url.pathname === "/after") {
    const later = all.toSorted((a, b) => a.id - b.id).filter(({ id }) => id > given("after"));
    return { body: { data: later.slice(0, per) } };
  }
  const start = url.searchParams.has("page") ? (given("page") - 1) * per : given("offset");
  const rows = all.slice(start, start + per);
  if (url.pathname === "/csv") {
    const lines = rows.map(({ id, name }) => `${id},${name}\n`);
    return { headers: { "content-type": "text/csv" }, body: `id,name\n${lines.join("")}` };
  }
  const next = start + per < all.length ? start + per : undefined;
  const link = `${url.origin}${url.pathname}?offset=${next ?? 0}`;
  if (url.pathname === "/linked") {
    const headers = { link: next === undefined ? `<${url.href}>; rel="self"` : `<${link}>; rel="next"` };
    return { body: { data: rows }, headers };
  }
  if (url.pathname === "/announced") {
    const announced = { cursor: next ?? null, "@odata.nextLink": next === undefined ? null : link };
    return { body: { data: rows, ...announced }, headers: { "x-next": String(next ?? "") } };
  }
  const pages = { "x-pages": String(Math.ceil(all.length / per)) };
  if (url.pathname === "/ended" && rows.length === 0) return { status: 404, body: {} };
  return { headers: pages, body: { data: rows, total: all.length } };
}

function movingSource(paging: PagingConfig, given: Partial<SourceConfig> = {}): MovingSource {
  return {
    count: 45,
    read: async (list) => {
      const upstream = await startUpstream(({ url }) => answer(list, url));
      const source: SourceConfig = {
        name: "List",
        path: "list",
        ...(given.format === undefined && { items: "data" }),
        fields: { id: "id", name: "text" },
        paging,
        ...given,
      };
      const connector = restConnector({
        id: "api",
        name: "API",
        baseUrl: upstream.url,
        sources: { list: source },
      });
      try {
        return await readServed(connector, {
          source: "list",
          account: { auth: "none" },
          idOf: ({ id }) => Number(id),
        });
      } finally {
        await upstream.close();
      }
    },
  };
}

describeMovingLists({
  offset: movingSource({ kind: "offset" }),
  "offset and total": movingSource({ kind: "offset", size, total: "total" }),
  "page number and size": movingSource({ kind: "pageNumber", size }),
  "page number and number of pages": movingSource({ kind: "pageNumber", size, pages: "header:x-pages" }),
  "small pages": movingSource({ kind: "pageNumber", size: { ...size, value: 3 } }),
  "a cursor": movingSource(
    { kind: "cursorInBody", cursor: "cursor", parameter: "offset", size },
    { path: "announced" },
  ),
  "a cursor in a header": movingSource(
    { kind: "cursorInHeader", header: "x-next", parameter: "offset", size },
    { path: "announced" },
  ),
  "the next address": movingSource({ kind: "nextUrlInBody", next: "@odata.nextLink" }, { path: "announced" }),
  "the Link header": movingSource({ kind: "linkHeader", optional: true }, { path: "linked" }),
  "page number, size and short pages": movingSource({ kind: "pageNumber", size, shortPageEnds: true }),
  "page number and total": movingSource({ kind: "pageNumber", size, total: "total" }),
  "offset that ends by 404": movingSource({ kind: "offset", endStatuses: [404] }, { path: "ended" }),
  "the last item": movingSource({ kind: "lastItem", value: "id", size }, { path: "after" }),
  "offset in a table": movingSource({ kind: "offset" }, { path: "csv", format: "csv" }),
});
