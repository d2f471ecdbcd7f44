import { type Connector, defineConnector, id, number, text } from "@wellhead/sdk";
import type { Order } from "./shop.js";

/** Creates a connector that reads the orders of a running shop, in batches. */
export function ordersConnector(orders: readonly Order[]): Connector {
  return defineConnector({
    id: "orders",
    name: "Orders",
    version: "1.0.0",
    description: "Orders of the shop, as they are now",
    sources: (source) => ({
      orders: source({
        name: "Orders",
        filter: { least: number({ title: "Pieces, at least", optional: true }) },
        fields: { id: id(), item: text(), pieces: number() },
        async *rows({ filter }) {
          for (let start = 0; start < orders.length; start += 500) {
            yield orders.slice(start, start + 500).filter(({ pieces }) => pieces >= (filter.least ?? 0));
          }
        },
      }),
    }),
  });
}
