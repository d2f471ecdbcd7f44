import { createHmac } from "node:crypto";
import type { UpstreamAnswer, UpstreamRequest } from "@wellhead/runtime/testing";

/** The orders that almost every path returns. */
export const orders = [
  { id: "a", total: 10 },
  { id: "b", total: 20.5 },
  { id: "c", total: 30 },
];

const refused = { status: 401, body: { message: "Who are you?" } };
let polls = 0;
/** Number of tokens and sessions that were issued. The API ends the first one of each early. */
const issued = { tokens: 0, sessions: 0 };

/**
 * Answers as the API of a shop. It is written from the descriptions of the recipes, and shares no code with them.
 *
 * @param request - The request
 * @returns The response
 */
export function answerAsShop(request: UpstreamRequest): UpstreamAnswer {
  const { pathname, searchParams } = request.url;
  const found = answers[pathname];
  if (found === undefined) return { status: 404, body: { message: `nothing at ${pathname}` } };
  return found(request, searchParams);
}

/** Returns a page of a list whose pages are numbered from 1; the page after the last one is empty. */
function pageOf(items: readonly object[], query: URLSearchParams, size: number): UpstreamAnswer {
  const start = (Number(query.get("page") ?? "1") - 1) * size;
  return { body: { data: items.slice(start, start + size) } };
}

const answers: Readonly<
  Record<string, (request: UpstreamRequest, query: URLSearchParams) => UpstreamAnswer>
