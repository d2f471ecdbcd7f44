import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { describeMovingLists, type MovingSource, readServed } from "@wellhead/test-support";
import { expect, it } from "vitest";
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
  "tokens that do not show that they count rows": movingSet("opaque"),
});

it("loses no related entity when others are deleted before the rest of them is read", async () => {
  const shop = await startShop({
    orders: 1,
    pageSize: 10,
    links: "opaque",
    beforePage: (page, rows) => {
      if (page === 0)
        rows.set(
          "Items",
          Array.from({ length: 35 }, (_, index) => ({ OrderId: 1, Place: `p${index}` })),
        );
      else if (page < 3) rows.get("Items")?.splice(0, 2);
    },
  });
  const app = await createApp({ connectors: [odataConnector({ url: shop.url })], logger: false });
  const payload = { source: "OrderList", filter: { $expand: ["Items"] }, account: { auth: "none" } };
  const answer = await app.fastify.inject({ method: "POST", url: "/", payload });
  await app.close();
  await shop.upstream.close();
  const [row] = JSON.parse(answer.body) as ReadonlyArray<{ readonly Items: string }>;
  const places = (JSON.parse(row?.Items ?? "[]") as ReadonlyArray<{ readonly Place: string }>).map(
    ({ Place: place }) => place,
  );
  const left = Array.from({ length: 31 }, (_, index) => `p${index + 4}`);
  expect(left.filter((place) => !places.includes(place))).toEqual([]);
  expect(places.length).toBe(new Set(places).size);
});
