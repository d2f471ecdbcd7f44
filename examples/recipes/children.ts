import { defineConnector, file, id, number, pageNumber, text } from "@wellhead/sdk";
import { about, type Order, shop } from "./shop.js";

interface Customer {
  readonly id: string;
}

/** Lists that belong to the items of other lists, and files. */
export const children = defineConnector({
  ...about("children"),
  // #region limited-children
  http: {
    baseUrl: shop,
    // Every request waits for its turn, whichever list it is for. A 429 with Retry-After waits as well.
    rate: [{ requests: 100, seconds: 60 }, { maxConcurrent: 4 }],
  },
  // #endregion limited-children
  sources: (source) => ({
    // #region paged-children
    orders: source({
      name: "Orders of all customers",
      fields: { id: id(), customer: text(), total: number() },
      rows: ({ http }) =>
        http
          .pages<Customer>("paged-customers", { items: "data", paging: pageNumber() })
          .flatMap(({ id: customer }) =>
            http
              .pages<Order>(`paged-customers/${customer}/orders`, { items: "data", paging: pageNumber() })
              .map((order) => ({ ...order, customer })),
          ),
    }),
    // #endregion paged-children

    // #region file-downloads
    receipts: source({
      name: "Receipts",
      fields: { id: id(), receipt: file() },
      rows: ({ http }) => http.pages<{ id: string; receipt: string }>("receipts"),
      // The column has what the API needs to find the file; the platform requests the bytes, and parts of them.
      resource: ({ http, file: receipt, range }) => http.get(`receipts/${receipt}`).file(range),
    }),
    // #endregion file-downloads
  }),
});
