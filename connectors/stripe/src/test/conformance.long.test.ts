import { testConformance } from "@wellhead/conformance/vitest";
import { configureEgress } from "@wellhead/runtime";
import { skipWaits } from "@wellhead/runtime/testing";
import { createApp } from "@wellhead/server";
import { stripeConnector } from "../stripe-connector.js";
import { key, startStripe } from "./start-stripe.js";
import { stripeLists } from "./stripe-lists.js";

testConformance(
  async () => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    skipWaits();
    const stripe = await startStripe(() => stripeLists());
    const connector = stripeConnector({ baseUrl: `${stripe.url}/v1` });
    const app = await createApp({ connectors: [connector], logger: false });
    const { url } = await app.listen({ port: 0 });
    return {
      url,
      close: async () => {
        await app.close();
        await stripe.close();
      },
    };
  },
  { profile: "all", account: { auth: "token", token: key } },
);
