import { testConformance } from "@wellhead/conformance/vitest";
import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { odataConnector } from "../odata-connector.js";
import { startShop } from "./start-shop.js";

testConformance(
  async () => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    const shop = await startShop({ token: "t1-of-ada", isMetadataOpen: true, pageSize: 25 });
    const connector = odataConnector({
      url: shop.url,
      name: "Shop",
      changes: { OrderList: "Placed" },
      accounts: ["token"],
    });
    const app = await createApp({ connectors: [connector], logger: false });
    const { url } = await app.listen({ port: 0 });
    return {
      url,
      close: async () => {
        await app.close();
        await shop.upstream.close();
      },
    };
  },
  {
    profile: "all",
    account: { auth: "token", token: "t1-of-ada" },
    source: "OrderList",
  },
);