> = {
  "/orders": ({ method, headers }) => {
    const signature = createHmac("sha256", "hush").update(`${method} /orders`).digest("hex");
    const isSigned = headers["x-key"] === "k1" && headers["x-signature"] === signature;
    const isKnown =
      headers["x-api-key"] === "right" || ["Bearer s2", "Bearer c2"].includes(headers.authorization ?? "");
    return isSigned || isKnown ? { body: orders } : refused;
  },
  "/ada/api/orders": ({ headers }) =>
    headers.authorization === "Bearer of ada" ? { body: orders.slice(0, 1) } : refused,
  "/bob/api/orders": ({ headers }) =>
    headers.authorization === "Bearer of bob" ? { body: orders.slice(1) } : refused,
  "/sessions/orders": () => ({ body: { error: "session_expired" } }),
  "/faulty/orders": () => ({ body: { ok: false } }),
  "/login": ({ body }) =>
    body === '{"name":"ada","password":"secret"}' ? { body: { session: { token: "t1" } } } : refused,
  "/session/orders": ({ headers }) => (headers.authorization === "Bearer t1" ? { body: orders } : refused),
  "/cursor-in-header": (_request, query) =>
    query.get("after") === "n2"
      ? { body: orders.slice(2) }
      : { body: orders.slice(0, 2), headers: { "x-next-cursor": "n2" } },
  "/graphql": ({ body }) => {
    // A query of GraphQL has these members.
    const { query, variables } = JSON.parse(body) as { query: string; variables?: { after?: string } };
    if (!query.startsWith("query Orders($after: String)")) return { body: { errors: [{ message: "?" }] } };
    const isLast = variables?.after === "c2";
    const nodes = isLast ? orders.slice(2) : orders.slice(0, 2);
    return {
      body: {
        data: { orders: { nodes, pageInfo: { hasNextPage: !isLast, endCursor: isLast ? "c3" : "c2" } } },
      },
    };
  },
  "/search": ({ body }) => {
    // The body that the description of the recipe requires.
    const { sort, offset, limit } = JSON.parse(body) as { sort: string; offset: number; limit: number };
    return sort === "id"
      ? { body: { total: orders.length, hits: orders.slice(offset, offset + limit) } }
      : { status: 400, body: { message: "sort" } };
  },
  "/search-after": ({ body }) => {
    // The body that the description of the recipe requires.
    const {
      query,
      size,
      search_after: after,
    } = JSON.parse(body) as {
      query: { kind: string };
      size: number;
      search_after?: string;
    };
    if (query.kind !== "order" || size !== 2) return { status: 400, body: { message: "query" } };
    return after === "n2"
      ? { body: { hits: orders.slice(2), next: null } }
      : { body: { hits: orders.slice(0, 2), next: "n2" } };
  },
  "/after-last-id": (_request, query) => {
    const start = orders.findIndex(({ id }) => id === query.get("since_id")) + 1;
    return { body: orders.slice(start, start + 2) };
  },
  "/large-response": () => ({ body: { export: { made: "today", orders } } }),
  "/ndjson": () => ({
    headers: { "content-type": "application/x-ndjson" },
    body: orders.map((order) => `${JSON.stringify(order)}\n`).join(""),
  }),
  "/orders-with-lines": () => ({
    body: [
      { id: "a", lines: [] },
      {
        id: "b",
        lines: [
          { product: "tea", amount: 2 },
          { product: "cup", amount: 1 },
        ],
      },
    ],
  }),
  "/exports": ({ method, body }) =>
    method === "POST" && body === '{"kind":"orders"}' ? { body: { id: "e1" } } : refused,
  "/exports/e1": () => {
    polls += 1;
    return { body: { state: polls < 3 ? "running" : "ready" }, headers: { "retry-after": "0" } };
  },
  "/exports/e1/file": () => ({
    status: polls < 3 ? 409 : 200,
    headers: { "content-type": "text/csv" },
    body: 'id,total,note\r\na,10,"one, two"\r\nb,20.5,\r\nc,30,"he said ""no"""\r\n',
  }),
  "/customers": () => ({ body: { data: [{ id: "ada" }, { id: "bob" }] } }),
  "/customers/ada/orders": () => ({ body: orders.slice(0, 1) }),
  "/customers/bob/orders": () => ({ body: orders.slice(1) }),
  "/prices": (_request, query) => ({
    headers: { "x-total-count": "2" },
    body: [{ id: query.get("page"), price: { amount: query.get("currency") === "USD" ? 2.5 : 2 } }],
  }),
  "/countries": () => ({ body: ["dk", "se"] }),
  "/countries/dk/cities": () => ({ body: ["aarhus"] }),
  "/countries/dk/cities/aarhus/streets": () => ({ body: [{ id: "1", name: "Havnegade" }] }),
  "/placed": (_request, query) => ({
    body: [
      { id: `${query.get("from")}`, placed: "2026-01-02T00:00:00Z" },
      { id: `${query.get("until")}`, placed: "2026-01-03T00:00:00Z" },
    ],
  }),
  "/product-fields": () => ({ body: { weight: "number", colour: "string", sold: "boolean" } }),
  "/products": () => ({ body: [{ id: "p1", tags: ["new"], weight: 1.5, colour: "red", sold: false }] }),
  "/changes": (_request, query) => ({
    body: [{ id: `since ${query.get("changed_after")}`, total: 1, changed: "2026-01-02T00:00:00Z" }],
  }),
  "/deleted": () => ({ body: [{ id: "z" }] }),
  "/challenges": ({ body }) => ({ body: { challenge: body === '{"user":"ada"}' ? "c1" : "c2" } }),
  "/challenges/answer": ({ body }) => {
    const answer = createHmac("sha256", "secret").update("c1").digest("hex");
    const isRight = body === JSON.stringify({ challenge: "c1", answer });
    if (!isRight) return refused;
    issued.sessions += 1;
    return { body: { token: `s${issued.sessions}`, seconds: 600 } };
  },
  "/oauth/token": ({ body }) => {
    if (body !== "grant_type=client_credentials&client_id=ada&client_secret=secret") return refused;
    issued.tokens += 1;
    return { body: { access_token: `c${issued.tokens}`, expires_in: 600 } };
  },
  "/paged-customers": (_request, query) => pageOf([{ id: "ada" }, { id: "bob" }], query, 1),
  "/paged-customers/ada/orders": (_request, query) => pageOf(orders.slice(0, 1), query, 2),
  "/paged-customers/bob/orders": (_request, query) => pageOf(orders.slice(1), query, 1),
  "/receipts": () => ({ body: [{ id: "a", receipt: "r1" }] }),
  "/receipts/r1": () => ({
    headers: { "content-type": "text/plain", "content-disposition": 'attachment; filename="a.txt"' },
    body: "One tea, paid",
  }),
  "/paid": (_request, query) => ({
    body: [{ id: `${query.get("after")}-${query.get("before")}`, paid: 1_767_225_600 }],
  }),
  "/hooks": () => ({ body: { number: 7 } }),
  "/warehouses/north/stock": () => ({ body: [{ product: "tea", amount: 7 }] }),
};
