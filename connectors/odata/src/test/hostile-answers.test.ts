import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { startUpstream } from "@wellhead/runtime/testing";
import { createApp } from "@wellhead/server";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { breakAnswers, spoiltAnswers } from "@wellhead/test-support/upstream";
import { expect, it } from "vitest";
import { odataConnector } from "../odata-connector.js";
import { shopMetadata } from "./shop-metadata.js";
import { startShop } from "./start-shop.js";

/** Only every nth spoilt response is tried in `npm test` and its long form; `WELLHEAD_ANSWERS_EVERY=1` tries all. */
const usual = isLong ? 7 : 23;
const every = Number(process.env["WELLHEAD_ANSWERS_EVERY"] ?? usual);

it("reads no broken response as an empty list, or as an internal error", async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new MemoryStore());
  const shop = await startShop({ orders: 2, customers: 1, pageSize: 1 });
  try {
    const { faults, tried } = await breakAnswers({
      upstream: shop.upstream.url,
      serve: async (address) => {
        // A new connector for each fault, because one keeps the metadata for a while.
        const app = await createApp({
          connectors: [odataConnector({ url: `${address}/shop` })],
          logger: false,
        });
        return { url: (await app.listen({ port: 0 })).url, close: () => app.close() };
      },
      account: () => ({ auth: "none" }),
    });
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThan(20);
  } finally {
    await shop.upstream.close();
  }
}, 600_000);

it("makes rows of a page with one member replaced or removed, or an error that is not ours", {
  timeout: 120_000 + 3_600_000 / every,
}, async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  const page = {
    "@odata.context": "$metadata#OrderList",
    "@odata.nextLink": "OrderList?$skiptoken=x",
    value: [
      {
        Id: 1,
        Total: 1.5,
        State: "Open",
        Placed: "2026-03-01T00:00:00Z",
        Day: "2026-03-01",
        Tags: ["a"],
        Address: { Street: "S", Country: { Code: "NO" } },
        Customer: { Id: 1, Name: "Ada" },
        Items: [{ OrderId: 1, Place: "a" }],
        "Items@odata.nextLink": "OrderList(1)/Items?$skiptoken=x",
      },
    ],
  };
  let body: unknown = page;
  const upstream = await startUpstream(({ url }) => {
    if (url.pathname.endsWith("$metadata")) return { body: shopMetadata };
    return { body: url.search.includes("skiptoken") ? { value: [] } : body };
  });
  const app = await createApp({ connectors: [odataConnector({ url: upstream.url })], logger: false });
  const ours: string[] = [];
  try {
    for (const [index, spoilt] of [...spoiltAnswers(page)].entries()) {
      if (index % every > 0) continue;
      ({ body } = spoilt);
      const filter = { $expand: ["Customer", "Items"] };
      const payload = { source: "OrderList", filter, account: { auth: "none" } };
      const answer = await app.fastify.inject({ method: "POST", url: "/", payload });
      if (answer.statusCode === 500 || answer.body.includes('"internal"')) ours.push(spoilt.change);
    }
    expect(ours).toEqual([]);
  } finally {
    await app.close();
    await upstream.close();
  }
});
