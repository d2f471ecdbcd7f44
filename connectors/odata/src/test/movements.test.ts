import { configureEgress } from "@wellhead/runtime";
import { describeMovingLists, type MovingSource, readServed } from "@wellhead/test-support";
import { odataConnector } from "../odata-connector.js";
import { type ShopOptions, startShop } from "./start-shop.js";

configureEgress({ allow: "127.0.0.1/32:*" });

function movingSet(links: NonNullable<ShopOptions["links"]>): MovingSource {
  return {
    count: 45,
    read: async (list) => {
      const shop = await startShop({
        links,
        pageSize: 10,
        beforePage: (_page, rows) => {
          const items = list.nextPage();
          // A service that continues after a key has the rows in its order.
          const listed = links === "key" ? items.toSorted((a, b) => a.id - b.id) : items;
          rows.set(
            "Customers",
            listed.map(({ id, name }) => ({ Id: id, Name: name })),
          );
        },
      });
      try {
        return await readServed(odataConnector({ url: shop.url }), {
          source: "Customers",
          account: { auth: "none" },
          idOf: ({ Id: id }) => Number(id),
        });
      } finally {
        await shop.upstream.close();
      }
    },
  };
}

describeMovingLists({
  "links by key": movingSet("key"),
  "links by rows": movingSet("skip"),
  "tokens of rows": movingSet("token"),
});
