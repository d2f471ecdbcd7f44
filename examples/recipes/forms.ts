import {
  arrayOf,
  bool,
  date,
  dateRange,
  defineConnector,
  id,
  list,
  type MakeSource,
  number,
  type Sources,
  text,
} from "@wellhead/sdk";
import { about, type Order, shop } from "./shop.js";

interface PlacedOrder extends Order {
  readonly placed: string;
}

export const forms = defineConnector({
  ...about("forms"),
  http: { baseUrl: shop },
  sources: (source) => ({
    // #region dependent-options
    streets: source({
      name: "Streets",
      filter: {
        country: list({ options: ({ http }) => http.pages<string>("countries") }),
        city: list({
          requires: ["country"],
          options: ({ http, dependsOn }) => http.pages<string>(`countries/${dependsOn.country}/cities`),
        }),
      },
      fields: { id: id(), name: text() },
      rows: ({ http, filter: { country, city } }) =>
        http.pages<{ id: string; name: string }>(`countries/${country}/cities/${city}/streets`),
    }),
    // #endregion dependent-options

    // #region date-range
    placed: source({
      name: "Orders by date",
      filter: { placed: dateRange({ optional: true, defaultValue: "last 7 days" }) },
      fields: { id: id(), placed: date() },
      // `undefined` arguments are omitted, so an open range needs no special case.
      rows: ({ http, filter: { placed } }) =>
        http
          .pages<PlacedOrder>("placed", { query: { from: placed?.min, until: placed?.max } })
          .map((order) => ({ id: order.id, placed: order.placed })),
    }),
    // #endregion date-range

    // #region columns-at-run-time
    products: source({
      name: "Products",
      fields: async ({ http }) => {
        const types = { string: text, number, boolean: bool } as const;
        const own = await http.get("product-fields").json<Record<string, keyof typeof types>>();
        const entries = Object.entries(own).map(([name, type]) => [name, types[type]()] as const);
        return { id: id(), tags: arrayOf(text()), ...Object.fromEntries(entries) };
      },
      rows: ({ http }) => http.pages<{ id: string; tags: string[] }>("products"),
    }),
    // #endregion columns-at-run-time

    // #region changes
    changes: source({
      name: "Orders that changed",
      fields: { id: id(), total: number(), changed: date() },
      changes: { by: "changed", lookback: "10 min" },
      rows: ({ http, since }) =>
        http.pages<Order & { changed: string }>("changes", { query: { changed_after: since } }),
      deleted: ({ http, since }) => http.pages<{ id: string }>("deleted", { query: { since } }),
    }),
    // #endregion changes
  }),
});

// #region sources-at-run-time
let known: { readonly names: string; readonly sources: Sources } | undefined;

async function discover(source: MakeSource<unknown>): Promise<Sources> {
  const names = (process.env["SHOP_WAREHOUSES"] ?? "north,south").split(",");
  // The same object while nothing has changed.
  if (known?.names === names.join(",")) return known.sources;
  const entries = names.map((name) => {
    const stock = source({
      name: `Stock of ${name}`,
      fields: { product: id(), amount: number() },
      rows: ({ http }) => http.pages<{ product: string; amount: number }>(`warehouses/${name}/stock`),
    });
    return [name, stock] as const;
  });
  known = { names: names.join(","), sources: Object.fromEntries(entries) };
  return known.sources;
}

export const warehouses = defineConnector({ ...about("warehouses"), http: { baseUrl: shop }, discover });
// #endregion sources-at-run-time
