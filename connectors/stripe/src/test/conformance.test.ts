import { testConformance } from "@wellhead/conformance/vitest";
import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { stripeConnector } from "../stripe-connector.js";
import { key, startStripe } from "./start-stripe.js";
import { stripeLists } from "./stripe-lists.js";

/**
 * A store that does not count requests. A sandbox allows 25 requests a second; the suite sends more, and does not test
 * waiting.
 */
class Uncounted extends MemoryStore {
  override increment(): Promise<number> {
    return Promise.resolve(1);
  }
}

testConformance(
  async () => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    configureStore(new Uncounted());
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
