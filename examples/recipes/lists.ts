import {
  cursorInBody,
  cursorInHeader,
  defineConnector,
  type Http,
  id,
  number,
  offset,
  type Paging,
  type Rows,
  text,
} from "@wellhead/sdk";
import { about, type Order, shop } from "./shop.js";

// #region cursor-in-header
function readByCursorInHeader(http: Http) {
  return http.pages<Order>("cursor-in-header", {
    paging: cursorInHeader({ header: "X-Next-Cursor", parameter: "after" }),
  });
}
// #endregion cursor-in-header

// #region graphql
const query = `query Orders($after: String) {
  orders(first: 2, after: $after) { nodes { id total } pageInfo { hasNextPage endCursor } }
}`;

function readGraphql(http: Http) {
  return http.pages<Order>("graphql", {
    json: { query },
    items: "data.orders.nodes",
    paging: cursorInBody({
      cursor: "data.orders.pageInfo.endCursor",
      more: "data.orders.pageInfo.hasNextPage",
      parameter: "variables.after",
    }),
  });
}
// #endregion graphql

// #region search-by-post
function readSearch(http: Http) {
  return http.pages<Order>("search", {
    json: { sort: "id" },
    items: "hits",
    paging: offset({ total: "total", size: { parameter: "limit", value: 2 } }),
  });
}
// #endregion search-by-post

// #region search-by-post-cursor
function readSearchByCursor(http: Http) {
  return http.pages<Order>("search-after", {
    json: { query: { kind: "order" }, size: 2 },
    items: "hits",
    // The cursor of a response becomes a member of the next body; the last response has none.
    paging: cursorInBody({ cursor: "next", parameter: "search_after" }),
  });
}
// #endregion search-by-post-cursor

// #region after-last-id
const afterLastId: Paging = {
  name: "after the last id",
  // The same page again would mean that the API ignores the argument.
  repeatsAreFaults: true,
  pointsToItem: true,
  first: (request) => request,
  after: ({ request, body }) => {
    // The API returns an array of orders.
    const last = (body as readonly Order[]).at(-1)?.id;
    if (last === undefined) return { end: "empty page" };
    return { next: { ...request, query: { ...request.query, since_id: last } }, key: last };
  },
};

function readAfterLastId(http: Http) {
  return http.pages<Order>("after-last-id", { paging: afterLastId });
}
// #endregion after-last-id

// #region large-response
function readLargeResponse(http: Http) {
  // Memory holds some items, whatever the size of the response.
  return http.get("large-response").items<Order>("export.orders");
}
// #endregion large-response

// #region ndjson
function readLines(http: Http) {
  return http.get("ndjson").lines<Order>();
}
// #endregion ndjson

/** Every source reads the same orders in another way. */
export const lists = defineConnector({
  ...about("lists"),
  http: { baseUrl: shop },
  sources: (source) => {
    const orders = (name: string, read: (http: Http) => Rows<Order>) =>
      source({ name, fields: { id: id(), total: number() }, rows: ({ http }) => read(http) });
    return {
      "cursor-in-header": orders("Cursor in a header", readByCursorInHeader),
      graphql: orders("GraphQL", readGraphql),
      search: orders("Search by POST", readSearch),
      "search-after": orders("Search by POST with a cursor", readSearchByCursor),
      "after-last-id": orders("After the last id", readAfterLastId),
      "large-response": orders("Large response", readLargeResponse),
      ndjson: orders("NDJSON", readLines),
      // #region nested-items
      lines: source({
        name: "Lines of orders",
        fields: { order: text(), product: text(), amount: number() },
        rows: ({ http }) =>
          http
            .pages<OrderWithLines>("orders-with-lines")
            .flatMap(({ id: order, lines }) =>
              lines.map(({ product, amount }) => ({ order, product, amount })),
            ),
      }),
      // #endregion nested-items
    };
  },
});

interface OrderWithLines extends Order {
  readonly lines: ReadonlyArray<{ readonly product: string; readonly amount: number }>;
}
