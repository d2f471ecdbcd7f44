import assert from "node:assert/strict";
import { configureEgress } from "@wellhead/runtime";
import { startUpstream, type UpstreamAnswer, type UpstreamRequest } from "@wellhead/runtime/testing";
import {
  cursorInBody,
  cursorInHeader,
  defineConnector,
  type Http,
  id,
  type Log,
  linkHeader,
  MissingParents,
  memberAt,
  nextUrlInBody,
  offset,
  type Paging,
  pageNumber,
  type Rows,
  shape,
  withArguments,
} from "@wellhead/sdk";
import { createApp } from "@wellhead/server";

interface Item {
  readonly id: string;
}

// #region missing-parents
async function* commentsOfAll(http: Http, log: Log) {
  const missing = new MissingParents(log, "tasks");
  for await (const tasks of http.pages<Item>("items")) {
    for (const task of tasks) yield* missing.read(http.pages<Item>(`items/${task.id}/comments`));
  }
  missing.end();
}
// #endregion missing-parents

// #region own-paging
/** The offset also counts items that the API leaves out, and `more` says whether another page follows. */
function byRawOffset(limit: number): Paging {
  const size = { parameter: "limit", value: limit };
  return {
    ...offset({ parameter: "skip", size }),
    after: ({ request, body, index }) => {
      if (memberAt(body, "more") === false) return { end: "no further page" };
      const start = (index + 1) * limit;
      return { next: withArguments(request, { skip: start }, size), key: String(start), start };
    },
  };
}
// #endregion own-paging

function byOwnPaging(http: Http) {
  return http.pages<Item>("items", { paging: byRawOffset(4), items: "items" });
}

// #region page-number
function byPageNumber(http: Http) {
  return http.pages<Item>("items", {
    paging: pageNumber({ size: { parameter: "per_page", value: 2 }, shortPageEnds: true }),
  });
}
// #endregion page-number

// #region offset
function byOffset(http: Http) {
  return http.pages<Item>("items", {
    paging: offset({ parameter: "startAt", total: "total" }),
    items: "items",
  });
}
// #endregion offset

// #region link-header
function byLinkHeader(http: Http) {
  return http.pages<Item>("items", { paging: linkHeader() });
}
// #endregion link-header

// #region next-url-in-body
function byNextUrl(http: Http) {
  return http.pages<Item>("items", { paging: nextUrlInBody({ next: "links.next" }), items: "items" });
}
// #endregion next-url-in-body

// #region cursor-in-body
function byCursorInBody(http: Http) {
  const paging = cursorInBody({ cursor: "meta.cursor", parameter: "after" });
  return http.pages<Item>("items", { paging, items: "items" });
}
// #endregion cursor-in-body

// #region cursor-in-header
function byCursorInHeader(http: Http) {
  return http.pages<Item>("items", {
    paging: cursorInHeader({ header: "X-Next-Cursor", parameter: "after" }),
  });
}
// #endregion cursor-in-header

// #region http
async function withOwner(http: Http): Promise<Item[]> {
  const user = await http.get("user").json(shape.object({ login: shape.required(shape.text) }));
  const found = await http
    .post("search", { json: { owner: user.login }, idempotent: true })
    .json<{ items: Item[] }>();
  return found.items;
}
// #endregion http

const sources = {
  byPageNumber,
  byOffset,
  byLinkHeader,
  byNextUrl,
  byCursorInBody,
  byCursorInHeader,
  byOwnPaging,
  withOwner,
  readAllComments,
};

/** Reads the comments of all tasks without a log. */
function readAllComments(http: Http) {
  return commentsOfAll(http, { info: () => undefined, warn: () => undefined });
}

/** Pages of three items: the first has two, the second one. */
const first = [{ id: "1" }, { id: "2" }];
const second = [{ id: "3" }];

/** Answers as an upstream that knows all six kinds of paging. */
function answer({ url }: UpstreamRequest): UpstreamAnswer {
  if (url.pathname === "/user") return { body: { login: "ada" } };
  if (url.pathname === "/search") return { body: { items: [...first, ...second] } };
  if (url.pathname === "/items/1/comments") return { body: [...first, ...second] };
  if (url.pathname === "/items/2/comments") return { status: 404 };
  const { page: number, startAt, after, skip } = Object.fromEntries(url.searchParams);
  if (skip !== undefined) return { body: { items: skip === "0" ? first : second, more: skip === "0" } };
  const isSecond = number === "2" || startAt === "2" || after === "c2";
  const page = isSecond ? second : first;
  if (url.searchParams.has("per_page")) return { body: page };
  if (startAt !== undefined) return { body: { total: 3, items: page } };
  const next = `${url.origin}/items?page=2`;
  return {
    headers: isSecond ? {} : { link: `<${next}>; rel="next"`, "x-next-cursor": "c2" },
    body: page,
  };
}

/** Answers in an object, with the next URL and the cursor in the body. */
function answerInBody(request: UpstreamRequest): UpstreamAnswer {
  const { body, ...rest } = answer(request);
  if (!Array.isArray(body)) return { ...rest, body };
  const isLast = body === second;
  const next = `${request.url.origin}/items?page=2`;
  const links = { next: isLast ? null : next };
  return { body: { items: body, links, ...(!isLast && { meta: { cursor: "c2" } }) } };
}

/** Checks the examples of HTTP and paging with a service and an upstream. */
export async function checkPaging(): Promise<void> {
  configureEgress({ allow: "127.0.0.1/32:*" });
  const inBody = new Set(["byNextUrl", "byCursorInBody"]);
  for (const [name, read] of Object.entries(sources)) {
    const upstream = await startUpstream(inBody.has(name) ? answerInBody : answer);
    const app = await createApp({ connectors: [connectorOf(upstream.url, read)], logger: false });
    const { url } = await app.listen({ port: 0 });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${url}/`, { method: "POST", headers, body: '{"source":"items"}' });
    assert.deepEqual(await response.json(), [...first, ...second], name);
    await app.close();
    await upstream.close();
  }
}

function connectorOf(baseUrl: string, read: (http: Http) => Rows<Item> | Promise<Rows<Item>>) {
  return defineConnector({
    id: "items",
    name: "Items",
    version: "1.0.0",
    description: "Items of an upstream",
    http: { baseUrl },
    sources: (source) => ({
      items: source({ name: "Items", fields: { id: id() }, rows: ({ http }) => read(http) }),
    }),
  });
}
